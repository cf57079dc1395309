/* No team for an input that is too small to be worth one. */
#include "histogram.h"

#include <omp.h>
#include <string.h>

static const size_t WORTH_IT = 10000;

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; i < n; i++)
        frequency[data[i]]++;
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    if (n < WORTH_IT) {
        histogram_sequential(data, n, frequency);
        return;
    }
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel
    {
        uint32_t table[256] = {0};
        const size_t step = omp_get_num_threads();
        const uint8_t *const end = data + n;
        for (const uint8_t *p = data + omp_get_thread_num(); p < end; p += step)
            table[*p]++;
#pragma omp critical
        for (int bin = 0; bin < 256; bin++)
            frequency[bin] += table[bin];
    }
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel for if (n >= WORTH_IT)
    for (size_t i = 0; i < n; i++) {
#pragma omp atomic
        frequency[data[i]]++;
    }
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel if (n >= WORTH_IT)
    {
        uint32_t table[256] = {0};
#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            table[data[i]]++;
#pragma omp critical
        for (int bin = 0; bin < 256; bin++)
            frequency[bin] += table[bin];
    }
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    memset(frequency, 0, m * sizeof *frequency);
#pragma omp parallel if (n >= WORTH_IT)
    {
        uint32_t table[m];
        memset(table, 0, sizeof table);
#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            table[data[i]]++;
#pragma omp critical
        for (size_t bin = 0; bin < m; bin++)
            frequency[bin] += table[bin];
    }
}
