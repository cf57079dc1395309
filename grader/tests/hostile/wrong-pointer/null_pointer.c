/* === null_pointer */
/*
 * exercise: sequential
 * flavours: all
 * Tries: nothing: an honest mistake.
 */
#include "histogram.h"

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data, (void)n, (void)frequency;
    volatile int *nowhere = NULL;
    *nowhere = 1;
}
