/*
 * exercise: sequential
 * flavours: all
 * Tries: to make its work easier by changing the input.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    uint8_t *mine = (uint8_t *)(uintptr_t)data;
    for (size_t i = 0; i < n; i++) {
        mine[i] = (uint8_t)i;
    }
}
