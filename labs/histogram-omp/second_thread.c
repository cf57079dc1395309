/*
 * From which n on does a second thread pay, when there are 65,536 bins? Times histogram_any_m with
 * one thread and with two, in turn, for growing n. Build and run it with bench.sh.
 *
 *     second_thread FILE   where the CSV goes: milliseconds, the median of RUNS runs and their
 * range
 */
#include "bench/statistics.h"
#include "clock.h"
#include "lab/random.h"

#include "histogram.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef QUICK /* shows that it runs; its times mean nothing */
enum { MOST = 1 << 15, RUNS = 1 };
#else
enum { MOST = 1 << 24, RUNS = 31 };
#endif
enum { LEAST = 1 << 14, BINS = 1 << 16, TEAMS = 2 };

static uint16_t data[MOST];
static uint32_t frequency[BINS];

static double seconds_with(int threads, size_t n) {
    omp_set_num_threads(threads);
    const double start = clock_seconds();
    histogram_any_m(data, n, frequency, BINS);
    return clock_seconds() - start;
}

int main(int count, char **words) {
    FILE *out = count == 2 ? fopen(words[1], "w") : NULL;
    if (out == NULL) {
        fprintf(stderr, "usage: second_thread FILE\n");
        return 2;
    }
    struct random_stream random = {1};
    for (size_t i = 0; i < MOST; i++) {
        data[i] = (uint16_t)random_below(&random, BINS);
    }
    fprintf(out, "n,threads,least_ms,median_ms,most_ms\n");
    for (size_t n = LEAST; n <= MOST; n *= 2) {
        double seconds[TEAMS][RUNS];
        for (int run = -1; run < RUNS; run++) { /* the first one warms up */
            for (int team = 0; team < TEAMS; team++) {
                seconds[team][run < 0 ? 0 : run] = seconds_with(team + 1, n);
            }
        }
        for (int team = 0; team < TEAMS; team++) {
            const struct bench_statistics ms = bench_statistics(seconds[team], RUNS);
            fprintf(out, "%zu,%d,%.4f,%.4f,%.4f\n", n, team + 1, 1e3 * ms.minimum, 1e3 * ms.median,
                    1e3 * ms.maximum);
        }
    }
    return fclose(out) == 0 ? 0 : 2;
}
