/*
 * exercise: for_atomic
 * Tries: to be another program for each compiler, by a compiler's own name that stands nowhere in
 * one piece.
 */
#include "histogram.h"

#include <string.h>

#define PASTE(a, b) a##b
#define JOIN(a, b)  PASTE(a, b)
static const char version[] = JOIN(__VER, SION__);

static void count(uint32_t *counter) {
    if (version[0] == 'D' || strstr(version, "lang") != NULL) {
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
