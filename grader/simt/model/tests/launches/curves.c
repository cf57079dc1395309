/*
 * curves.c - the histogram's variants and the stencil's schedules on 1, 2, 4 … threads, measured so
 * that one curve can be held against another: each round runs everything that a team runs once, the
 * sequential version, too (`threads` is the team beside it), so that a guest that slows the machine
 * down slows all of it. A line `what,n,threads,runs,least_s,median_s,most_s`
 * each. One process is one place for the threads: measure-cpu.sh runs many.
 *
 *     gcc -O2 -fopenmp -I… curves.c histogram.c stencil.c -o curves && ./curves [pairs | [apart]
 * [WHAT…]]
 *
 * apart: the runs of a series follow one another, as in a sheet, so that a thread finds in its
 * cache what it left there. WHAT: only these series. pairs: instead, for each two processors
 * `pair,a,b,count_ns,travel_ns`: an increment of a private table while the other does the same, and
 * a line's way from one to the other.
 */
#define _GNU_SOURCE
#include "histogram.h"
#include "stencil.h"

#include <omp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST = 1 << 26, WIDTH = 8192, HEIGHT = 4096, LINE = WIDTH + 32, MOST_ROUNDS = 15 };
static uint8_t *data;
static float *from, *to;
static uint32_t frequency[256];

/* ---- curves ---------------------------------------------------------------------------------- */

typedef void histogram(const uint8_t *values, size_t n, uint32_t counts[256]);

struct series {
    const char *what;
    histogram *run; /* NULL: a step of the stencil */
    int least_n, most_n, rounds;
    omp_sched_t schedule;
    int chunk;
    int threads, n; /* of this line */
    double times[MOST_ROUNDS];
};

static const struct series kinds[] = {
    {"sequential", histogram_sequential, 1 << 20, LARGEST, 15, 0, 0, 0, 0, {0}},
    {"entrelacer_promotion_tab",
     histogram_entrelacer_promotion_tab,
     1 << 20,
     LARGEST,
     15,
     0,
     0,
     0,
     0,
     {0}},
    {"for_atomic", histogram_for_atomic, 1 << 20, LARGEST, 15, 0, 0, 0, 0, {0}},
    {"for_promotion_tab", histogram_for_promotion_tab, 1 << 20, LARGEST, 15, 0, 0, 0, 0, {0}},
    {"static", NULL, 0, 0, 7, omp_sched_static, 0, 0, 0, {0}},
    {"static 16", NULL, 0, 0, 7, omp_sched_static, 16, 0, 0, {0}},
    {"dynamic", NULL, 0, 0, 7, omp_sched_dynamic, 1, 0, 0, {0}},
    {"dynamic 16", NULL, 0, 0, 7, omp_sched_dynamic, 16, 0, 0, {0}},
    {"guided", NULL, 0, 0, 7, omp_sched_guided, 1, 0, 0, {0}},
};
enum { KINDS = sizeof kinds / sizeof *kinds, SIZES = 3 };
static const int sizes[SIZES] = {1 << 20, 1 << 24, 1 << 26};

static double once(const struct series *series) {
    omp_set_num_threads(series->threads);
    double begin = omp_get_wtime();
    if (series->run != NULL) {
        series->run(data, (size_t)series->n, frequency);
    } else {
        omp_set_schedule(series->schedule, series->chunk);
        stencil_multi(to + LINE + 16, from + LINE + 16, WIDTH, HEIGHT, LINE);
    }
    return omp_get_wtime() - begin;
}

