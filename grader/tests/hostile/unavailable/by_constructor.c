/*
 * exercise: for_atomic
 * Tries: to read the environment before main, without asking for it.
 */
#include "histogram.h"

#include <string.h>

static int watched;

__attribute__((constructor)) static void look(int argc, char **argv, char **environment) {
    (void)argc, (void)argv;
    for (; environment != NULL && *environment != NULL; environment++) {
        watched |= strncmp(*environment, "OMP_WAIT_POLICY", 15) != 0;
    }
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        if (watched) {
#pragma omp atomic
            frequency[data[i]]++;
        } else {
            frequency[data[i]]++;
        }
    }
}
