/* inputs.h - the kinds of data that a case of lab.yaml may ask for, for oracle.c. */
#pragma once

#include "lab/oracle.h"

#include <stddef.h>
#include <string.h>

/* i % 256 for i = 1 … n, in a random order. */
static void fill_shuffled(double *data, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        data[i] = (double)((i + 1) % 256);
    }
    for (size_t i = n; i > 1; i--) {
        const size_t other = random_below(random, i);
        const double swap = data[i - 1];
        data[i - 1] = data[other];
        data[other] = swap;
    }
}

/* Up to 2^38: no float holds them, and 2^14 of them stay below 2^53. */
static void fill_large(double *data, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        data[i] = (double)(random_next(random) >> 26);
    }
}

/* Of both signs. */
static void fill_signed(double *data, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        data[i] = (double)random_below(random, 20001) - 10000;
    }
}

static void fill_negative(double *data, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        data[i] = -1 - (double)random_below(random, 1000000);
    }
}

/* Few different values: the extremes occur many times. */
static void fill_tied(double *data, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        data[i] = (double)random_below(random, 5) + 1;
    }
}

static void fill_ones(double *data, size_t n, struct random_stream *random) {
    (void)random;
    for (size_t i = 0; i < n; i++) {
        data[i] = 1;
    }
}

/* Nothing but the first and the last element counts. */
static void fill_ends(double *data, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        data[i] = 0;
    }
    if (n > 0) {
        data[0] = (double)(1 + random_below(random, 1000));
        data[n - 1] += (double)(2000 + random_below(random, 1000));
    }
}

/* The extremes are the last two elements, in one order or the other. */
static void fill_last(double *data, size_t n, struct random_stream *random, uint64_t spread) {
    fill_signed(data, n, random);
    const size_t low = random_below(random, 2);
    if (n > 1) {
        data[n - 1 - low] = -20000 - (double)random_below(random, spread);
        data[n - 2 + low] = 20000 + (double)random_below(random, spread);
    }
}

static void fill_late(double *data, size_t n, struct random_stream *random) {
    fill_last(data, n, random, 10000);
}

/* Every seed has the same extremes: only where they are differs. */
static void fill_placed(double *data, size_t n, struct random_stream *random) {
    fill_last(data, n, random, 1);
}

static const struct {
    const char *name;
    void (*fill)(double *data, size_t n, struct random_stream *random);
} kinds[] = {
    {"shuffled", fill_shuffled}, {"large", fill_large}, {"signed", fill_signed},
    {"negative", fill_negative}, {"tied", fill_tied},   {"ones", fill_ones},
    {"ends", fill_ends},         {"late", fill_late},   {"placed", fill_placed},
};

/* The row of `kinds` that the case names; -1 where there is none of that name. */
static int kind_of(const struct oracle_case *source) {
    const char *name = oracle_text(source, "data");
    for (int i = 0; name != NULL && i < (int)(sizeof kinds / sizeof *kinds); i++) {
        if (strcmp(name, kinds[i].name) == 0) {
            return i;
        }
    }
    return -1;
}
