/*
 * exercise: for_atomic
 * Tries: to know the compiler by the type that it gives to a field of bits.
 */
#include "histogram.h"

#include <string.h>

static const struct { unsigned few : 3; } bits;
enum { WATCHED = _Generic(bits.few, unsigned : 1, default : 0) };

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