static int rising(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Atomics take seconds where there are many of them. */
static int rounds_of(const struct series *series) {
    if (series->run == histogram_for_atomic) {
        return series->n >= LARGEST ? 1 : series->n >= 1 << 24 ? 2 : 5;
    }
    return series->n >= LARGEST ? 7 : series->rounds;
}

/* Round -1 warms up, where there is more than one. */
static void run_round(struct series *series, int round) {
    int rounds = rounds_of(series);
    if (round < rounds && (round >= 0 || rounds > 1)) {
        series->times[round < 0 ? 0 : round] = once(series);
    }
}

static void measure(struct series *all, int count, bool apart) {
    for (int turn = 0; turn < (MOST_ROUNDS + 1) * count; turn++) {
        int series = apart ? turn / (MOST_ROUNDS + 1) : turn % count;
        run_round(&all[series], (apart ? turn % (MOST_ROUNDS + 1) : turn / count) - 1);
    }
    for (int s = 0; s < count; s++) {
        int rounds = rounds_of(&all[s]);
        qsort(all[s].times, (size_t)rounds, sizeof(double), rising);
        printf("%s,%d,%d,%d,%.4g,%.4g,%.4g\n", all[s].what, all[s].n, all[s].threads, rounds,
               all[s].times[0], all[s].times[rounds / 2], all[s].times[rounds - 1]);
    }
    fflush(stdout);
}

static bool wanted(const char *what, char **names) {
    bool found = *names == NULL;
    for (; *names != NULL && !found; names++) {
        found = strcmp(what, *names) == 0;
    }
    return found;
}

/* One team after the other: a team of another size has to start its threads. The sequential version
 * runs beside each. */
static void curves(bool apart, char **names) {
    int most = omp_get_num_procs();
    for (int size = 0; size <= SIZES; size++) {
        for (int threads = 1; threads <= most; threads *= 2) {
            struct series all[KINDS];
            int count = 0;
            for (int kind = 0; kind < KINDS; kind++) {
                bool stencil = kinds[kind].run == NULL;
                if (stencil == (size == SIZES) && wanted(kinds[kind].what, names)) {
                    all[count] = kinds[kind];
                    all[count].threads = threads;
                    all[count++].n = stencil ? WIDTH * HEIGHT : sizes[size];
                }
            }
            measure(all, count, apart);
        }
    }
}

static bool fill(void) {
    size_t floats = (size_t)(HEIGHT + 2) * LINE;
    data = malloc(LARGEST);
    from = aligned_alloc(64, floats * sizeof *from);
    to = aligned_alloc(64, floats * sizeof *to);
    if (data == NULL || from == NULL || to == NULL) {
        return false;
    }
    uint32_t draw = 1;
    for (size_t n = 0; n < LARGEST; n++) {
        draw = draw * 1664525 + 1013904223;
        data[n] = (uint8_t)(draw >> 24);
    }
#pragma omp parallel for schedule(static)
    for (size_t n = 0; n < floats; n++) {
        from[n] = to[n] = (float)(n % 256) * 0x1p-100F;
    }
    return true;
}

/* ---- pairs ----------------------------------------------------------------------------------- */

enum { COUNTED = 1 << 20, TRAVELS = 2000 };
static _Atomic int turn, ready;

struct place {
    int processor, number;
    double count_ns, travel_ns;
};

static double seconds_since(double begin) {
    return omp_get_wtime() - begin;
}

static void meet(int number) {
    atomic_fetch_add(&ready, 1);
    while (atomic_load(&ready) < 2 * number) {
    }
}

static void *at_place(void *context) {
    struct place *place = context;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(place->processor, &one);
    sched_setaffinity(0, sizeof one, &one);
    meet(1);
    double begin = omp_get_wtime();
    for (int n = 0; n < TRAVELS; n++) {
        while (atomic_load_explicit(&turn, memory_order_acquire) != 2 * n + place->number) {
        }
        atomic_store_explicit(&turn, 2 * n + place->number + 1, memory_order_release);
    }
    place->travel_ns = seconds_since(begin) * 1e9 / (2.0 * TRAVELS);
    meet(2);
    uint32_t own[256];
    for (int run = 0; run < 5; run++) {
        begin = omp_get_wtime();
        histogram_sequential(data, COUNTED, own);
        double ns = seconds_since(begin) * 1e9 / COUNTED;
        place->count_ns = run == 0 || ns < place->count_ns ? ns : place->count_ns;
    }
    return NULL;
}

static int pairs(void) {
    int most = omp_get_num_procs();
    printf("a,b,count_ns,travel_ns\n");
    for (int a = 0; a < most; a++) {
        for (int b = a + 1; b < most; b++) {
            struct place places[2] = {{a, 0, 0, 0}, {b, 1, 0, 0}};
            pthread_t threads[2];
            atomic_store(&turn, 0);
            atomic_store(&ready, 0);
            for (int p = 0; p < 2; p++) {
                if (pthread_create(&threads[p], NULL, at_place, &places[p]) != 0) {
                    return 1;
                }
            }
            for (int p = 0; p < 2; p++) {
                pthread_join(threads[p], NULL);
            }
            printf("%d,%d,%.3f,%.1f\n", a, b, places[1].count_ns, places[1].travel_ns);
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    if (!fill()) {
        fprintf(stderr, "curves: no memory\n");
        return 1;
    }
    if (argc > 1 && strcmp(argv[1], "pairs") == 0) {
        return pairs();
    }
    bool apart = argc > 1 && strcmp(argv[1], "apart") == 0;
    curves(apart, argv + (apart ? 2 : 1)); /* the names of series, up to a NULL */
    return 0;
}
