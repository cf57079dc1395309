/*
 * exercise: sequential
 * Tries: nothing: an honest mistake, the stack runs out.
 */
#include "histogram.h"

static uint32_t deeper(size_t level) {
    volatile char room[4096];
    room[level % sizeof room] = 1;
    return level == SIZE_MAX ? 0 : deeper(level + 1) + room[level % sizeof room];
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    frequency[0] = deeper(n);
}
