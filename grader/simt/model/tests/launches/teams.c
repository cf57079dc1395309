/*
 * teams.c - programs of a course on OpenMP, to hold the processor's model against: a line
 * `what,threads,median_ms,least_ms` for each, of 15 runs; or one of them once, on the machine, with
 * a part of its data (1/16 here).
 *
 *     gcc -O3 -march=native -fopenmp teams.c -o teams && ./teams
 *     lockstep simt --threads 16 --scale 16 -- ./teams dot 16
 */
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS = 15, WORDS = 1 << 23, BINS = 64, WIDE = 16 };
static double *a, *b, *c;
static volatile double result; /* what each program found: so that it is not left out */
static volatile uint64_t found;

struct test {
    const char *what;
    size_t n;
    bool part; /* may work on a part of its data: else --scale says nothing of it */
    void (*run)(size_t n);
};

static void dot(size_t n) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        sum += a[i] * b[i];
    }
    result = sum;
}
static void triad(size_t n) {
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        c[i] = a[i] + 3 * b[i];
    }
}
static void pi(size_t n) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < n; i++) {
        double x = ((double)i + 0.5) / (double)n;
        sum += 4 / (1 + x * x);
    }
    result = sum / (double)n;
}
static uint32_t escapes(size_t row, size_t n) {
    uint32_t sum = 0;
    for (size_t column = 0; column < n; column++) {
        double x = 0, y = 0, u = 3.0 * (double)column / (double)n - 2,
               v = 2.0 * (double)row / (double)n - 1;
        for (int step = 0; step < 200 && x * x + y * y < 4; step++) {
            double next = x * x - y * y + u;
            y = 2 * x * y + v;
            x = next;
            sum++;
        }
    }
    return sum;
}
static void mandelbrot_static(size_t n) {
    uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static)
    for (size_t row = 0; row < n; row++) {
        sum += escapes(row, n);
    }
    found = sum;
}
static void mandelbrot_dynamic(size_t n) {
    uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(dynamic)
    for (size_t row = 0; row < n; row++) {
        sum += escapes(row, n);
    }
    found = sum;
}
static void triangle(size_t n) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t row = 0; row < n; row++) {
        for (size_t column = 0; column <= row; column++) {
            sum += a[row * n + column];
        }
    }
    result = sum;
}
static void product(size_t n) {
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        memset(&c[i * n], 0, n * sizeof *c);
        for (size_t k = 0; k < n; k++) {
            for (size_t j = 0; j < n; j++) {
                c[i * n + j] += a[i * n + k] * b[k * n + j];
            }
        }
    }
}
static void transpose(size_t n) {
#pragma omp parallel for
    for (size_t row = 0; row < n; row++) {
        for (size_t column = 0; column < n; column++) {
            c[column * n + row] = a[row * n + column];
        }
    }
}
/* Sums of each thread's part, then of all parts, then the running sums. */
static void scan(size_t n) {
    static double sums[65];
#pragma omp parallel
    {
        size_t me = (size_t)omp_get_thread_num(), all = (size_t)omp_get_num_threads();
        size_t first = n * me / all, end = n * (me + 1) / all;
        double sum = 0;
        for (size_t i = first; i < end; i++) {
            sum += a[i];
        }
        sums[me + 1] = sum;
#pragma omp barrier
#pragma omp single
        for (size_t t = 1; t <= all; t++) {
            sums[t] += sums[t - 1];
        }
        sum = sums[me];
        for (size_t i = first; i < end; i++) {
            c[i] = sum += a[i];
        }
    }
}
/* Many short loops in one region: what the barriers cost. */
static void phases(size_t n) {
#pragma omp parallel
    for (int phase = 0; phase < 200; phase++) {
        const double *from = phase % 2 == 0 ? a : c;
        double *to = phase % 2 == 0 ? c : a;
#pragma omp for
        for (size_t i = 1; i < n - 1; i++) {
            to[i] = 0.25 * from[i - 1] + 0.5 * from[i] + 0.25 * from[i + 1];
        }
    }
}
static void bodies(size_t n) {
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        double force = 0;
        for (size_t j = 0; j < n; j++) {
            double x = a[i] - a[j], y = b[i] - b[j], far = x * x + y * y + 0.01;
            force += x / (far * far);
        }
        c[i] = force;
    }
}
static void sparse(size_t n) {
#pragma omp parallel for
    for (size_t row = 0; row < n; row++) {
        double sum = 0;
        for (size_t k = 0; k < WIDE; k++) {
            size_t column = (row + k * k * 31) & (n - 1);
            sum += a[row * WIDE + k] * b[column];
        }
        c[row] = sum;
    }
}
static void locks(size_t n) {
    static omp_lock_t lock[BINS];
    static uint32_t count[BINS];
    for (int bin = 0; bin < BINS; bin++) {
        omp_init_lock(&lock[bin]);
    }
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        uint32_t bin = (uint32_t)i * 2654435761U >> 26;
        omp_set_lock(&lock[bin]);
        count[bin]++;
        omp_unset_lock(&lock[bin]);
    }
    found = count[7];
}
/* One atomic addition for 16 elements, all on one word. */
static void now_and_then(size_t n) {
    static uint64_t big;
#pragma omp parallel for
    for (size_t i = 0; i < n; i += WIDE) {
        uint64_t mine = 0;
        for (size_t k = 0; k < WIDE; k++) {
            mine += a[i + k] > 0.5;
        }
#pragma omp atomic
        big += mine;
    }
    found = big;
}
/* Each thread counts in its own word, beside the others' words. */
static void neighbours(size_t n) {
    static volatile uint32_t count[64];
#pragma omp parallel for
    for (size_t i = 0; i < n; i++) {
        count[omp_get_thread_num()] += a[i] > 0.5;
    }
    found = count[0];
}
static uint64_t fibonacci(int n) {
    if (n < 2) {
        return (uint64_t)n;
    }
    uint64_t one, two;
#pragma omp task shared(one) if (n > 12)
    one = fibonacci(n - 1);
    two = fibonacci(n - 2);
#pragma omp taskwait
    return one + two;
}
static void tasks(size_t n) {
#pragma omp parallel
#pragma omp single
    found = fibonacci((int)n);
}

