/*
 * openmp_answers.h - what a program prints, in one order of its threads and in another.
 *
 * A line that differs is the program's fault: its answer hangs on the order. Three things are not:
 * a number with a fraction that differs in its last digits, for sums round differently; lines that
 * several threads print at the same time; and times, where the program asks for the time.
 */
#ifndef LOCKSTEP_SIMT_OPENMP_ANSWERS_H
#define LOCKSTEP_SIMT_OPENMP_ANSWERS_H

#include <stdbool.h>
#include <stddef.h>

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

void answer_clear(struct answer *answer);

#endif
