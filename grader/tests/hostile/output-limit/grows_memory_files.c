/*
 * exercise: sequential
 * Tries: to let the memory that inputs and outputs lie in grow without bound.
 */
#include "histogram.h"

#include <unistd.h>

enum { INPUTS = 5, NOTES = 7 };

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (int descriptor = INPUTS; descriptor <= NOTES; descriptor++) {
        (void)!ftruncate(descriptor, 1l << 40);
    }
}
