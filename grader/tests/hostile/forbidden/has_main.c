/*
 * exercise: sequential
 * Tries: to bring a main of its own.
 */
#include "histogram.h"

int main(void) {
    return 0;
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    (void)data;
    for (size_t bin = 0; bin < 256; bin++) {
        frequency[bin] = (uint32_t)(n / 256);
    }
}
