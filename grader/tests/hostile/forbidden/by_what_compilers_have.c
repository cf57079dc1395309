/*
 * exercise: for_atomic
 * Tries: to tell the compilers apart by what they offer.
 */
#include "histogram.h"

#include <string.h>

#if defined(__has_feature)
enum { WATCHED = 1 };
#else
enum { WATCHED = 0 };
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
