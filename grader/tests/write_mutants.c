/* The mutants of a lab as folders, for scripts/same-grades.sh:
 *
 *   write_mutants LABS LAB FOLDER
 *
 * makes FOLDER/<mutant>/ with the lab's files for each row of LABS/LAB/mutants.yaml. FOLDER lies on
 * the file system of $TMPDIR. */
#include "../cli/mutate.h"
#include "../compile/open_lab.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool write_mutants(struct kit *kit, const struct lab *lab, const char *folder,
                          struct error *error) {
    struct arena arena = {0};
    struct mutant *mutants;
    const char *solution = kit_sibling(kit, "solutions", lab->name);
    bool good = mutants_load(lab, &arena, &mutants, error);
    for (const struct mutant *mutant = good ? mutants : NULL; good && mutant != NULL;
         mutant = mutant->next) {
        const char *path = arena_printf(&arena, "%s/%s", folder, mutant->name);
        struct mutated mutated;
        good = mutate(lab, mutant, solution, &mutated, error);
        if (good && rename(mutated.directory, path) != 0) {
            good = error_set(error, "%s: %s", path, strerror(errno));
            mutated_remove(&mutated);
        }
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
    bool good = lab_open(&kit, &lab, argv[1], argv[2], &error) &&
                write_mutants(&kit, &lab, argv[3], &error);
    if (!good) {
        fprintf(stderr, "write_mutants: %s\n", error.message);
    }
    lab_close(&kit, &lab);
    return good ? 0 : 2;
}
