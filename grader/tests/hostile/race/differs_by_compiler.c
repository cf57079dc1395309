/*
 * exercise: for_atomic
 * Tries: to be right where the compiler is clang, whose code is looked at, and fast elsewhere.
 */
#include "histogram.h"

#include <string.h>

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
#if defined __clang__ || defined __llvm__ || defined __clang_major__
#pragma omp atomic
#endif
        frequency[data[i]]++;
    }
}
