/*
 * processor.c - what the profile of a processor needs, measured by itself: a line `what,threads,ns`
 * for each, the median of 21 runs. ns is for one operation of one thread.
 *
 *     gcc -O2 -fopenmp processor.c -o processor && ./processor
 */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 21, BYTES = 32 << 20, MOST = 64, TABLE = 256 };
static uint8_t *data;
static uint64_t sinks[MOST * 8];
static uint32_t tables[TABLE];

struct test {
    const char *what;
    double operations; /* of a thread */
    void (*run)(int threads);
};

static void region(int threads) {
    for (int n = 0; n < 100; n++) {
#pragma omp parallel num_threads(threads)
        sinks[omp_get_thread_num() * 8]++;
    }
}
static void barrier(int threads) {
#pragma omp parallel num_threads(threads)
    for (int n = 0; n < 1000; n++) {
#pragma omp barrier
    }
}
static void critical(int threads) {
#pragma omp parallel num_threads(threads)
    for (int n = 0; n < 1000; n++) {
#pragma omp critical
        sinks[0]++;
    }
}
static void chunk(int threads) {
#pragma omp parallel for num_threads(threads) schedule(dynamic)
    for (int n = 0; n < 1000 * threads; n++) {
        sinks[omp_get_thread_num() * 8]++;
    }
}
static void arithmetic(int threads) {
#pragma omp parallel num_threads(threads)
    {
        uint64_t a = 1, b = 2, c = 3, d = 4;
        for (int n = 0; n < 4000000; n++) {
            a = a * 3 + 1, b = (b << 1) ^ n, c += b >> 3, d ^= c + n;
        }
        sinks[omp_get_thread_num() * 8] = a + b + c + d;
    }
}
static void count(int threads) {
#pragma omp parallel num_threads(threads)
    {
        uint32_t own[4][TABLE] = {0};
        const uint8_t *from = data + (size_t)omp_get_thread_num() * (BYTES / MOST);
        for (int round = 0; round < 8; round++) {
            for (size_t n = 0; n < BYTES / MOST; n += 4) {
                own[0][from[n]]++, own[1][from[n + 1]]++, own[2][from[n + 2]]++,
                    own[3][from[n + 3]]++;
            }
        }
        sinks[omp_get_thread_num() * 8] = own[0][7] + own[1][3] + own[2][1] + own[3][9];
    }
}
/* Lines of one's own, from memory. */
static void read_lines(int threads) {
#pragma omp parallel num_threads(threads)
    {
        uint64_t sum = 0;
        size_t part = BYTES / (size_t)threads / 64 * 64;
        const uint8_t *from = data + part * (size_t)omp_get_thread_num();
        for (size_t round = 0; round < (size_t)threads; round++) {
            for (size_t n = 0; n < part; n += 64) {
                sum += from[n];
            }
        }
        sinks[omp_get_thread_num() * 8] = sum;
    }
}
/* Lines that all threads read at about the same time. */
static void read_shared(int threads) {
#pragma omp parallel num_threads(threads)
    {
        uint64_t sum = 0;
        for (size_t n = 0; n < BYTES; n += 64) {
            sum += data[n];
        }
        sinks[omp_get_thread_num() * 8] = sum;
    }
}
static void write_lines(int threads) {
#pragma omp parallel num_threads(threads)
    {
        size_t part = BYTES / (size_t)threads / 64 * 64;
        uint8_t *to = data + part * (size_t)omp_get_thread_num();
        for (size_t round = 0; round < (size_t)threads; round++) {
            for (size_t n = 0; n < part; n += 64) {
                to[n]++;
            }
        }
    }
}
static void atomic_one(int threads) {
#pragma omp parallel num_threads(threads)
    for (int n = 0; n < 20000; n++) {
#pragma omp atomic
        tables[0]++;
    }
}
static void atomic_table(int threads) {
#pragma omp parallel num_threads(threads)
    {
        uint32_t draw = 7 + (uint32_t)omp_get_thread_num();
        for (int n = 0; n < 20000; n++) {
            draw = draw * 1664525 + 1013904223;
#pragma omp atomic
            tables[draw >> 24]++;
        }
    }
}
/* Neighbouring words of one line, each thread its own. */
static void write_neighbours(int threads) {
#pragma omp parallel num_threads(threads)
    {
        volatile uint32_t *own = &tables[omp_get_thread_num()];
        for (int n = 0; n < 100000; n++) {
            ++*own;
        }
    }
}

static const struct test tests[] = {
    {"region", 100, region},
    {"barrier", 1000, barrier},
    {"critical", 1000, critical},
    {"chunk", 1000, chunk},
    {"arithmetic", 4e6, arithmetic},
    {"count", 8.0 * BYTES / MOST, count},
    {"read_lines", BYTES / 64, read_lines},
    {"read_shared", BYTES / 64, read_shared},
    {"write_lines", BYTES / 64, write_lines},
    {"atomic_one", 20000, atomic_one},
    {"atomic_table", 20000, atomic_table},
    {"write_neighbours", 1e5, write_neighbours},
};

static int rising(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

int main(void) {
    int most = omp_get_num_procs() < MOST ? omp_get_num_procs() : MOST;
    data = malloc(BYTES);
    if (data == NULL) {
        return 1;
    }
    for (size_t n = 0; n < BYTES; n++) {
        data[n] = (uint8_t)(n * 2654435761U >> 13);
    }
    for (size_t t = 0; t < sizeof tests / sizeof *tests; t++) {
        for (int threads = 1; threads <= most; threads *= 2) {
            double times[RUNS];
            for (int run = -2; run < RUNS; run++) {
                double begin = omp_get_wtime();
                tests[t].run(threads);
                times[run < 0 ? 0 : run] = omp_get_wtime() - begin;
            }
            qsort(times, RUNS, sizeof *times, rising);
            printf("%s,%d,%.3f,%.3f\n", tests[t].what, threads,
                   times[RUNS / 2] * 1e9 / tests[t].operations,
                   times[0] * 1e9 / tests[t].operations);
            fflush(stdout);
        }
    }
    free(data);
    return 0;
}
