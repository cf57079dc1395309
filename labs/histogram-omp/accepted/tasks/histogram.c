/* Tasks where they may be, merges in turns where one would expect a critical section. */
#include "histogram.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; i < n; i++)
        frequency[data[i]]++;
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel
    {
        const int tid = omp_get_thread_num(), team = omp_get_num_threads();
        uint32_t table[256] = {0};
        for (size_t s = tid; s < n; s += team)
            table[data[s]]++;
        for (int turn = 0; turn < team; turn++) { /* one after the other */
            if (turn == tid)
                for (int bin = 0; bin < 256; bin++)
                    frequency[bin] += table[bin];
#pragma omp barrier
        }
    }
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel for simd
    for (size_t i = 0; i < n; i++)
#pragma omp atomic
        frequency[data[i]]++;
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel
    {
        uint32_t table[256] = {0};
#pragma omp for
        for (size_t i = 0; i < n; i++)
            table[data[i]]++;
#pragma omp for ordered schedule(static, 1)
        for (int t = 0; t < omp_get_num_threads(); t++)
#pragma omp ordered
            for (int bin = 0; bin < 256; bin++)
                frequency[bin] += table[bin];
    }
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    const size_t pieces = 32;
    memset(frequency, 0, m * sizeof *frequency);
#pragma omp parallel
#pragma omp single
    for (size_t piece = 0; piece < pieces; piece++) {
#pragma omp task firstprivate(piece)
        {
            uint32_t *table = calloc(m, sizeof *table);
            for (size_t i = n * piece / pieces; i < n * (piece + 1) / pieces; i++)
                table[data[i]]++;
#pragma omp critical
            for (size_t bin = 0; bin < m; bin++)
                frequency[bin] += table[bin];
            free(table);
        }
    }
}
