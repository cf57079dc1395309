/* OpenMP locks for the merge, compiler built-ins as the atomic. */
#include "histogram.h"

#include <omp.h>
#include <string.h>

static void merge(omp_lock_t *lock, uint32_t *frequency, const uint32_t *table, size_t m) {
    omp_set_lock(lock);
    for (size_t bin = 0; bin < m; bin++)
        frequency[bin] += table[bin];
    omp_unset_lock(lock);
}

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    size_t i = 0;
    if (n == 0)
        return;
    do
        frequency[data[i]]++;
    while (++i < n);
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    omp_lock_t lock;
    omp_init_lock(&lock);
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel
    {
        uint32_t table[256] = {0};
        for (size_t s = omp_get_thread_num(); s < n; s += omp_get_num_threads())
            table[data[s]]++;
        merge(&lock, frequency, table, 256);
    }
    omp_destroy_lock(&lock);
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        __atomic_fetch_add(&frequency[data[i]], 1, __ATOMIC_RELAXED);
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    /* a lock for each eighth of the table: threads merge different parts at the same time */
    omp_lock_t lock[8];
    for (int part = 0; part < 8; part++)
        omp_init_lock(&lock[part]);
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel
    {
        uint32_t table[256] = {0};
#pragma omp for nowait
        for (size_t i = 0; i < n; i++)
            table[data[i]]++;
        for (int k = 0; k < 8; k++) {
            const int part = (k + omp_get_thread_num()) % 8;
            merge(&lock[part], frequency + 32 * part, table + 32 * part, 32);
        }
    }
    for (int part = 0; part < 8; part++)
        omp_destroy_lock(&lock[part]);
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    memset(frequency, 0, m * sizeof *frequency);
#pragma omp parallel for
    for (size_t i = 0; i < n; i++)
        __sync_fetch_and_add(&frequency[data[i]], 1);
}
