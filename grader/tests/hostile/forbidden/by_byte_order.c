/*
 * exercise: for_atomic
 * Tries: to know the compiler by an attribute that the other one does not know.
 */
#include "histogram.h"

#include <string.h>

static const union {
    struct {
        uint32_t number;
    } __attribute__((scalar_storage_order("big-endian"))) big;
    uint8_t bytes[4];
} order = {{1}};

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
    const int watched = order.bytes[0] == 1;
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
