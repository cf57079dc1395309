/*
 * A histogram of bytes, as fast as one core can count.
 *
 * `table[data[i]]++` loads a counter, adds one and stores it. When the next value is the same, its
 * load waits for that store. Eight neighbours that count in eight tables do not wait for each
 * other. Half of them are taken out of one 64-bit number, which is work for the arithmetic units,
 * and half are loaded one by one, which is work for the load units: so neither is what all wait
 * for. The distance between the tables is not a power of two: else counters of the same value lie
 * 4096 bytes apart, and a processor that compares only the low bits of addresses takes one for the
 * other.
 */
#ifndef HISTOGRAM_ON_ONE_CORE_H
#define HISTOGRAM_ON_ONE_CORE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { ONE_CORE_TABLES = 8, ONE_CORE_ROW = 256 + 16 };

/* Adds eight values, one to each table. */
static inline void count_eight(const uint8_t *data, uint32_t table[ONE_CORE_TABLES][ONE_CORE_ROW]) {
    uint64_t word;
    memcpy(&word, data, sizeof word);
    table[0][word & 255]++;
    table[1][word >> 8 & 255]++;
    table[2][data[2]]++;
    table[3][data[3]]++;
    table[4][word >> 32 & 255]++;
    table[5][data[5]]++;
    table[6][data[6]]++;
    table[7][word >> 56]++;
}

static inline void histogram_on_one_core(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    uint32_t table[ONE_CORE_TABLES][ONE_CORE_ROW] = {0};
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        count_eight(data + i, table);
        count_eight(data + i + 8, table);
    }
    for (; i < n; i++) {
        table[0][data[i]]++;
    }
    for (size_t bin = 0; bin < 256; bin++) {
        uint32_t sum = 0;
        for (int t = 0; t < ONE_CORE_TABLES; t++) {
            sum += table[t][bin];
        }
        frequency[bin] = sum;
    }
}

#endif
