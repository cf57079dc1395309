/* `lockstep new`: a lab of one's own, which is green from the start: a copy of a small one, in
 * which the names of its files and functions are those of the new lab. */
#include "../../folder.h"
#include "../../whole_file.h"
#include "../commands.h"

#include "../../compile/kit.h"
#include "../../lab/lab.h"
#include "../../report/report.h"
#include "../options.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What a copy needs: every `old` that is a word, or begins or ends one at an underscore, becomes
 * `word`. */
struct copy {
    struct arena arena;
    const char *old, *word;
};

static bool is_same(char a, char b, bool *upper) {
    if (a != b && a == (char)toupper((unsigned char)b)) {
        *upper = true;
        return true;
    }
    return a == b;
}

/* Is `old` there, in small letters or in capitals, as a word of its own up to an underscore? */
static bool is_here(const char *text, const char *start, const char *old, bool *upper) {
    const size_t length = strlen(old);
    *upper = false;
    for (size_t i = 0; i < length; i++) {
        if (!is_same(text[i], old[i], upper)) {
            return false;
        }
    }
    const bool begins = text == start || !isalnum((unsigned char)text[-1]);
    return begins && (text[length] == '_' || text[length] == '.');
}

static void put_word(FILE *file, const char *word, bool upper) {
    for (; *word != '\0'; word++) {
        fputc(upper ? toupper((unsigned char)*word) : *word, file);
    }
}

/* The text with the new word for the old one; the arena's. */
static const char *renamed(struct copy *copy, const char *text) {
    char *bytes = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&bytes, &size);
    bool upper;
    if (memory == NULL) {
        return text;
    }
    for (const char *at = text; *at != '\0';) {
        if (is_here(at, text, copy->old, &upper)) {
            put_word(memory, copy->word, upper);
            at += strlen(copy->old);
        } else {
            fputc(*at++, memory);
        }
    }
    const bool good = fclose(memory) == 0;
    const char *result = good ? arena_strdup(&copy->arena, bytes) : text;
    free(bytes);
    return result;
}

static bool copy_file(struct copy *copy, const char *from, const char *to, struct error *error) {
    const char *text = whole_file_in(&copy->arena, from, NULL);
    if (text == NULL) {
        return error_set(error, "cannot read %s", from);
    }
    const char *result = renamed(copy, text);
    return report_replace_file(to, result, strlen(result), error);
}

static bool copy_folder(struct copy *copy, const char *from, const char *to, struct error *error) {
    struct dirent **entries;
    const int count = scandir(from, &entries, NULL, alphasort);
    if (count < 0) {
        return error_set(error, "cannot read the folder %s", from);
    }
    bool good = folder_make(to, error);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        const char *source = arena_printf(&copy->arena, "%s/%s", from, name);
        const char *target = arena_printf(&copy->arena, "%s/%s", to, renamed(copy, name));
        struct stat status;
        if (good && stat(source, &status) == 0 && name[0] != '.') {
            good = S_ISDIR(status.st_mode) ? copy_folder(copy, source, target, error)
                                           : copy_file(copy, source, target, error);
        }
        free(entries[i]);
    }
    free(entries);
    return good;
}

/* The lab that is called so, or whose name ends so behind a dash; the kit's small ones only. */
static const char *find_template(struct kit *small, const char *called, struct error *error) {
    const char *const *names = kit_lab_names(small, error), *known = "";
    for (; names != NULL && *names != NULL; names++) {
        const char *ending = strrchr(*names, '-');
        if (strcmp(*names, called) == 0 || (ending != NULL && strcmp(ending + 1, called) == 0)) {
            return *names;
        }
        known = arena_printf(&small->arena, "%s%s%s", known, *known == '\0' ? "" : ", ", *names);
    }
    if (*known != '\0') {
        error_set(error, "no lab to begin with is called '%s' (there are: %s)", called, known);
    }
    return NULL;
}

/* Letters, digits and dashes, as in a folder's and a C file's name. */
static bool check_name(const char *name, struct error *error) {
    const bool good = islower((unsigned char)name[0]) &&
                      name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
    return good || error_set(error,
                             "'%s': a lab is called in small letters, digits and dashes, as in "
                             "prefix-sum",
                             name);
}

/* labs/, skeletons/ and solutions/ of the new lab; none of them may be there. */
static bool make_lab(struct kit *kit, struct kit *small, const char *from, const char *name,
                     struct error *error) {
    struct lab lab;
    const char *directory = kit_lab_directory(small, from, error);
    if (directory == NULL || !lab_load(&lab, directory, error)) {
        return false;
    }
    struct copy copy = {
        .old = arena_printf(&kit->arena, "%.*s", (int)strcspn(lab.header, "."), lab.header),
        .word = arena_printf(&kit->arena, "%.*s", (int)strcspn(name, "-"), name)};
    const char *const pairs[][2] = {
        {directory, arena_printf(&kit->arena, "%s/%s", kit->labs, name)},
        {kit_sibling(&kit->arena, small, "skeletons", from),
         kit_sibling(&kit->arena, kit, "skeletons", name)},
        {kit_sibling(&kit->arena, small, "solutions", from),
         kit_sibling(&kit->arena, kit, "solutions", name)},
    };
    bool good = true;
    for (size_t i = 0; good && i < 3; i++) {
        good =
            access(pairs[i][1], F_OK) != 0 || error_set(error, "%s is there already", pairs[i][1]);
    }
    for (size_t i = 0; good && i < 3; i++) {
        good = copy_folder(&copy, pairs[i][0], pairs[i][1], error);
    }
    if (good) {
        printf("%s: a copy of %s, to be changed\nnext: lockstep check %s\n", pairs[0][1], from,
               name);
    }
    arena_free(&copy.arena);
    lab_free(&lab);
    return good;
}

/* Who begins has no folder of labs yet. */
static bool make_folder_of_labs(const char *labs, struct error *error) {
    labs = kit_labs_wanted(labs);
    return labs == NULL || access(labs, F_OK) == 0 || folder_make(labs, error);
}

int new_main(int argc, char **argv) {
    const char *labs = NULL, *from = NULL, *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    const struct option_row rows[] = {
        {"--from", OPTION_TEXT, &from, "S", "dot-product (C with OpenMP), cuda or opencl"},
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"},
    };
    const struct usage usage = {
        "lockstep new LAB --from S",
        "Writes a lab of your own: a small one under the new name, with its skeleton and\n"
        "solution beside it. `lockstep check LAB` passes from the start; then change it\n"
        "(CONTRIBUTING.md, \"Add a lab\").",
        OPTIONS_AND_ARGUMENTS(rows, 1, 1)};
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    struct kit kit = {0}, small = {0};
    struct error error;
    bool good = check_name(arguments[0], &error) &&
                (from != NULL || error_set(&error,
                                           "from which lab? Add --from, as in `lockstep "
                                           "new %s --from cuda`",
                                           arguments[0])) &&
                make_folder_of_labs(labs, &error) && kit_open(&kit, labs, &error);
    good =
        good &&
        kit_open(&small, arena_printf(&kit.arena, "%s/grader/tests/extra/labs", kit.root), &error);
    const char *name = good ? find_template(&small, from, &error) : NULL;
    good = name != NULL && make_lab(&kit, &small, name, arguments[0], &error);
    kit_close(&small);
    kit_close(&kit);
    return good ? 0 : command_failed(&error);
}
