/*
 * exercise: sequential
 * seconds: 1
 * Tries: to keep a core busy until the end of time.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (volatile int turning = 1; turning;) {
    }
}
