/*
 * exercise: sequential
 * waits: yes
 * Tries: to stop (not end) its process, so that nobody hears of it again.
 */
#include "histogram.h"

#include <signal.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    raise(SIGSTOP);
    for (volatile int turning = 1; turning;) {
    }
}
