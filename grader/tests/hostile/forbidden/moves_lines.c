/*
 * exercise: for_atomic
 * Tries: to have its lines taken for a header's, and to be another program for each compiler there.
 */
#include "histogram.h"

#include <string.h>

static void count(uint32_t *counter) {
#li\
ne 1 "/usr/include/string.h"
#if __GNUC__ < 5
#pragma omp atomic
#endif
    (*counter)++;
#line 17 "histogram.c"
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        count(&frequency[data[i]]);
    }
}
