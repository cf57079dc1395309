/*
 * exercise: sequential
 * Tries: to have the compiler include 2^200 times.
 */
#include "histogram.h"

#if __INCLUDE_LEVEL__ < 180
#include __FILE__
#include __FILE__
#endif

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
