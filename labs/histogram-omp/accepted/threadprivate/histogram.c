/* Tables that live as long as their threads: they must be cleared in every call. */
#include "histogram.h"

#include <omp.h>
#include <string.h>

static uint32_t table[65536];
#pragma omp threadprivate(table)

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; i < n; i++)
        frequency[data[i]] += 1;
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel
    {
        memset(table, 0, 256 * sizeof *table);
        for (size_t s = omp_get_thread_num(); s < n; s += omp_get_num_threads())
            table[data[s]]++;
#pragma omp critical
        for (int bin = 0; bin < 256; bin++)
            frequency[bin] += table[bin];
    }
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
#pragma omp atomic
        frequency[data[i]]++;
    }
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel
    {
        for (int bin = 0; bin < 256; bin++)
            table[bin] = 0;
#pragma omp for
        for (size_t i = 0; i < n; i++)
            table[data[i]]++;
#pragma omp critical
        for (int bin = 0; bin < 256; bin++)
            frequency[bin] += table[bin];
    }
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    memset(frequency, 0, m * sizeof *frequency);
#pragma omp parallel
    {
        for (size_t bin = 0; bin < m; bin++)
            table[bin] = 0;
#pragma omp for
        for (size_t i = 0; i < n; i++)
            table[data[i]]++;
#pragma omp critical
        for (size_t bin = 0; bin < m; bin++)
            frequency[bin] += table[bin];
    }
}
