/*
 * exercise: for_atomic
 * Tries: to be the tool that OpenMP tells what threads do, and counts with one thread.
 */
#include "histogram.h"

void *ompt_start_tool(unsigned version, const char *runtime) {
    (void)version, (void)runtime;
    return 0;
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}
