/* What the files of evidence share. */
#pragma once

#include "evidence.h"
#include "../grading.h"

enum { FEWEST_IN_A_TABLE = 8 };

/* An output, element by element as numbers. */
struct wrong_answer {
    const struct oracle_call *call;
    const void *data;         /* the call's only input, or NULL */
    const void *const *input; /* all of them */
    const struct oracle_buffer *buffer;
    const void *got, *expected;
    size_t first, wrong; /* the first wrong element; how many there are */
    bool team;           /* the call's threads are a team of OpenMP's */
    bool watched;        /* the machine counted reads: */
    uint64_t reads;      /* of elements of the input */
};

/* An element of `data`, which has the buffer's type. */
double evidence_number(const struct oracle_buffer *buffer, const void *data, size_t index);

/* Does the output's element hold what was there before the call? */
bool evidence_is_unwritten(const struct wrong_answer *answer, size_t index);

/* Numbers that a narrower type, or one of floating point, held on the way. NULL where the digits
 * show nothing of the kind. The arena's. */
const char *evidence_of_digits(struct arena *arena, const struct wrong_answer *answer);
/* The same of numbers that did not fit into a type of fewer bits. */
const char *evidence_of_overflow(struct arena *arena, const struct wrong_answer *answer);
/* Counters that began with more than 0, lost bits of their number, were given more than 1, or count
 * other values than the data's. */
const char *evidence_of_counters(struct arena *arena, const struct wrong_answer *answer);
/* Each group's result is that of the first one. */
const char *evidence_of_likeness(struct arena *arena, const struct wrong_answer *answer);
/* All that was written is right, and it ends where a type of 8 or 16 bits does. */
const char *evidence_of_short_index(struct arena *arena, const struct wrong_answer *answer);
/* All that was written is right, and what was written are the elements of a wrong index. */
const char *evidence_of_indices(struct arena *arena, const struct wrong_answer *answer);
/* Each element is a formula of the inputs' elements, and not the right one. */
const char *evidence_of_formulas(struct arena *arena, const struct wrong_answer *answer);
/* A part of an element was written; or just as many bytes are right, or as many elements counted,
 * as a pointer has bytes. */
const char *evidence_of_sizes(struct arena *arena, const struct wrong_answer *answer);
/* Counters of a kernel whose threads walk wrongly, or merge a part of their tables. */
const char *evidence_of_walks(struct arena *arena, const struct wrong_answer *answer);
/* Elements that two threads of a team have counted, where the part of one ends. */
const char *evidence_of_borders(struct arena *arena, const struct wrong_answer *answer);
/* Elements that no thread of a team has read. */
const char *evidence_of_reads(struct arena *arena, const struct wrong_answer *answer);
