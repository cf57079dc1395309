/* Making a program that stands near the solution: a folder with a copy of it, changed. */
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

/* Copies the lab's files from `folder`, and those that it lacks from `solution`. mutated_remove is
 * due on success. */
bool mutate_complete(const struct lab *lab, const char *folder, const char *solution,
                     struct mutated *mutated, struct error *error);

/* Removes the folder. */
void mutated_remove(struct mutated *mutated);

#endif
