/*
 * The self-test of the race check: one program without a race, which ThreadSanitizer must not
 * accuse, and one with a race, which it must find. Both go through what it gets wrong when Archer,
 * /proc or a module is missing: a critical section, a barrier and an ordinary parallel loop.
 */
#include "run/runner.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { BINS = 64, STEPS = 4096 };

static void without_race(uint32_t *table) {
    uint32_t total[BINS] = {0};
#pragma omp parallel num_threads(4)
    {
        uint32_t own[BINS] = {0};
#pragma omp for
        for (int i = 0; i < STEPS; i++) {
            own[i % BINS]++;
        }
#pragma omp critical
        for (int i = 0; i < BINS; i++) {
            total[i] += own[i];
        }
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < BINS; i++) {
            table[i] = total[BINS - 1 - i];
        }
    }
}

static void with_race(uint32_t *table) {
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < STEPS; i++) {
        table[i % BINS]++;
    }
}

int runner_call(const struct runner_call *call) {
    if (strcmp(call->exercise, "without_race") == 0) {
        without_race(call->output[0]);
    } else {
        with_race(call->output[0]);
    }
    return 0;
}
