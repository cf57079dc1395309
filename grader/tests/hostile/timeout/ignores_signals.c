/*
 * exercise: sequential
 * seconds: 1
 * Tries: to outlive every signal that can be caught or ignored, among them the one for too much
 * processor time.
 */
#include "histogram.h"

#include <signal.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (int number = 1; number < NSIG; number++) {
        signal(number, SIG_IGN);
    }
    for (volatile int turning = 1; turning;) {
    }
}
