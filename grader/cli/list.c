/* `lockstep list`: the labs, their exercises and points, or for scripts the names of their files.
 */
#include "commands.h"

#include "../arena.h"
#include "../compile/kit.h"
#include "../language/language.h"
#include "../lab/facts.h"
#include "../lab/gpu_facts.h"
#include "../lab/lab.h"
#include "../report/report.h"
#include "options.h"

#include <stdio.h>
#include <string.h>

/* What is told of a lab. Only what people read is in a language (NULL: English); names are not. */
typedef void lab_printer(const struct lab *lab, const struct language *language);

static void print_lab(const struct lab *lab, const struct language *language) {
    char points[POINTS_TEXT_BYTES];
    struct arena arena = {0};
    printf("%s%s%s (%s points)\n", lab->name, language != NULL ? " : " : ": ",
           language_say(language, &arena, lab->title),
           language_number(language, &arena, report_points(lab->points, points)));
    for (const struct lab_exercise *exercise = lab->exercises; exercise != NULL;
         exercise = exercise->next) {
        printf("  %-30s %6s  %-6s %s\n", exercise->name,
               language_number(language, &arena, report_points(exercise->points, points)),
               exercise->device, language_say(language, &arena, exercise->title));
    }
    arena_free(&arena);
}

static void print_files(const struct lab *lab, const struct language *language) {
    (void)language;
    for (size_t i = 0; i < lab->file_count; i++) {
        printf("%s\n", lab->files[i].name);
    }
}

/* For editors, which take a .cl file for OpenCL C 1.2 else. */
static void print_newer_files(const struct lab *lab, const struct language *language) {
    (void)language;
    for (size_t i = 0; i < lab->file_count; i++) {
        const struct lab_file *file = &lab->files[i];
        if (lab_file_is(file->name, ".cl") && strcmp(file->opencl_c, "1.2") != 0) {
            printf("%s %s\n", file->name, file->opencl_c);
        }
    }
}

/* labs/<lab> and skeletons/<lab> lie beside each other. */
static void print_skeleton(const struct lab *lab, const struct language *language) {
    (void)language;
    const size_t length = strlen(lab->directory) - strlen(lab->name);
    printf("%.*s../skeletons/%s\n", (int)length, lab->directory, lab->name);
}

static void print_header(const struct lab *lab, const struct language *language) {
    (void)language;
    if (lab->header != NULL) {
        printf("%s\n", lab->header);
    }
}

/* What is asked for. */
struct listing {
    struct kit kit;
    lab_printer *print;
    const char *language; /* as the option has it; NULL: as LANG says */
};

static bool list_lab(const struct listing *listing, const char *directory, struct error *error) {
    struct lab lab;
    if (!lab_load(&lab, directory, error)) {
        return false;
    }
    struct language french = {.code = NULL};
    const struct language *language = NULL;
    const bool good = listing->print != print_lab ||
                      language_choose(&french, &language, listing->language, listing->kit.root,
                                      listing->kit.labs, lab.name, error);
    if (good) {
        listing->print(&lab, language);
    }
    language_free(&french);
    lab_free(&lab);
    return good;
}

static bool list_one(struct listing *listing, const char *name, struct error *error) {
    const char *directory = kit_lab_directory(&listing->kit, name, error);
    bool good = directory != NULL && list_lab(listing, directory, error);
    if (!good) {
        command_failed(error);
    }
    return good;
}

/* The labs that are added, then the kit's own. One that cannot be read does not keep the others
 * from being listed. */
static bool list_all(struct listing *listing, struct error *error) {
    const char *const *names = kit_lab_names(&listing->kit, error);
    bool good = names != NULL && *names != NULL;
    if (names != NULL && !good) {
        error_set(error, "%s", kit_without_labs(&listing->kit));
    }
    if (!good) {
        command_failed(error);
    }
    for (; names != NULL && *names != NULL; names++) {
        good = list_one(listing, *names, error) && good;
    }
    if (good && listing->kit.added != NULL && listing->kit.labs == listing->kit.added) {
        kit_take_own(&listing->kit);
        return list_all(listing, error);
    }
    return good;
}

/* What `require` of structure and cost checks can name. */
static void print_facts(void) {
    puts("OpenMP, in checks of kind structure:");
#define PRINT_FACT(enumerator, name, text) printf("  %-24s %s\n", name, text);
    FACT_TABLE(PRINT_FACT)
    puts("A GPU's launches, in checks of kind structure or cost:");
    GPU_FACT_TABLE(PRINT_FACT)
#undef PRINT_FACT
    puts("Counters of the simulated GPU, in checks of kind cost:");
    for (int i = 0; i < COUNTER_COUNT; i++) {
        if (counter_table[i].graded) {
            printf("  %-24s %s\n", counter_table[i].name, counter_table[i].meaning);
        }
    }
}

int list_main(int argc, char **argv) {
    const char *labs = NULL, *arguments[OPTIONS_MAX_ARGUMENTS + 1];
    struct listing listing = {.print = print_lab};
    bool files = false, newer = false, header = false, skeleton = false, facts = false;
    const struct option_row rows[] = {
        {"--files", OPTION_FLAG, &files, NULL, "only the files that students hand in, a line each"},
        {"--newer-opencl", OPTION_FLAG, &newer, NULL, "only the files that are OpenCL C 3.0"},
        {"--header", OPTION_FLAG, &header, NULL, "only the contract header, where there is one"},
        {"--skeleton", OPTION_FLAG, &skeleton, NULL, "only the folder that students start from"},
        {"--facts", OPTION_FLAG, &facts, NULL, "the names of the counters that checks can bound"},
        {"--language", OPTION_TEXT, &listing.language, "L", "en or fr (default: as LANG says)"},
        {"--labs", OPTION_TEXT, &labs, "DIR", "a folder of labs of your own"}};
    const struct usage usage = {"lockstep list [LAB] [options]",
                                "Lists the labs, their exercises and points.",
                                OPTIONS_AND_ARGUMENTS(rows, 0, 1)};
    int status;
    if (!options_read(argc, argv, &usage, arguments, &status)) {
        return status;
    }
    if (facts) {
        print_facts();
        return 0;
    }
    struct error error;
    if (!kit_open(&listing.kit, labs, &error)) {
        return command_failed(&error);
    }
    listing.print = files      ? print_files
                    : newer    ? print_newer_files
                    : header   ? print_header
                    : skeleton ? print_skeleton
                               : print_lab;
    const bool good = arguments[0] != NULL ? list_one(&listing, arguments[0], &error)
                                           : list_all(&listing, &error);
    kit_close(&listing.kit);
    return good ? 0 : 2;
}
