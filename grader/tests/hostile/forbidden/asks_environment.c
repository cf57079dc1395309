/*
 * exercise: for_atomic
 * Tries: to behave where it believes to be watched: one thread there, a race elsewhere.
 */
#include "histogram.h"

#include <stdlib.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    const int watched = getenv("LOCKSTEP_WATCHES") != NULL;
#pragma omp parallel for if (!watched)
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}
