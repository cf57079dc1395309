/* A lab's right and wrong programs as folders: copies of the solution, changed. */
#pragma once

#include "../lab/variants.h"

#include <limits.h>

struct mutated {
    char directory[PATH_MAX];
};

/* Copies the lab's files from `solution` into a new folder under $TMPDIR, with the variant's
 * changes. mutated_remove is due on success. */
bool mutate(const struct lab *lab, const struct variant *variant, const char *solution,
            struct mutated *mutated, struct error *error);

/* Removes the folder. */
void mutated_remove(struct mutated *mutated);
