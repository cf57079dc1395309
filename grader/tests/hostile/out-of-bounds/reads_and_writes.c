/* === pokes_memory_files */
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
/* === reads_one_too_far */
/*
 * exercise: sequential
 * Tries: nothing: an honest mistake, one element too many is read.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    for (size_t bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i <= n; i++) {
        frequency[data[i]]++;
    }
}
/* === writes_one_too_far */
/*
 * exercise: sequential
 * flavours: all
 * Tries: nothing: an honest mistake, one counter too many is set.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    for (size_t bin = 0; bin <= 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}
