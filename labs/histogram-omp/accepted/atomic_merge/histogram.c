/* Private tables merged with one atomic for each bin. */
#include "histogram.h"

#include <omp.h>
#include <string.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    uint32_t local[256];
    memset(local, 0, sizeof local);
    for (size_t i = 0; i < n; ++i)
        ++local[data[i]];
    memcpy(frequency, local, sizeof local);
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 1024);
#pragma omp parallel
    {
        uint32_t local[256];
        memset(local, 0, sizeof local);
        const int step = omp_get_num_threads();
        for (size_t i = omp_get_thread_num(); i < n; i += step)
            local[data[i]]++;
        for (int bin = 0; bin < 256; bin++)
#pragma omp atomic
            frequency[bin] += local[bin];
    }
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 1024);
    size_t i;
#pragma omp parallel for private(i) schedule(guided)
    for (i = 0; i < n; i++) {
        const uint8_t value = data[i];
#pragma omp atomic
        frequency[value] = frequency[value] + 1;
    }
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 1024);
#pragma omp parallel
    {
        /* four tables, each merged by itself */
        uint32_t local[4][256];
        memset(local, 0, sizeof local);
#pragma omp for
        for (size_t i = 0; i < n; i++)
            local[i % 4][data[i]]++;
        for (int table = 0; table < 4; table++)
            for (int bin = 0; bin < 256; bin++) {
#pragma omp atomic
                frequency[bin] += local[table][bin];
            }
    }
}

/* For_Atomic for any m */
void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
#pragma omp parallel
    {
#pragma omp for
        for (size_t bin = 0; bin < m; bin++)
            frequency[bin] = 0;
#pragma omp for
        for (size_t i = 0; i < n; i++) {
#pragma omp atomic
            frequency[data[i]]++;
        }
    }
}
