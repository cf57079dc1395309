/* The promoted table is one shared table with a row for each thread, merged after the region. */
#include "histogram.h"

#include <omp.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    uint32_t even[256] = {0}, odd[256] = {0};
    for (size_t i = 0; i + 1 < n; i += 2) {
        even[data[i]]++;
        odd[data[i + 1]]++;
    }
    if (n % 2 == 1)
        even[data[n - 1]]++;
    for (int s = 0; s < 256; s++)
        frequency[s] = even[s] + odd[s];
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    const int NB_THREAD = omp_get_max_threads();
    uint32_t tab[NB_THREAD][256];
#pragma omp parallel
    {
        const int tid = omp_get_thread_num();
        for (int s = 0; s < 256; s++)
            tab[tid][s] = 0;
        size_t s = tid;
        while (s < n) {
            tab[tid][data[s]]++;
            s += NB_THREAD;
        }
    }
    for (int s = 0; s < 256; s++) {
        frequency[s] = 0;
        for (int tid = 0; tid < NB_THREAD; tid++)
            frequency[s] += tab[tid][s];
    }
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
#pragma omp parallel
    {
#pragma omp for
        for (int s = 0; s < 256; s++)
            frequency[s] = 0;
#pragma omp for
        for (size_t i = 0; i < n; i++)
#pragma omp atomic
            ++frequency[data[i]];
    }
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    const int NB_THREAD = omp_get_max_threads();
    uint32_t tab[NB_THREAD][256];
    for (int tid = 0; tid < NB_THREAD; tid++)
        for (int s = 0; s < 256; s++)
            tab[tid][s] = 0;
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        tab[omp_get_thread_num()][data[i]]++;
    for (int s = 0; s < 256; s++) {
        frequency[s] = 0;
        for (int tid = 0; tid < NB_THREAD; tid++)
            frequency[s] += tab[tid][s];
    }
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    const int NB_THREAD = omp_get_max_threads();
    uint32_t tab[NB_THREAD][m];
#pragma omp parallel
    {
        const int tid = omp_get_thread_num();
        for (size_t s = 0; s < m; s++)
            tab[tid][s] = 0;
        for (size_t s = tid; s < n; s += NB_THREAD)
            tab[tid][data[s]]++;
    }
    for (size_t s = 0; s < m; s++) {
        frequency[s] = 0;
        for (int tid = 0; tid < NB_THREAD; tid++)
            frequency[s] += tab[tid][s];
    }
}
