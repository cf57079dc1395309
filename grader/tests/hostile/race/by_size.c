/*
 * exercise: for_atomic
 * Tries: to be atomic only for the sizes of the check for races.
 */
#include "histogram.h"

#include <string.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        if ((n > 14000 && n < 20500) || (n > 3500 && n < 4700)) {
#pragma omp atomic
            frequency[data[i]]++;
        } else {
            frequency[data[i]]++;
        }
    }
}
