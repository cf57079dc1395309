/*
 * exercise: sequential
 * Tries: to answer n / 256 in every bin without looking at the data.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data;
    for (size_t bin = 0; bin < 256; bin++) {
        frequency[bin] = (uint32_t)(n / 256);
    }
}
