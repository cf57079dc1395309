/*
 * exercise: for_atomic
 * Tries: to be atomic only where clang compiles it, which is where races are looked for.
 */
#include "histogram.h"

#include <string.h>

#ifdef __clang__
#define WATCHED 1
#else
#define WATCHED 0
#endif

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        if (WATCHED) {
#pragma omp atomic
            frequency[data[i]]++;
        } else {
            frequency[data[i]]++;
        }
    }
}
