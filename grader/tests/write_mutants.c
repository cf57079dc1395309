/* The wrong and the right programs of a lab as folders, for scripts/same-grades.sh:
 *
 *   write_mutants LABS LAB FOLDER
 *
 * makes FOLDER/mutants/<mutant>/ and FOLDER/accepted/<program>/, each with all of the lab's files.
 * FOLDER lies on the file system of $TMPDIR. */
#include "../folder.h"
#include "../cli/mutate.h"
#include "../compile/kit.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Moves a program to where it is to lie. */
static bool keep(const char *path, struct mutated *mutated, struct error *error) {
    if (rename(mutated->directory, path) == 0) {
        return true;
    }
    error_set(error, "%s: %s", path, strerror(errno));
    mutated_remove(mutated);
    return false;
}

static bool write_mutants(const struct lab *lab, const char *solution, char *folder,
                          struct error *error) {
    struct arena arena = {0};
    struct variant *variant = NULL;
    bool good = folder_make(arena_printf(&arena, "%s/mutants", folder), error) &&
                folder_make(arena_printf(&arena, "%s/accepted", folder), error) &&
                variants_load(lab, &arena, &variant, error);
    for (; good && variant != NULL; variant = variant->next) {
        const char *kind = variant_is_right(variant) ? "accepted" : "mutants";
        struct mutated mutated;
        good = mutate(lab, variant, solution, &mutated, error) &&
               keep(arena_printf(&arena, "%s/%s/%s", folder, kind, variant->name), &mutated, error);
    }
    arena_free(&arena);
    return good;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fputs("usage: write_mutants LABS LAB FOLDER\n", stderr);
        return 2;
    }
    struct kit kit = {0};
    struct lab lab = {0};
    struct error error;
    bool good =
        lab_open(&kit, &lab, argv[1], argv[2], &error) &&
        write_mutants(&lab, kit_sibling(&kit.arena, &kit, "solutions", lab.name), argv[3], &error);
    if (!good) {
        fprintf(stderr, "write_mutants: %s\n", error.message);
    }
    lab_close(&kit, &lab);
    return good ? 0 : 2;
}
