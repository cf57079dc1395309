/* The mutants and the accepted programs of a lab as folders, for scripts/same-grades.sh:
 *
 *   write_mutants LABS LAB FOLDER
 *
 * makes FOLDER/mutants/<mutant>/ and FOLDER/accepted/<program>/, each with all of the lab's files.
 * FOLDER lies on the file system of $TMPDIR. */
#include "../folder.h"
#include "../cli/accepted.h"
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

/* An accepted_visit; the context is FOLDER. */
static bool keep_accepted(void *context, const char *name, const char *exercise,
                          struct mutated *mutated, struct error *error) {
    (void)exercise;
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/accepted/%s", (const char *)context, name);
    return keep(path, mutated, error);
}

static bool write_mutants(const struct lab *lab, const char *solution, char *folder,
                          struct error *error) {
    struct arena arena = {0};
    struct mutant *mutants = NULL;
    bool good = folder_make(arena_printf(&arena, "%s/mutants", folder), error) &&
                folder_make(arena_printf(&arena, "%s/accepted", folder), error) &&
                mutants_load(lab, &arena, &mutants, error);
    for (const struct mutant *mutant = mutants; good && mutant != NULL; mutant = mutant->next) {
        struct mutated mutated;
        good = mutate(lab, mutant, solution, &mutated, error) &&
               keep(arena_printf(&arena, "%s/mutants/%s", folder, mutant->name), &mutated, error);
    }
    arena_free(&arena);
    return good && accepted_each(lab, solution, keep_accepted, folder, error);
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
