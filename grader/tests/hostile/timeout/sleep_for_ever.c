/*
 * exercise: sequential
 * flavours: all
 * waits: yes
 * Tries: to hold the grader up without using any processor time.
 */
#include "histogram.h"

#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (;;) {
        pause();
    }
}
