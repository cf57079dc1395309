/* What to look at next, chosen by what a wrong answer shows. */
#pragma once

#include "../grading.h"

#include <string.h>

/* Is that output the error that a function returns, and no result? */
static inline bool evidence_is_error(const struct oracle_buffer *buffer) {
    return strstr(buffer->name, "error") != NULL;
}

/* A hint that the elements of a wrong output give by themselves, beside the call's inputs: each is
 * there twice, only the last ones are wrong, all are rounded. NULL where they show nothing of the
 * kind. *rest_missing: it says that some results are missing, and no more. The arena's. */
const char *evidence_of_values(struct arena *arena, const struct judged_call *judged, bool team,
                               const struct oracle_buffer *buffer, const void *got,
                               const void *expected, bool *rest_missing);

/* Does the result end inside of an element: are its first `*bytes` bytes right, and all others as
 * they were before? */
bool evidence_is_cut(const struct oracle_buffer *buffer, const void *got, const void *expected,
                     size_t *bytes);

/* Does an element of the output's data hold what was there before the call? */
bool evidence_is_poison(const struct oracle_buffer *buffer, const void *data, size_t index);

/* The call's parameter of that name; 0 where there is none. */
uint64_t evidence_parameter(const struct oracle_call *call, const char *name);

/* A hint that the simulated GPU gives where an answer is wrong: nothing was launched, or with the
 * numbers exchanged, or not waited for. NULL where it saw nothing of the kind. The arena's. */
const char *evidence_of_launches(struct grading *grading, const struct trial *trial);
/* The same where time or memory ran out: the launch is far too large, or a call for work is made
 * again and again. Gives the trial's first finding that hint, and the call's line. */
void evidence_of_too_much(struct grading *grading, enum flavour flavour, struct trial *trial);
/* Gives the trial's first finding the line of the copy that is too short, or not waited for. */
void evidence_of_copy_line(struct grading *grading, enum flavour flavour, struct trial *trial);
