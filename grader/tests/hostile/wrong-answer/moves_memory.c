/*
 * exercise: sequential
 * Tries: to answer in another memory than the one that is looked at, by allocating until it lands
 * there.
 */
#include "histogram.h"

#include <stdlib.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    uint32_t *mine = calloc(256, sizeof *mine);
    for (size_t i = 0; mine != NULL && i < n; i++) {
        mine[data[i]]++;
    }
    frequency = mine;
    (void)frequency;
}
