/*
 * exercise: sequential
 * Tries: to have the compiler read a file that never ends.
 */
#include "histogram.h"

#include "/dev/zero"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
