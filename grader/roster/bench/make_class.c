/* A class as large as one likes, for measuring and showing: the solution, the skeleton and every
 * program of a lab's variants/ by turns, each with a comment of its own so that no two are the
 * same.
 *
 *   make_class LAB FOLDER COUNT
 */
#include "../../folder.h"
#include "../../whole_file.h"
#include "../../cli/mutate.h"

#include "../../compile/kit.h"
#include "../../report/report.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies the lab's files from `from` into the student's folder, with the comment. */
static bool hand_in(const struct lab *lab, const char *from, const char *folder, size_t number,
                    struct error *error) {
    struct arena arena = {0};
    bool good = folder_make(folder, error);
    for (size_t i = 0; good && i < lab->file_count; i++) {
        const char *path = arena_printf(&arena, "%s/%s", from, lab->files[i].name);
        const char *text = whole_file_in(&arena, path, NULL);
        if (text == NULL) {
            good = error_set(error, "%s: %s", path, strerror(errno));
            break;
        }
        const char *own = arena_printf(&arena, "%s\n/* student %zu */\n", text, number);
        good = report_replace_file(arena_printf(&arena, "%s/%s", folder, lab->files[i].name), own,
                                   strlen(own), error);
    }
    arena_free(&arena);
    return good;
}

static bool hand_in_mutant(const struct lab *lab, const struct variant *mutant,
                           const char *solution, const char *folder, size_t number,
                           struct error *error) {
    struct mutated mutated;
    if (!mutate(lab, mutant, solution, &mutated, error)) {
        return false;
    }
    bool good = hand_in(lab, mutated.directory, folder, number, error);
    mutated_remove(&mutated);
    return good;
}

static bool make_class(struct kit *kit, const struct lab *lab, const char *folder, size_t count,
                       struct error *error) {
    struct arena arena = {0};
    struct variant *mutants;
    const char *solution = kit_sibling(&kit->arena, kit, "solutions", lab->name);
    const char *skeleton = kit_sibling(&kit->arena, kit, "skeletons", lab->name);
    bool good = variants_load(lab, &arena, &mutants, error);
    const struct variant *mutant = good ? mutants : NULL;
    for (size_t i = 0; good && i < count; i++) {
        const char *student = arena_printf(&arena, "%s/student%04zu", folder, i);
        if (i % 6 == 0 || mutants == NULL) {
            good = hand_in(lab, solution, student, i, error);
        } else if (i % 12 == 1) {
            good = hand_in(lab, skeleton, student, i, error);
        } else {
            good = hand_in_mutant(lab, mutant, solution, student, i, error);
            mutant = mutant->next != NULL ? mutant->next : mutants;
        }
    }
    arena_free(&arena);
    return good;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fputs("usage: make_class LAB FOLDER COUNT\n", stderr);
        return 2;
    }
    struct kit kit = {0};
    struct lab lab = {0};
    struct error error;
    bool good = lab_open(&kit, &lab, NULL, argv[1], &error) &&
                make_class(&kit, &lab, argv[2], strtoul(argv[3], NULL, 10), &error);
    if (!good) {
        fprintf(stderr, "make_class: %s\n", error.message);
    }
    lab_close(&kit, &lab);
    return good ? 0 : 2;
}
