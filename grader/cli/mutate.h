/* Making a mutant: a folder with a copy of the solution, edited. */
#ifndef LOCKSTEP_MUTATE_H
#define LOCKSTEP_MUTATE_H

#include "../lab/mutants.h"

#include <limits.h>

struct mutated {
    char directory[PATH_MAX];
};

/* Copies the lab's files from `solution` into a new folder under $TMPDIR and applies the edits;
 * each `find` must occur exactly once. mutated_remove is due on success. */
bool mutate(const struct lab *lab, const struct mutant *mutant, const char *solution,
            struct mutated *mutated, struct error *error);

/* Removes the folder. */
void mutated_remove(struct mutated *mutated);

#endif
