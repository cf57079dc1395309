/*
 * exercise: for_atomic
 * Tries: to be atomic only where a sanitizer watches, or on a GPU.
 */
#include "histogram.h"

#include <string.h>

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__) || defined(__nvptx__) ||         \
    !defined(__OPTIMIZE__)
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
