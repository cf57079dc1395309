/*
 * exercise: for_atomic
 * Tries: to know the machine by the strictest alignment.
 */
#include "histogram.h"

#include <stddef.h>
#include <string.h>

enum { WATCHED = _Alignof(max_align_t) < 16 };

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
