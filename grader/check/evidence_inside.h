/* What the files of evidence share. */
#ifndef LOCKSTEP_EVIDENCE_INSIDE_H
#define LOCKSTEP_EVIDENCE_INSIDE_H

#include "grading.h"

enum { FEWEST_IN_A_TABLE = 8 };

/* An output, element by element as numbers. */
struct wrong_answer {
    const struct oracle_call *call;
    const void *data; /* the call's only input, or NULL */
    const struct oracle_buffer *buffer;
    const void *got, *expected;
    size_t first, wrong; /* the first wrong element; how many there are */
    bool team;           /* the call's threads are a team of OpenMP's */
    bool unread;         /* no element of the input was read, the machine says */
};

/* An element of `data`, which has the buffer's type. */
double evidence_number(const struct oracle_buffer *buffer, const void *data, size_t index);

/* Numbers that a narrower type, or one of floating point, held on the way. NULL where the digits
 * show nothing of the kind. The arena's. */
const char *evidence_of_digits(struct arena *arena, const struct wrong_answer *answer);
/* The same of numbers that did not fit into a type of fewer bits. */
const char *evidence_of_overflow(struct arena *arena, const struct wrong_answer *answer);

#endif
