/* Assertions, C11 atomics, a timer that was left in, sections, and a loop over thread numbers. */
#define _GNU_SOURCE
#include "histogram.h"

#include <assert.h>
#include <omp.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static double elapsed;

static void prepare(const void *data, uint32_t *frequency, size_t m) {
    assert(data != NULL);
    assert(frequency != NULL);
    assert(m > 0 && (m & (m - 1)) == 0);
    for (size_t bin = 0; bin < m; bin++)
        frequency[bin] = 0;
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    const double start = omp_get_wtime();
    prepare(data, frequency, 256);
    for (size_t i = 0; i < n; i++)
        frequency[data[i]]++;
    elapsed = omp_get_wtime() - start;
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    prepare(data, frequency, 256);
    const int NB_THREAD = omp_get_max_threads();
#pragma omp parallel for
    for (int tid = 0; tid < NB_THREAD; tid++) {
        uint32_t tab[256] = {0};
        for (size_t s = tid; s < n; s += NB_THREAD)
            tab[data[s]]++;
#pragma omp critical
        for (int bin = 0; bin < 256; bin++)
            frequency[bin] += tab[bin];
    }
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    prepare(data, frequency, 256);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        atomic_fetch_add_explicit((_Atomic uint32_t *)&frequency[data[i]], 1, memory_order_relaxed);
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    prepare(data, frequency, 256);
#pragma omp parallel
    {
        uint64_t tab[256] = {0};
        bool used = false;
#pragma omp for schedule(static, 256) nowait
        for (size_t i = 0; i < n; i++) {
            tab[data[i]]++;
            used = true;
        }
        if (used) {
#pragma omp critical
            for (int bin = 0; bin < 256; bin++)
                frequency[bin] += (uint32_t)tab[bin];
        }
    }
}

/* Counts data[first … last - 1] on top of the table. */
static void count(const uint16_t *data, size_t first, size_t last, uint32_t *table) {
    for (size_t i = first; i < last; i++)
        table[data[i]]++;
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    prepare(data, frequency, m);
    uint32_t *lower = calloc(m, sizeof *lower), *upper = calloc(m, sizeof *upper);
    assert(lower != NULL && upper != NULL);
#pragma omp parallel sections
    {
#pragma omp section
        count(data, 0, n / 2, lower);
#pragma omp section
        count(data, n / 2, n, upper);
    }
#pragma omp parallel for
    for (size_t bin = 0; bin < m; bin++)
        frequency[bin] = lower[bin] + upper[bin];
    free(lower);
    free(upper);
}
