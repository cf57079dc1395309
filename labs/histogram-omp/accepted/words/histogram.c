/* Eight bytes at a time. */
#include "histogram.h"

#include <omp.h>
#include <string.h>

static uint64_t load(const uint8_t *data) {
    uint64_t word;
    memcpy(&word, data, sizeof word);
    return word;
}

static void count_word(uint64_t word, uint32_t table[2][256]) {
    for (int byte = 0; byte < 8; byte++)
        table[byte % 2][word >> (8 * byte) & 255]++;
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    uint32_t table[2][256] = {{0}};
    for (size_t word = 0; word < n / 8; word++)
        count_word(load(data + 8 * word), table);
    for (size_t i = n / 8 * 8; i < n; i++)
        table[0][data[i]]++;
    for (int bin = 0; bin < 256; bin++)
        frequency[bin] = table[0][bin] + table[1][bin];
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel
    {
        uint32_t table[2][256] = {{0}};
        const size_t stride = omp_get_num_threads();
        size_t s = omp_get_thread_num();
        for (; s + stride < n; s += 2 * stride) {
            table[0][data[s]]++;
            table[1][data[s + stride]]++;
        }
        if (s < n)
            table[0][data[s]]++;
#pragma omp critical
        for (int bin = 0; bin < 256; bin++)
            frequency[bin] += table[0][bin] + table[1][bin];
    }
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel
    {
#pragma omp for nowait
        for (size_t word = 0; word < n / 8; word++) {
            const uint64_t bytes = load(data + 8 * word);
            for (int byte = 0; byte < 8; byte++)
#pragma omp atomic
                frequency[bytes >> (8 * byte) & 255]++;
        }
#pragma omp for
        for (size_t i = n / 8 * 8; i < n; i++)
#pragma omp atomic
            frequency[data[i]]++;
    }
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel
    {
        uint32_t table[2][256] = {{0}};
#pragma omp for nowait
        for (size_t word = 0; word < n / 8; word++)
            count_word(load(data + 8 * word), table);
#pragma omp single nowait
        for (size_t i = n / 8 * 8; i < n; i++)
            table[0][data[i]]++;
#pragma omp critical
        for (int bin = 0; bin < 256; bin++)
            frequency[bin] += table[0][bin] + table[1][bin];
    }
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    memset(frequency, 0, m * sizeof *frequency);
#pragma omp parallel
    {
        uint32_t table[m];
        memset(table, 0, m * sizeof *table);
        const size_t team = omp_get_num_threads(), tid = omp_get_thread_num();
        for (size_t i = n * tid / team; i < n * (tid + 1) / team; i++)
            table[data[i]]++;
#pragma omp critical
        for (size_t bin = 0; bin < m; bin++)
            frequency[bin] += table[bin];
    }
}
