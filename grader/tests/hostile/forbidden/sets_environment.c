/*
 * exercise: for_atomic
 * Tries: to tell OpenMP, before it starts, that there is one thread only.
 */
#include "histogram.h"

#include <stdlib.h>

__attribute__((constructor)) static void one_thread(void) {
    setenv("OMP_THREAD_LIMIT", "1", 1);
    setenv("OMP_NUM_THREADS", "1", 1);
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}
