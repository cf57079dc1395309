/*
 * A histogram of bytes, as fast as one core can count.
 *
 * `table[data[i]]++` loads a counter, adds one and stores it. When the next value is the same, its
 * load waits for that store. Eight neighbours that count in eight tables do not wait for each
 * other. They are taken out of one 64-bit number, by halves, which is work for the arithmetic
 * units: loading them one by one would keep the load units busy, which the counters need. The next
 * number is loaded before this one's values are counted, and memory is asked for a kilobyte ahead.
 * The distance between the tables is not a power of two: else counters of the same value lie 4096
 * bytes apart, and a processor that compares only the low bits of addresses takes one for the
 * other.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { ONE_CORE_TABLES = 8, ONE_CORE_ROW = 256 + 16 };

/* Adds eight values, one to each table. */
static inline void count_eight(uint64_t word, uint32_t table[ONE_CORE_TABLES][ONE_CORE_ROW]) {
    uint32_t low = (uint32_t)word, high = (uint32_t)(word >> 32);
    table[0][low & 255]++;
    table[1][low >> 8 & 255]++;
    table[2][low >> 16 & 255]++;
    table[3][low >> 24]++;
    table[4][high & 255]++;
    table[5][high >> 8 & 255]++;
    table[6][high >> 16 & 255]++;
    table[7][high >> 24]++;
}

static inline uint64_t load_eight(const uint8_t *data) {
    uint64_t word;
    memcpy(&word, data, sizeof word);
    return word;
}

static inline void histogram_on_one_core(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    enum { AHEAD = 1024 };
    uint32_t table[ONE_CORE_TABLES][ONE_CORE_ROW] = {0};
    uint64_t even = n >= 8 ? load_eight(data) : 0, odd;
    size_t i = 0;
    for (; i + 40 <= n; i += 32) {
        odd = load_eight(data + i + 8);
        count_eight(even, table);
        even = load_eight(data + i + 16);
        count_eight(odd, table);
        odd = load_eight(data + i + 24);
        count_eight(even, table);
        even = load_eight(data + i + 32);
        count_eight(odd, table);
        __builtin_prefetch(data + i + AHEAD);
    }
    for (; i < n; i++) {
        table[0][data[i]]++;
    }
    memcpy(frequency, table[0], 256 * sizeof *frequency);
    for (int t = 1; t < ONE_CORE_TABLES; t++) {
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[t][bin];
        }
    }
}
