/*
 * Who handed in what, as Gradescope's export of all submissions says: a folder for each, and
 * submission_metadata.yml beside them, in which Ruby wrote its own record of each folder.
 */
#pragma once

#include "../../arena.h"
#include "../../error.h"

#include <stdint.h>

#define GRADESCOPE_METADATA "submission_metadata.yml"

struct gradescope_person {
    const char *name, *sid, *email; /* composed UTF-8; "" where nothing is said */
    struct gradescope_person *next;
};

struct gradescope_submission {
    const char *folder;
    int64_t handed_in; /* seconds since 1970; 0 where nothing is said */
    struct gradescope_person *people;
    struct gradescope_submission *next;
};

/* Reads the file: the submissions in its order, in the arena. What it says of scores, of results
 * and of earlier attempts is skipped, however long it is. Malformed: one line with its line. */
bool gradescope_read(struct arena *arena, const char *path, struct gradescope_submission **first,
                     struct error *error);

/* The one of that folder, or NULL. */
const struct gradescope_submission *gradescope_find(const struct gradescope_submission *submissions,
                                                    const char *folder);
