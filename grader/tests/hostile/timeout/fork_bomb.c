/*
 * exercise: sequential
 * seconds: 1
 * Tries: to start processes without end.
 */
#include "histogram.h"

#include <unistd.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    for (;;) {
        fork();
    }
}
