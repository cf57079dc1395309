/*
 * moments.c - where a short team's time goes: For_PromotionTab with a clock in each thread. A line
 * `order,n,threads,rounds,all_us,first_us,last_us,least_us,median_us,most_us,merge_us` each,
 * medians of all rounds: the whole region; when the first and the last thread begin; how long the
 * quickest, the middle and the slowest count; and from the last one's count to the end. "again":
 * the runs follow one another. "after": one thread has read all data between them.
 *
 *     gcc -O2 -fopenmp moments.c -o moments && ./moments
 */
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 24, BLOCK = 4096, TABLES = 4, MOST_THREADS = 256, ROUNDS = 41 };
enum moment { ALL, FIRST, LAST, LEAST, MEDIAN, MOST, MERGE, MOMENTS };
static uint8_t *data;
static uint32_t frequency[256];

struct thread {
    _Alignas(64) double begins; /* seconds since the region was asked for */
    double counts, ends;
};
static struct thread thread[MOST_THREADS];

static void count(const uint8_t *values, size_t n, uint32_t table[TABLES][256]) {
    for (size_t i = 0; i + TABLES <= n; i += TABLES) {
        table[0][values[i + 0]]++;
        table[1][values[i + 1]]++;
        table[2][values[i + 2]]++;
        table[3][values[i + 3]]++;
    }
}

static double promote(size_t n) {
    double asked = omp_get_wtime();
#pragma omp parallel
    {
        struct thread *mine = &thread[omp_get_thread_num() % MOST_THREADS];
        mine->begins = omp_get_wtime() - asked;
        uint32_t table[TABLES][256] = {0};
#pragma omp for nowait
        for (size_t begin = 0; begin < n; begin += BLOCK) {
            count(data + begin, BLOCK, table);
        }
        mine->counts = omp_get_wtime() - asked - mine->begins;
#pragma omp critical
        for (size_t bin = 0; bin < 256; bin++) {
            frequency[bin] += table[0][bin] + table[1][bin] + table[2][bin] + table[3][bin];
        }
        mine->ends = omp_get_wtime() - asked;
    }
    return omp_get_wtime() - asked;
}

static int rising(const void *x, const void *y) {
    double one = *(const double *)x, other = *(const double *)y;
    return (one > other) - (one < other);
}

static void round_of(size_t n, int threads, double moments[MOMENTS]) {
    double begins[MOST_THREADS], counts[MOST_THREADS], counted = 0;
    moments[ALL] = promote(n);
    for (int t = 0; t < threads; t++) {
        begins[t] = thread[t].begins;
        counts[t] = thread[t].counts;
        double end = begins[t] + counts[t];
        counted = end > counted ? end : counted;
    }
    qsort(begins, (size_t)threads, sizeof *begins, rising);
    qsort(counts, (size_t)threads, sizeof *counts, rising);
    moments[FIRST] = begins[0], moments[LAST] = begins[threads - 1];
    moments[LEAST] = counts[0], moments[MEDIAN] = counts[threads / 2];
    moments[MOST] = counts[threads - 1], moments[MERGE] = moments[ALL] - counted;
}

/* One thread reads all data, as a sequential version beside the team would. */
static void read_all(size_t n) {
    uint32_t table[TABLES][256] = {{0}};
    count(data, n, table);
    frequency[0] += table[0][0];
}

static void measure(size_t n, int threads, int after) {
    double rounds[MOMENTS][ROUNDS];
    omp_set_num_threads(threads);
    for (int round = -2; round < ROUNDS; round++) {
        double moments[MOMENTS];
        if (after) {
            read_all(n);
        }
        round_of(n, threads, moments);
        for (int m = 0; m < MOMENTS && round >= 0; m++) {
            rounds[m][round] = moments[m] * 1e6;
        }
    }
    printf("%s,%zu,%d,%d", after ? "after" : "again", n, threads, ROUNDS);
    for (int m = 0; m < MOMENTS; m++) {
        qsort(rounds[m], ROUNDS, sizeof(double), rising);
        printf(",%.1f", rounds[m][ROUNDS / 2]);
    }
    printf("\n");
    fflush(stdout);
}

int main(void) {
    data = malloc(LARGEST);
    if (data == NULL) {
        return 1;
    }
    uint32_t draw = 1;
    for (size_t i = 0; i < LARGEST; i++) {
        draw = draw * 1664525 + 1013904223;
        data[i] = (uint8_t)(draw >> 24);
    }
    int most = omp_get_num_procs() < MOST_THREADS ? omp_get_num_procs() : MOST_THREADS;
    for (size_t n = 1 << 20; n <= LARGEST; n *= 4) {
        for (int threads = 1; threads <= most; threads *= 2) {
            measure(n, threads, 0);
            measure(n, threads, 1);
        }
    }
    free(data);
    return 0;
}
