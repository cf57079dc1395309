/* What OpenMP orders in its rarer ways: recycled tasks, task reductions, taskloop, doacross loops.
 */
#include "histogram.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

void histogram_sequential(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    for (size_t i = 0; i < n; i++)
        frequency[data[i]]++;
}

void histogram_entrelacer_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
    uint32_t(*tables)[256] = calloc(omp_get_max_threads(), sizeof *tables);
#pragma omp parallel
    {
        const int tid = omp_get_thread_num(), team = omp_get_num_threads();
        for (size_t s = tid; s < n; s += team)
            tables[tid][data[s]]++;
#pragma omp for ordered(1) schedule(static, 1)
        for (int turn = 0; turn < team; turn++) { /* each merge waits for the one before */
#pragma omp ordered depend(sink : turn - 1)
            for (int bin = 0; bin < 256; bin++)
                frequency[bin] += tables[turn][bin];
#pragma omp ordered depend(source)
        }
    }
    free(tables);
}

void histogram_for_atomic(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel for schedule(guided)
    for (size_t i = 0; i < n; i++)
#pragma omp atomic
        frequency[data[i]]++;
}

void histogram_for_promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof *frequency);
#pragma omp parallel for schedule(dynamic, 999) reduction(+ : frequency[:256])
    for (size_t i = 0; i < n; i++)
        frequency[data[i]]++;
}

void histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m) {
    const size_t pieces = 100;
    size_t counted = 0;
    memset(frequency, 0, m * sizeof *frequency);
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : counted)
    for (size_t piece = 0; piece < pieces; piece++) {
        const size_t from = n * piece / pieces, to = n * (piece + 1) / pieces;
#pragma omp task untied firstprivate(from, to) in_reduction(+ : counted)
        {
            uint32_t *table = calloc(m, sizeof *table);
            for (size_t i = from; i < to; i++)
                table[data[i]]++;
            counted += to - from;
#pragma omp critical
            for (size_t bin = 0; bin < m; bin++)
                frequency[bin] += table[bin];
            free(table);
        }
    }
    if (counted != n)
        memset(frequency, 0, m * sizeof *frequency);
}
