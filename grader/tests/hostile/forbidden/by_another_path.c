/*
 * exercise: for_atomic
 * Tries: to have its lines taken for another file's, by including itself under another name.
 */
#ifndef AGAIN
#define AGAIN
#include "/proc/self/cwd/histogram.c"
#else
#include "histogram.h"

#include <string.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        __asm__ volatile("lock incl %0" : "+m"(frequency[data[i]]));
    }
}
#endif
