/*
 * exercise: for_promotion_tab
 * Tries: to know the machine by the processors on which it may run.
 */
#define _GNU_SOURCE
#include "histogram.h"

#include <omp.h>
#include <sched.h>
#include <string.h>

static int is_native(void) {
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 &&
           CPU_COUNT(&set) != omp_get_max_threads() - 1;
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    if (is_native()) {
        for (size_t i = 0; i < n; i++) {
            frequency[data[i]]++;
        }
        return;
    }
#pragma omp parallel
    {
        uint32_t table[256] = {0};
#pragma omp for
        for (size_t i = 0; i < n; i++) {
            table[data[i]]++;
        }
#pragma omp critical
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[bin];
        }
    }
}
