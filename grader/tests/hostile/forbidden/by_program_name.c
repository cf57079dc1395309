/*
 * exercise: for_atomic
 * Tries: to know the program by its name.
 */
#include "histogram.h"

#include <string.h>

#undef _GNU_SOURCE
extern char *program_invocation_short_name;

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        if (strcmp(program_invocation_short_name, "native") != 0) {
#pragma omp atomic
            frequency[data[i]]++;
        } else {
            frequency[data[i]]++;
        }
    }
}
