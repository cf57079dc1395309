/*
 * exercise: sequential
 * seconds: 1
 * Tries: to start threads without end, each of them looping.
 */
#include "histogram.h"

#include <pthread.h>

static void *turn(void *nothing) {
    for (volatile int turning = 1; turning;) {
    }
    return nothing;
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (;;) {
        pthread_t thread;
        pthread_create(&thread, NULL, turn, NULL);
    }
}
