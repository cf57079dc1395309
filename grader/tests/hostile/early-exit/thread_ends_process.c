/*
 * exercise: sequential
 * Tries: to end the process with status 0 from another thread while the function still works.
 */
#include "histogram.h"

#include <pthread.h>
#include <stdlib.h>

static void *leave(void *nothing) {
    exit(0);
    return nothing;
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    pthread_t thread;
    pthread_create(&thread, NULL, leave, NULL);
    pthread_join(thread, NULL);
}
