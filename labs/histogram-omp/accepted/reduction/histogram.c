/* The reduction clause makes the private tables and merges them. */
#include "histogram.h"

#include <omp.h>
#include <string.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    for (int bin = 0; bin < 256; bin++)
        frequency[bin] = 0;
    for (size_t i = 0; i < n; i++)
        frequency[data[i]]++;
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel reduction(+ : frequency[:256])
    for (size_t s = omp_get_thread_num(); s < n; s += omp_get_num_threads())
        frequency[data[s]]++;
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel for default(none) shared(data, n, frequency)
    for (size_t i = 0; i < n; i++) {
#pragma omp atomic update
        frequency[data[i]] += 1;
    }
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel for reduction(+ : frequency[:256])
    for (size_t i = 0; i < n; i++)
        frequency[data[i]]++;
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    memset(frequency, 0, m * sizeof *frequency);
#pragma omp parallel for reduction(+ : frequency[:m])
    for (size_t i = 0; i < n; i++)
        frequency[data[i]]++;
}
