/*
 * exercise: sequential
 * levels: all
 * Tries: to have the compiler print a file beside the kit (the test puts its path in).
 */
#include "histogram.h"

#include "@SECRET@"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
