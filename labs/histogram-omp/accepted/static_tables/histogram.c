/* File-scope tables, a row for each of at most 64 threads. */
#include "histogram.h"

#include <omp.h>

#define MAX_THREADS 64
#define MAX_BINS    65536

static unsigned int rows[MAX_THREADS][MAX_BINS];

static void clear_rows(size_t m) {
    for (int t = 0; t < omp_get_max_threads(); t++)
        for (size_t bin = 0; bin < m; bin++)
            rows[t][bin] = 0;
}

static void sum_rows(uint32_t *frequency, size_t m) {
    for (size_t bin = 0; bin < m; bin++) {
        unsigned int sum = 0;
        for (int t = 0; t < omp_get_max_threads(); t++)
            sum += rows[t][bin];
        frequency[bin] = sum;
    }
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    clear_rows(256);
    for (size_t i = 0; i < n; i++)
        rows[0][data[i]]++;
    sum_rows(frequency, 256);
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    clear_rows(256);
#pragma omp parallel
    {
        int tid = omp_get_thread_num();
        for (size_t s = tid; s < n; s += omp_get_num_threads())
            rows[tid][data[s]]++;
#pragma omp barrier
#pragma omp master
        sum_rows(frequency, 256);
    }
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    unsigned int *counters = rows[0];
    clear_rows(256);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
#pragma omp atomic
        counters[data[i]]++;
    sum_rows(frequency, 256);
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    clear_rows(256);
#pragma omp parallel
    {
#pragma omp for
        for (size_t i = 0; i < n; i++)
            rows[omp_get_thread_num()][data[i]]++;
#pragma omp single
        sum_rows(frequency, 256);
    }
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    clear_rows(m);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        rows[omp_get_thread_num()][data[i]]++;
    sum_rows(frequency, m);
}