static const struct test tests[] = {
    {"dot", WORDS, true, dot},
    {"triad", WORDS, true, triad},
    {"scan", WORDS, true, scan},
    {"pi", WORDS, true, pi},
    {"mandelbrot_static", 256, false, mandelbrot_static},
    {"mandelbrot_dynamic", 256, false, mandelbrot_dynamic},
    {"triangle", 2048, false, triangle},
    {"product", 256, false, product},
    {"transpose", 2048, false, transpose},
    {"phases", 4000, false, phases},
    {"phases_large", 200000, true, phases},
    {"bodies", 2000, false, bodies},
    {"sparse", WORDS / WIDE, true, sparse},
    {"locks", 1 << 18, true, locks},
    {"now_and_then", 1 << 20, true, now_and_then},
    {"neighbours", 1 << 20, true, neighbours},
    {"tasks", 22, false, tasks},
};

static int rising(const void *x, const void *y) {
    double one = *(const double *)x, other = *(const double *)y;
    return (one > other) - (one < other);
}

static void measure(const struct test *test) {
    for (int threads = 1; threads <= omp_get_num_procs(); threads *= 2) {
        double times[RUNS];
        omp_set_num_threads(threads);
        for (int run = -2; run < RUNS; run++) {
            double begin = omp_get_wtime();
            test->run(test->n);
            times[run < 0 ? 0 : run] = omp_get_wtime() - begin;
        }
        qsort(times, RUNS, sizeof *times, rising);
        printf("%s,%d,%.4f,%.4f\n", test->what, threads, times[RUNS / 2] * 1e3, times[0] * 1e3);
        fflush(stdout);
    }
}

int main(int argc, char **argv) {
    size_t part = argc == 3 ? strtoul(argv[2], NULL, 10) : 1, words = WORDS / part;
    words = words < 1 << 22 && argc == 3 ? 1 << 22 : words; /* those that work on all */
    a = calloc(words, sizeof *a), b = calloc(words, sizeof *b), c = calloc(words, sizeof *c);
    if (a == NULL || b == NULL || c == NULL || part == 0) {
        return 1;
    }
    for (size_t i = 0; i < words; i++) {
        a[i] = (double)(i * 2654435761U >> 8 & 0xffff) / 65536;
        b[i] = 1 - a[i];
    }
    for (size_t t = 0; t < sizeof tests / sizeof *tests; t++) {
        if (argc == 1) {
            measure(&tests[t]);
        } else if (strcmp(tests[t].what, argv[1]) == 0) {
            tests[t].run(tests[t].part ? tests[t].n / part : tests[t].n);
        }
    }
    free(a), free(b), free(c);
    return 0;
}
