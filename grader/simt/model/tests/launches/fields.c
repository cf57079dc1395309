/*
 * fields.c - what a step of a five-point stencil costs by the size of its two fields and the number
 * of threads: where the lines of a team's fields come from. A line
 * `touched,mib,threads,least_ms,median_ms,most_ms` for each, of 15 steps; touched: whether all
 * threads wrote their rows first, or one wrote all.
 *
 *     gcc -O3 -march=native -fopenmp fields.c -o fields && OMP_PROC_BIND=spread OMP_PLACES=cores
 * ./fields
 */
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 4096, RUNS = 15, PAGE = 2 << 20 };

static void step(const float *restrict from, float *restrict to, long rows) {
#pragma omp parallel for schedule(static)
    for (long r = 1; r < rows - 1; r++) {
        const float *here = from + r * COLUMNS;
        for (long c = 1; c < COLUMNS - 1; c++) {
            to[r * COLUMNS + c] = 0.2F * (here[c] + here[c - 1] + here[c + 1] + here[c - COLUMNS] +
                                          here[c + COLUMNS]);
        }
    }
}

static void touch(float *a, float *b, long rows, int threads) {
#pragma omp parallel for schedule(static) num_threads(threads)
    for (long r = 0; r < rows; r++) {
        memset(a + r * COLUMNS, 0, COLUMNS * sizeof *a);
        memset(b + r * COLUMNS, 0, COLUMNS * sizeof *b);
    }
}

static int compare(const void *x, const void *y) {
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

static bool measure(long rows, int threads, bool all) {
    const size_t bytes = (size_t)rows * COLUMNS * sizeof(float);
    float *a = aligned_alloc(PAGE, bytes), *b = aligned_alloc(PAGE, bytes);
    double took[RUNS];
    const bool good = a != NULL && b != NULL;
    if (good) {
        touch(a, b, rows, all ? threads : 1);
        omp_set_num_threads(threads);
        step(a, b, rows);
        for (int run = 0; run < RUNS; run++) {
            const double start = omp_get_wtime();
            step(run % 2 == 0 ? a : b, run % 2 == 0 ? b : a, rows);
            took[run] = (omp_get_wtime() - start) * 1e3;
        }
        qsort(took, RUNS, sizeof *took, compare);
        printf("%s,%zu,%d,%.3f,%.3f,%.3f\n", all ? "all" : "one", 2 * bytes >> 20, threads, took[0],
               took[RUNS / 2], took[RUNS - 1]);
    }
    free(a);
    free(b);
    return good;
}

int main(void) {
    const int most = omp_get_max_threads();
    bool good = true;
    puts("touched,mib,threads,least_ms,median_ms,most_ms");
    for (int all = 0; all < 2; all++) {
        for (long rows = 256; rows <= 32768; rows *= 2) {
            for (int threads = 1; threads <= most; threads *= 2) {
                good = measure(rows, threads, all != 0) && good;
            }
        }
    }
    return good ? 0 : 1;
}
