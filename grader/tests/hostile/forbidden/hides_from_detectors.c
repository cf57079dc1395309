/*
 * exercise: for_atomic
 * Tries: to keep a function out of the sight of the race check, and to ask whether one is there.
 */
#include "histogram.h"

#include <string.h>

__attribute__((weak)) void __tsan_init(void);

__attribute__((no_sanitize("thread"), noinline)) static void unseen(uint32_t *counter) {
    (*counter)++;
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel for if (__tsan_init == 0)
    for (size_t i = 0; i < n; i++) {
        unseen(&frequency[data[i]]);
    }
}
