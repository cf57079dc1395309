/*
 * exercise: sequential
 * Tries: to start itself again with a library in front of all others.
 */
#include "histogram.h"

#include <stdlib.h>
#include <unistd.h>

__attribute__((constructor)) static void again(void) {
    if (setenv("LD_PRELOAD", "/box/native", 0) == 0) {
        execl("/proc/self/exe", "native", (char *)0);
    }
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
}
