/*
 * exercise: sequential
 * Tries: to keep a function out of the sight of the race check.
 */
#include "histogram.h"

__attribute__((no_sanitize("thread"))) void unseen(uint32_t *counter);

void unseen(uint32_t *counter) {
    (*counter)++;
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data;
    for (size_t bin = 0; bin < 256; bin++) {
        frequency[bin] = (uint32_t)(n / 256);
    }
}
