/* Rows merged in a tree: with each barrier, half as many are left. */
#include "histogram.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* Adds the rows of the team to row 0. Every thread of the team calls it. */
static void merge_tree(uint32_t *rows, size_t m) {
    const size_t tid = omp_get_thread_num(), team = omp_get_num_threads();
#pragma omp barrier
    for (size_t distance = 1; distance < team; distance *= 2) {
        if (tid % (2 * distance) == 0 && tid + distance < team)
            for (size_t bin = 0; bin < m; bin++)
                rows[tid * m + bin] += rows[(tid + distance) * m + bin];
#pragma omp barrier
    }
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; i < n; i++)
        frequency[data[i]]++;
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    uint32_t *rows = calloc(omp_get_max_threads(), 256 * sizeof *rows);
#pragma omp parallel
    {
        const size_t tid = omp_get_thread_num(), step = omp_get_num_threads();
        for (size_t s = tid; s < n; s += step)
            rows[tid * 256 + data[s]]++;
        merge_tree(rows, 256);
    }
    memcpy(frequency, rows, 256 * sizeof *rows);
    free(rows);
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
#pragma omp parallel
    {
#pragma omp master
        memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp barrier
#pragma omp for
        for (size_t i = 0; i < n; i++)
#pragma omp atomic
            frequency[data[i]]++;
    }
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    uint32_t *rows = calloc(omp_get_max_threads(), 256 * sizeof *rows);
#pragma omp parallel
    {
        uint32_t *mine = rows + omp_get_thread_num() * 256;
#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            mine[data[i]]++;
        merge_tree(rows, 256);
#pragma omp single
        memcpy(frequency, rows, 256 * sizeof *rows);
    }
    free(rows);
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    uint32_t *rows = calloc(omp_get_max_threads() * m, sizeof *rows);
#pragma omp parallel
    {
        uint32_t *mine = rows + omp_get_thread_num() * m;
#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            mine[data[i]]++;
        merge_tree(rows, m);
    }
    memcpy(frequency, rows, m * sizeof *rows);
    free(rows);
}
