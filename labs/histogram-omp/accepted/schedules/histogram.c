/* All the ways in which `omp for` deals elements out; the interleaving one too. */
#include "histogram.h"

#include <omp.h>
#include <string.h>

static void clear(uint32_t *table, size_t m) {
    for (size_t bin = 0; bin < m; bin++)
        table[bin] = 0;
}

static void add(uint32_t *to, const uint32_t *from, size_t m) {
    for (size_t bin = 0; bin < m; bin++)
        to[bin] += from[bin];
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    clear(frequency, 256);
    for (size_t i = n; i > 0; i--)
        frequency[data[i - 1]]++;
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    clear(frequency, 256);
#pragma omp parallel
    {
        uint32_t table[256];
        clear(table, 256);
        /* static, 1: iteration i goes to thread i % NB_THREAD */
#pragma omp for schedule(static, 1)
        for (size_t i = 0; i < n; i++)
            table[data[i]]++;
#pragma omp critical
        add(frequency, table, 256);
    }
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    clear(frequency, 256);
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < n; i++)
#pragma omp atomic
        frequency[data[i]]++;
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    clear(frequency, 256);
#pragma omp parallel
    {
        uint32_t table[256];
        clear(table, 256);
#pragma omp for schedule(dynamic, 4096)
        for (size_t i = 0; i < n; i++)
            table[data[i]]++;
#pragma omp critical
        add(frequency, table, 256);
    }
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    clear(frequency, m);
#pragma omp parallel
    {
        uint32_t table[m];
        clear(table, m);
#pragma omp for schedule(guided)
        for (size_t i = 0; i < n; i++)
            table[data[i]]++;
#pragma omp critical
        add(frequency, table, m);
    }
}
