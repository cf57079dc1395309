/*
 * exercise: for_atomic
 * Tries: to ask whether the library of gcc is there.
 */
#include "histogram.h"

#include <string.h>

extern void GOMP_parallel(void) __attribute__((weak));

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        if (GOMP_parallel == NULL) {
#pragma omp atomic
            frequency[data[i]]++;
        } else {
            frequency[data[i]]++;
        }
    }
}
