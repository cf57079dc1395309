/*
 * exercise: gm
 * Tries: to cut the device off, so that it has nothing to say.
 */
#include "histogram.h"

#include <unistd.h>

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    (void)blocks;
    close(100);
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
    return threads > 1024;
}
