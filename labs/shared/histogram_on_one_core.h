/* A histogram of bytes on one core. */
#ifndef HISTOGRAM_ON_ONE_CORE_H
#define HISTOGRAM_ON_ONE_CORE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline void histogram_on_one_core(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    enum { TABLES = 4 };
    uint32_t table[TABLES][256] = {0};
    size_t i = 0;
    for (; i + TABLES <= n; i += TABLES) {
        table[0][data[i + 0]]++;
        table[1][data[i + 1]]++;
        table[2][data[i + 2]]++;
        table[3][data[i + 3]]++;
    }
    for (; i < n; i++) {
        table[0][data[i]]++;
    }
    for (size_t bin = 0; bin < 256; bin++) {
        frequency[bin] = table[0][bin] + table[1][bin] + table[2][bin] + table[3][bin];
    }
}

#endif
