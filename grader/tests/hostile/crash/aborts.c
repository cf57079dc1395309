/*
 * exercise: sequential
 * Tries: to end by abort().
 */
#include "histogram.h"

#include <stdlib.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    abort();
}
