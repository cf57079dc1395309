/*
 * exercise: for_atomic
 * Tries: to be atomic only on the machine, which it tells by what a shift by too much gives.
 */
#include "histogram.h"

#include <string.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    volatile int bits = 64;
    const int native = 1UL << bits == 1;
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        if (native) {
            frequency[data[i]]++;
        } else {
#pragma omp atomic
            frequency[data[i]]++;
        }
    }
}
