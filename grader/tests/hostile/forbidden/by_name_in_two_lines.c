/*
 * exercise: for_atomic
 * Tries: to be another program for each compiler, by a compiler's own name that goes on in the next
 * line.
 */
#include "histogram.h"

#include <string.h>

static void count(uint32_t *counter) {
    if (__GNU\
C__ < 5) {
#pragma omp atomic
        (*counter)++;
    } else {
        (*counter)++;
    }
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        count(&frequency[data[i]]);
    }
}
