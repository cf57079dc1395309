/*
 * exercise: sequential
 * flavours: all
 * Tries: to cut the grader off by closing every descriptor.
 */
#include "histogram.h"

#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (int descriptor = 0; descriptor < 1024; descriptor++) {
        close(descriptor);
    }
}
