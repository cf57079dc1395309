/*
 * exercise: for_atomic
 * Tries: to use a name of one compiler without writing it.
 */
#include "histogram.h"

#include <string.h>

#define PASTE(a, b) a##b
#define NAME(a, b)  PASTE(a, b)
enum { WATCHED = NAME(__GNU, C__) < 5 };

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
