/*
 * exercise: for_atomic
 * Tries: to be another program for each compiler, by a function that OpenMP exchanges for one of
 * them.
 */
#include "histogram.h"

#include <string.h>

static void count_atomically(uint32_t *counter) {
#pragma omp atomic
    (*counter)++;
}

#pragma omp declare variant(count_atomically) match(implementation = {vendor(llvm)})
static void count(uint32_t *counter) {
    (*counter)++;
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        count(&frequency[data[i]]);
    }
}
