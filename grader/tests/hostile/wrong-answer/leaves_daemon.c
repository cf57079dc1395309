/*
 * exercise: sequential
 * levels: all
 * Tries: to leave a process behind that has a session of its own and holds all descriptors open.
 */
#include "histogram.h"

#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (;;) {
                pause();
            }
        }
        _exit(0);
    }
}
