/* Reductions of sections of tables at file scope, whole and from the middle. */
#include "histogram.h"

#include <omp.h>
#include <string.h>

static uint32_t table[256];
static uint32_t wide[1 << 17];

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; i < n; i++)
        frequency[data[i]]++;
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(table, 0, sizeof table);
#pragma omp parallel reduction(+ : table[:256])
    for (size_t s = omp_get_thread_num(); s < n; s += omp_get_num_threads())
        table[data[s]]++;
    memcpy(frequency, table, sizeof table);
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
#pragma omp atomic
        frequency[data[i]]++;
    }
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(table, 0, sizeof table);
#pragma omp parallel for reduction(+ : table[:256])
    for (size_t i = 0; i < n; i++)
        table[data[i]]++;
    memcpy(frequency, table, sizeof table);
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    memset(&wide[m], 0, m * sizeof *wide);
#pragma omp parallel for reduction(+ : wide [m:m])
    for (size_t i = 0; i < n; i++)
        wide[m + data[i]]++;
    memcpy(frequency, &wide[m], m * sizeof *wide);
}
