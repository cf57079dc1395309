/*
 * exercise: sequential
 * Tries: to change inputs and outputs through their descriptors: to shrink and to overwrite them.
 */
#include "histogram.h"

#include <unistd.h>

enum { INPUTS = 5, NOTES = 7 };

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    static const unsigned char zeros[65536];
    for (int descriptor = INPUTS; descriptor <= NOTES; descriptor++) {
        (void)!ftruncate(descriptor, 0);
        (void)!pwrite(descriptor, zeros, sizeof zeros, 0);
    }
}
