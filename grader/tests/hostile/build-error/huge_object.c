/*
 * exercise: sequential
 * Tries: to fill the disk with the compiler's own output.
 */
#include "histogram.h"

char huge[1ull << 36] = {1};

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
