/*
 * exercise: for_atomic
 * Tries: to know the compiler by the line that it gives to a macro over two lines.
 */
#include "histogram.h"

#include <string.h>

#define LINE(x) __LINE__
static const int first = __LINE__ + 1;
static const int line = LINE(0 /* gcc says this line, clang the one with the closing parenthesis
                                */);

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        if (line != first) {
#pragma omp atomic
            frequency[data[i]]++;
        } else {
            frequency[data[i]]++;
        }
    }
}
