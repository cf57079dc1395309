/*
 * answers.h - what a program prints, in one order of its threads and in another.
 *
 * A line that differs is the program's fault: its answer hangs on the order. Three things are not:
 * a number with a fraction that differs in its last digits, for sums round differently; lines that
 * several threads print at the same time; and times, where the program asks for the time.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "../../observers/reports/finding.h"

/* Standard output, zeroed to begin with; answer_clear() frees it. */
struct answer {
    char *text;
    char *by_team; /* for each byte: 1 where a thread printed it while others ran */
    size_t length, room;
    bool timed; /* the program asked for the time: set by whoever compares */
    bool cut;   /* too long, or no memory: the rest is not here */
};

/* Takes what openmp_options.print is given. */
void answer_add(struct answer *answer, int stream, const char *text, size_t length);

enum answer_difference { ANSWER_SAME, ANSWER_DIGITS, ANSWER_DIFFERS };

/* Where two answers differ: the first line that differs most. */
struct answer_line {
    enum answer_difference difference;
    unsigned line; /* of the first answer, from 1 */
    char before[64],
        after[64]; /* the line in the first and in the second, cut; "" if it has none */
};
struct answer_line answer_compare(const struct answer *first, const struct answer *second);

/* The same of two exit statuses, which differ. */
struct answer_line answer_of_statuses(int first, int second);

/* Leaves out of both, line by line, what `again` has otherwise than `first`: a program that prints
 * something else each time, in one order, says nothing by it. */
void answer_keep_steady(struct answer *first, struct answer *other, const struct answer *again);

/* What is said of a difference; `names` are the two orders'. Line 0: the program's exit status. */
struct simt_finding answer_finding(const struct answer_line *line, enum simt_dialect dialect,
                                   const char *const names[2]);

void answer_clear(struct answer *answer);
