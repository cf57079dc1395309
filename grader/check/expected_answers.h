/* A call's inputs with what is expected of them, and whether an answer fits them. */
#pragma once

#include "grading.h"

struct solved {
    void *input[ORACLE_MAX_BUFFERS], *output[ORACLE_MAX_BUFFERS];
};

/* Room for all of them, zeroed. False, with nothing taken, without memory. */
bool solved_make(const struct oracle_call *call, struct solved *solved);
void solved_free(struct solved *solved);

/* Makes the inputs of the call's seed, and what is expected of them. False with the grading's
 * error. */
bool solved_fill(struct grading *grading, const struct oracle_call *call, struct solved *solved);

/* Is that element of the output the expected one? */
bool solved_has(const struct oracle_call *call, const struct solved *solved, const void *got,
                size_t output, size_t at);

/* Is that element to be what an input holds in the same place? Then it comes back from the device
 * as it went, and shows nothing. */
bool solved_is_input(const struct oracle_call *call, const struct solved *solved, size_t output,
                     size_t at);

/* Is all of the answer as expected, but for such elements? */
bool solved_fits(const struct oracle_call *call, const struct solved *solved,
                 const void *const got[]);
