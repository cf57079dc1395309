/*
 * exercise: sequential
 * Tries: to have the compiler include without end.
 */
#include "histogram.h"

#include __FILE__

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
