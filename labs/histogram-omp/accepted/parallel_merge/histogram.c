/* Shared rows with padding; after a barrier the threads share the bins of the merge. */
#include "histogram.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { PADDING = 16 };

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
    while (n-- > 0)
        frequency[*data++]++;
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    uint32_t(*tab)[256 + PADDING] = NULL;
    int nb_thread = 0;
#pragma omp parallel shared(tab, nb_thread)
    {
#pragma omp single
        {
            nb_thread = omp_get_num_threads();
            tab = calloc(nb_thread, sizeof *tab);
        }
        const int tid = omp_get_thread_num();
        for (size_t s = tid; s < n; s += nb_thread)
            tab[tid][data[s]]++;
#pragma omp barrier
#pragma omp for
        for (int bin = 0; bin < 256; bin++) {
            uint32_t sum = 0;
            for (int t = 0; t < nb_thread; t++)
                sum += tab[t][bin];
            frequency[bin] = sum;
        }
    }
    free(tab);
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
#pragma omp parallel
    {
#pragma omp single
        memset(frequency, 0, 256 * sizeof(uint32_t));
#pragma omp for schedule(static, 64) nowait
        for (size_t i = 0; i < n; i++) {
#pragma omp atomic
            frequency[data[i]]++;
        }
    }
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    uint32_t(*tab)[256 + PADDING] = calloc(omp_get_max_threads(), sizeof *tab);
#pragma omp parallel
    {
        uint32_t *mine = tab[omp_get_thread_num()];
#pragma omp for
        for (size_t i = 0; i < n; i++)
            mine[data[i]]++;
#pragma omp for
        for (int bin = 0; bin < 256; bin++) {
            frequency[bin] = 0;
            for (int t = 0; t < omp_get_num_threads(); t++)
                frequency[bin] += tab[t][bin];
        }
    }
    free(tab);
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    uint32_t *tab = calloc(omp_get_max_threads() * m, sizeof *tab);
    int team = 1;
#pragma omp parallel
    {
#pragma omp master
        team = omp_get_num_threads();
        uint32_t *mine = tab + omp_get_thread_num() * m;
#pragma omp for
        for (size_t i = 0; i < n; i++)
            mine[data[i]]++;
    }
#pragma omp parallel for
    for (size_t bin = 0; bin < m; bin++) {
        frequency[bin] = 0;
        for (int t = 0; t < team; t++)
            frequency[bin] += tab[t * m + bin];
    }
    free(tab);
}
