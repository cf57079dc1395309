/* Two bytes counted with one increment; tables laid out bin by bin, a counter for each thread. */
#include "histogram.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    uint32_t *pair = calloc(65536, sizeof *pair);
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; i + 1 < n; i += 2)
        pair[data[i] << 8 | data[i + 1]]++;
    if (n % 2 != 0)
        frequency[data[n - 1]]++;
    for (size_t k = 0; k < 65536; k++) {
        frequency[k >> 8] += pair[k];
        frequency[k & 255] += pair[k];
    }
    free(pair);
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    const size_t team = omp_get_max_threads();
    uint32_t *counter = calloc(256 * team, sizeof *counter);
#pragma omp parallel
    {
        const size_t tid = omp_get_thread_num(), step = omp_get_num_threads();
        for (size_t s = tid; s < n; s += step)
            counter[data[s] * team + tid]++;
    }
    for (size_t bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
        for (size_t t = 0; t < team; t++)
            frequency[bin] += counter[bin * team + t];
    }
    free(counter);
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    for (size_t bin = 0; bin < 256; bin++)
        frequency[bin] = 0;
#pragma omp parallel for schedule(static, 1)
    for (size_t i = 0; i < n; i++) {
        uint32_t before;
#pragma omp atomic capture
        before = frequency[data[i]]++;
        (void)before;
    }
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    const size_t team = omp_get_max_threads();
    uint32_t *counter = calloc(256 * team, sizeof *counter);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        counter[data[i] * team + omp_get_thread_num()]++;
#pragma omp parallel for
    for (size_t bin = 0; bin < 256; bin++) {
        uint32_t sum = 0;
        for (size_t t = 0; t < team; t++)
            sum += counter[bin * team + t];
        frequency[bin] = sum;
    }
    free(counter);
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    const size_t team = omp_get_max_threads();
    uint32_t *counter = calloc(m * team, sizeof *counter);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        counter[data[i] * team + omp_get_thread_num()]++;
#pragma omp parallel for
    for (size_t bin = 0; bin < m; bin++) {
        uint32_t sum = 0;
        for (size_t t = 0; t < team; t++)
            sum += counter[bin * team + t];
        frequency[bin] = sum;
    }
    free(counter);
}
