/*
 * exercise: sequential
 * Tries: nothing: an honest mistake.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    frequency[0] = n + ;
    (void)data;
}
