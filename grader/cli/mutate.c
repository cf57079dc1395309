#include "mutate.h"

#include "../folder.h"
#include "../utf8.h"
#include "../compile/stage.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The whole file as text, the arena's; NULL with an error. */
static char *read_text(const char *path, struct arena *arena, struct error *error) {
    FILE *file = fopen(path, "re");
    if (file == NULL) {
        error_set(error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    enum { LARGEST = 1 << 20 };
    char *text = arena_alloc(arena, LARGEST + 1);
    size_t length = fread(text, 1, LARGEST, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

/* The text without its blanks. */
static const char *squeezed(struct arena *arena, const char *text) {
    char *copy = arena_strdup(arena, text), *end = copy;
    for (; *text != '\0'; text++) {
        *end = *text;
        end += strchr(" \t\r\n", *text) == NULL;
    }
    *end = '\0';
    return copy;
}

/* Why an edit finds no place, in one line. */
static void complain(const struct mutant *mutant, const struct mutant_edit *edit, const char *text,
                     bool found, struct arena *arena, struct error *error) {
    enum { SHOWN = 60 };
    const size_t line = strcspn(edit->find, "\n");
    const int shown = (int)(line < SHOWN ? line : SHOWN);
    const bool all = edit->find[shown + strspn(edit->find + shown, "\n")] == '\0';
    const bool blanks =
        !found && strstr(squeezed(arena, text), squeezed(arena, edit->find)) != NULL;
    error_set(error, "mutants.yaml:%d: %s '%s': '%s%s' occurs %s in the solution's %s%s",
              mutant->line, mutant_kind(mutant), mutant->name,
              utf8_line(arena, arena_printf(arena, "%.*s", shown, edit->find)), all ? "" : "…",
              found ? "more than once" : "nowhere", edit->file,
              found    ? "; take more lines, so that it is one place"
              : blanks ? ", except with other blanks: YAML takes the first line's indentation away "
                         "from a block after |"
                       : "");
}

static char *apply(const struct mutant *mutant, const struct mutant_edit *edit, char *text,
                   struct arena *arena, struct error *error) {
    char *place = strstr(text, edit->find);
    if (place == NULL || strstr(place + 1, edit->find) != NULL) {
        complain(mutant, edit, text, place != NULL, arena, error);
        return NULL;
    }
    return arena_printf(arena, "%.*s%s%s", (int)(place - text), text, edit->replace,
                        place + strlen(edit->find));
}

/* The file as it stands in the first folder that has it, with the mutant's edits. */
static bool write_file(const struct mutant *mutant, const char *file, const char *first,
                       const char *solution, const struct mutated *mutated, struct error *error) {
    struct arena arena = {0};
    const char *from = arena_printf(&arena, "%s/%s", first, file);
    from = access(from, F_OK) == 0 ? from : arena_printf(&arena, "%s/%s", solution, file);
    char *text = read_text(from, &arena, error);
    for (const struct mutant_edit *edit = mutant->edits; text != NULL && edit != NULL;
         edit = edit->next) {
        text = strcmp(edit->file, file) == 0 ? apply(mutant, edit, text, &arena, error) : text;
    }
    bool good = text != NULL;
    if (good) {
        const char *path = arena_printf(&arena, "%s/%s", mutated->directory, file);
        FILE *to = fopen(path, "we");
        good = to != NULL && fputs(text, to) >= 0;
        if ((to != NULL && fclose(to) != 0) || !good) {
            good = error_set(error, "%s: %s", path, strerror(errno));
        }
    }
    arena_free(&arena);
    return good;
}

static bool edits_known_files(const struct lab *lab, const struct mutant *mutant,
                              struct error *error) {
    for (const struct mutant_edit *edit = mutant->edits; edit != NULL; edit = edit->next) {
        bool known = false;
        for (size_t i = 0; i < lab->file_count; i++) {
            known = known || strcmp(lab->files[i].name, edit->file) == 0;
        }
        if (!known) {
            return error_set(error,
                             "mutants.yaml:%d: %s '%s' edits '%s', which is not a file of the lab",
                             mutant->line, mutant_kind(mutant), mutant->name, edit->file);
        }
    }
    return true;
}

static bool write_all(const struct lab *lab, const struct mutant *mutant, const char *first,
                      const char *solution, struct mutated *mutated, struct error *error) {
    snprintf(mutated->directory, sizeof mutated->directory, "%s/lockstep-%d-XXXXXX",
             box_temporary_directory(), getpid());
    if (mkdtemp(mutated->directory) == NULL) {
        return error_set(error, "cannot make a folder in %s: %s", box_temporary_directory(),
                         strerror(errno));
    }
    bool good = true;
    for (size_t i = 0; good && i < lab->file_count; i++) {
        good = write_file(mutant, lab->files[i].name, first, solution, mutated, error);
    }
    if (!good) {
        mutated_remove(mutated);
    }
    return good;
}

bool mutate(const struct lab *lab, const struct mutant *mutant, const char *solution,
            struct mutated *mutated, struct error *error) {
    return edits_known_files(lab, mutant, error) &&
           write_all(lab, mutant, solution, solution, mutated, error);
}

bool mutate_complete(const struct lab *lab, const char *folder, const char *solution,
                     struct mutated *mutated, struct error *error) {
    const struct mutant unedited = {.name = folder};
    return write_all(lab, &unedited, folder, solution, mutated, error);
}

void mutated_remove(struct mutated *mutated) {
    folder_remove(mutated->directory);
}
