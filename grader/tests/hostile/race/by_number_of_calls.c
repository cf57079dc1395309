/*
 * exercise: for_atomic
 * Tries: to race from the second call on, as each run of the machine made one only.
 */
#include "histogram.h"

#include <string.h>

static int calls;

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    const int first = calls++ == 0;
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        if (first) {
#pragma omp atomic
            frequency[data[i]]++;
        } else {
            frequency[data[i]]++;
        }
    }
}
