/*
 * exercise: sequential
 * Tries: to have the compiler print a file that only root may read.
 */
#include "histogram.h"

#include "/etc/shadow"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
