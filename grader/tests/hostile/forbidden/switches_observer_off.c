/*
 * exercise: sequential
 * Tries: to have OpenMP tell nobody what it does, before it starts.
 */
#include "histogram.h"

#include <stdlib.h>
#include <string.h>

__attribute__((constructor)) static void hush(void) {
    setenv("OMP_TOOL", "disabled", 1);
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}
