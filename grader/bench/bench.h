/*
 * A small benchmark frame. A lab plugs into it with labs/<lab>/bench.c, a program of its own: it
 * makes its data, checks that all it is going to time is right, lists the rows of a table, and
 * calls bench_run. `make bench LAB=<lab>` builds and runs it.
 *
 * All rows run in turn, round after round, so that whatever slows the machine down for a while
 * slows all of them. A first round warms up and does not count.
 */
#pragma once

#include "statistics.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct bench_row {
    const char *name;  /* what is measured: at most 24 columns */
    const char *input; /* on which data: at most 9 columns */
    int threads;       /* of OpenMP; a row that asks for more than there are cores is left out */
    size_t elements;   /* that one run works through */
    size_t reference;  /* index of the row whose speed is 1.00 for this one */
    void (*run)(const void *context);
    const void *context; /* for run; the caller's */
};

/* Cores that this process may run on. */
int bench_cores(void);

/*
 * Measures all rows and writes a table of at most 80 columns to `out`, with a word on what
 * disturbed the measurement. `rounds` >= 1; the environment's RUNS overrides it. Returns the exit
 * status: 0, or 2 after a line on stderr.
 */
int bench_run(const char *title, const struct bench_row *rows, size_t count, size_t rounds,
              FILE *out);
