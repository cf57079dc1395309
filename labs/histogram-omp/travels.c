/*
 * How a histogram's threads share cache lines: the same counting with the counters laid out in
 * five ways. labs/histogram-omp/travels.sh counts the lines that travel on the machine, and takes
 * the time on a processor.
 *
 *     travels LAYOUT ELEMENTS REPETITIONS      prints the least nanoseconds an element, and a sum
 */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BINS = 256, LINE = 64, MOST_THREADS = 64 };

/* One table for all threads, each increment atomic. */
static void for_atomic(const uint8_t *data, size_t n, uint32_t frequency[BINS]) {
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
#pragma omp atomic
        frequency[data[i]]++;
    }
}

/* A counter for each thread, but those of one bin side by side: every line is everybody's. */
static void side_by_side(const uint8_t *data, size_t n, uint32_t frequency[BINS]) {
    static _Alignas(LINE) uint32_t table[BINS * MOST_THREADS];
    const size_t threads = omp_get_max_threads();
    memset(table, 0, sizeof table);
#pragma omp parallel
    {
        const size_t tid = omp_get_thread_num();
#pragma omp for
        for (size_t i = 0; i < n; i++) {
            table[data[i] * threads + tid]++;
        }
    }
    for (size_t i = 0; i < BINS * threads; i++) {
        frequency[i / threads] += table[i];
    }
}

/* A row for each thread, but rows begin in the middle of a line: neighbours share one. */
static void rows_unaligned(const uint8_t *data, size_t n, uint32_t frequency[BINS]) {
    enum { SHIFT = LINE / sizeof(uint32_t) / 2 };
    static _Alignas(LINE) uint32_t table[SHIFT + BINS * MOST_THREADS];
    const size_t threads = omp_get_max_threads();
    memset(table, 0, sizeof table);
#pragma omp parallel
    {
        uint32_t *row = table + SHIFT + (size_t)omp_get_thread_num() * BINS;
#pragma omp for
        for (size_t i = 0; i < n; i++) {
            row[data[i]]++;
        }
    }
    for (size_t i = 0; i < BINS * threads; i++) {
        frequency[i % BINS] += table[SHIFT + i];
    }
}

static void merge(uint32_t frequency[BINS], const uint32_t table[BINS]) {
#pragma omp critical
    for (size_t bin = 0; bin < BINS; bin++) {
        frequency[bin] += table[bin];
    }
}

/* Entrelacer_PromotionTab and For_PromotionTab: tables of the threads' own, on their stacks. */
static void entrelacer(const uint8_t *data, size_t n, uint32_t frequency[BINS]) {
#pragma omp parallel
    {
        uint32_t table[BINS] = {0};
        const size_t threads = omp_get_num_threads();
        for (size_t i = omp_get_thread_num(); i < n; i += threads) {
            table[data[i]]++;
        }
        merge(frequency, table);
    }
}

static void promotion_tab(const uint8_t *data, size_t n, uint32_t frequency[BINS]) {
#pragma omp parallel
    {
        uint32_t table[BINS] = {0};
#pragma omp for nowait
        for (size_t i = 0; i < n; i++) {
            table[data[i]]++;
        }
        merge(frequency, table);
    }
}

static const struct {
    const char *name;
    void (*count)(const uint8_t *data, size_t n, uint32_t frequency[BINS]);
} layouts[] = {{"for_atomic", for_atomic},
               {"side_by_side", side_by_side},
               {"rows_unaligned", rows_unaligned},
               {"entrelacer", entrelacer},
               {"promotion_tab", promotion_tab}};

int main(int argc, char **argv) {
    const size_t n = argc > 3 ? strtoull(argv[2], NULL, 10) : 0;
    uint8_t *data = malloc(n + 1);
    double least = 1e9;
    uint64_t sum = 0;
    if (n == 0 || data == NULL) {
        fprintf(stderr, "usage: travels LAYOUT ELEMENTS REPETITIONS\n");
        free(data);
        return 2;
    }
    uint32_t state = 1;
    for (size_t i = 0; i < n; i++) {
        state = state * 1664525 + 1013904223;
        data[i] = (uint8_t)(state >> 24);
    }
    for (size_t l = 0; l < sizeof layouts / sizeof *layouts; l++) {
        for (int r = atoi(argv[3]); r > 0 && strcmp(layouts[l].name, argv[1]) == 0; r--) {
            uint32_t frequency[BINS] = {0};
            const double start = omp_get_wtime();
            layouts[l].count(data, n, frequency);
            const double seconds = omp_get_wtime() - start;
            least = seconds < least ? seconds : least;
            for (size_t bin = 0; bin < BINS; bin++) {
                sum += frequency[bin] * bin;
            }
        }
    }
    printf("%.3f %llu\n", least * 1e9 / (double)n, (unsigned long long)sum);
    free(data);
    return 0;
}
