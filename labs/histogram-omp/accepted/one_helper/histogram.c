/* One general function does the work of several exercises. */
#include "histogram.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

typedef enum { STRIDED, SHARED } sharing;

static void promoted(const void *data, size_t width, size_t n, uint32_t *frequency, size_t m,
                     sharing how) {
    memset(frequency, 0, m * sizeof *frequency);
#pragma omp parallel
    {
        const uint8_t *bytes = data;
        const uint16_t *shorts = data;
        uint32_t *mine = calloc(m, sizeof *mine);
        if (how == STRIDED) {
            for (size_t s = omp_get_thread_num(); s < n; s += omp_get_num_threads())
                mine[width == 1 ? bytes[s] : shorts[s]]++;
        } else {
#pragma omp for nowait
            for (size_t s = 0; s < n; s++)
                mine[width == 1 ? bytes[s] : shorts[s]]++;
        }
#pragma omp critical
        for (size_t bin = 0; bin < m; bin++)
            frequency[bin] += mine[bin];
        free(mine);
    }
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; i < n; i++)
        frequency[data[i]]++;
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    promoted(data, 1, n, frequency, 256, STRIDED);
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel for schedule(runtime)
    for (size_t i = 0; i < n; i++) {
#pragma omp atomic
        frequency[data[i]]++;
    }
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    promoted(data, 1, n, frequency, 256, SHARED);
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    promoted(data, 2, n, frequency, m, STRIDED);
}
