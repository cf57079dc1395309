/* Each thread allocates and frees its own table. */
#include "histogram.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    uint32_t *table = calloc(256, sizeof(uint32_t));
    const uint8_t *end = data + n;
    for (const uint8_t *p = data; p != end; p++)
        table[*p]++;
    for (unsigned bin = 0; bin < 256; bin++)
        frequency[bin] = table[bin];
    free(table);
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel
    {
        uint32_t *table = calloc(256, sizeof(uint32_t));
        const int tid = omp_get_thread_num();
        const int nb = omp_get_num_threads();
        for (size_t k = 0; k * nb + tid < n; k++)
            table[data[k * nb + tid]]++;
#pragma omp critical
        for (int bin = 0; bin < 256; bin++)
            frequency[bin] += table[bin];
        free(table);
    }
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel
#pragma omp for schedule(dynamic, 512)
    for (size_t i = 0; i < n; i++) {
        uint32_t *counter = &frequency[data[i]];
#pragma omp atomic
        (*counter)++;
    }
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp parallel
    {
        uint32_t *table = malloc(256 * sizeof(uint32_t));
        for (int bin = 0; bin < 256; bin++)
            table[bin] = 0;
#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            table[data[i]]++;
#pragma omp critical(merge)
        {
            for (int bin = 0; bin < 256; bin++)
                frequency[bin] += table[bin];
        }
        free(table);
    }
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    memset(frequency, 0, m * sizeof(uint32_t));
#pragma omp parallel
    {
        uint32_t *table = calloc(m, sizeof(uint32_t));
        if (table == NULL) {
            perror("calloc");
            abort();
        }
#pragma omp for schedule(static) nowait
        for (size_t i = 0; i < n; i++)
            table[data[i]]++;
#pragma omp critical(merge)
        for (size_t bin = 0; bin < m; bin++)
            frequency[bin] += table[bin];
        free(table);
    }
}
