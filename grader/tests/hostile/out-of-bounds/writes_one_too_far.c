/*
 * exercise: sequential
 * flavours: all
 * Tries: nothing: an honest mistake, one counter too many is set.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    for (size_t bin = 0; bin <= 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}
