/*
 * How fast the reference solution is: all variants on 256 MiB of shuffled bytes (i % 256 after n
 * random swaps) and of equal bytes, beside the naive loop of one increment per element.
 */
#include "bench/bench.h"
#include "lab/random.h"

#include "histogram.h"

#include <omp.h>
#include <string.h>

/* For_Atomic is too slow for all of them. */
#ifdef QUICK /* shows that it runs; its times mean nothing */
enum { BYTES = 1 << 18, ATOMIC_BYTES = 1 << 14 };
#else
enum { BYTES = 1 << 28, ATOMIC_BYTES = 1 << 24 };
#endif

typedef void histogram_of_bytes(const uint8_t *data, size_t n, uint32_t frequency[256]);

static void naive(const uint8_t *data, size_t n, uint32_t frequency[256]) {
    memset(frequency, 0, 256 * sizeof(uint32_t));
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
}

/* The variants, in the order of the table. */
static const struct variant {
    const char *name;
    histogram_of_bytes *function;
    size_t n;
    bool parallel;
} variants[] = {
    {"naive loop", naive, BYTES, false},
    {"Sequential", histogram_sequential, BYTES, false},
    {"Entrelacer_PromotionTab", histogram_entrelacer_promotion_tab, BYTES, true},
    {"For_PromotionTab", histogram_for_promotion_tab, BYTES, true},
    {"For_Atomic (16 MiB)", histogram_for_atomic, ATOMIC_BYTES, true},
};
enum { VARIANTS = sizeof variants / sizeof *variants, SEQUENTIAL = 1, TEAMS = 2, KINDS = 2 };

/* A row's context: one variant on one kind of data. */
struct run {
    const struct variant *variant;
    const uint8_t *data;
};

static uint32_t frequency[256];

static void run(const void *context) {
    const struct run *run = context;
    run->variant->function(run->data, run->variant->n, frequency);
}

static uint8_t shuffled[BYTES], equal[BYTES];

static void fill(void) {
    struct random_stream random = {1};
    for (size_t i = 0; i < BYTES; i++) {
        shuffled[i] = (uint8_t)(i + 1);
        equal[i] = 42;
    }
    for (size_t i = 0; i < BYTES; i++) {
        const size_t a = random_below(&random, BYTES), b = random_below(&random, BYTES);
        const uint8_t swap = shuffled[a];
        shuffled[a] = shuffled[b];
        shuffled[b] = swap;
    }
}

static bool right(const struct run *test) {
    uint32_t expected[256];
    naive(test->data, test->variant->n, expected);
    run(test);
    if (memcmp(frequency, expected, sizeof expected) != 0) {
        fprintf(stderr, "lockstep: bench: %s counts wrong\n", test->variant->name);
        return false;
    }
    return true;
}

int main(void) {
    const struct {
        const char *name;
        const uint8_t *data;
    } kinds[KINDS] = {{"shuffled", shuffled}, {"equal", equal}};
    fill();
    const int teams[TEAMS] = {2, bench_cores()};

    struct run runs[KINDS * VARIANTS];
    struct bench_row rows[KINDS * VARIANTS * TEAMS];
    size_t count = 0;
    for (size_t kind = 0; kind < KINDS; kind++) {
        const size_t reference = count + SEQUENTIAL;
        for (size_t v = 0; v < VARIANTS; v++) {
            struct run *it = &runs[kind * VARIANTS + v];
            *it = (struct run){&variants[v], kinds[kind].data};
            if (!right(it)) {
                return 2;
            }
            for (int team = 0; team < (variants[v].parallel && teams[1] > 2 ? TEAMS : 1); team++) {
                rows[count++] = (struct bench_row){
                    .name = variants[v].name,
                    .input = kinds[kind].name,
                    .threads = variants[v].parallel ? teams[team] : 1,
                    .elements = variants[v].n,
                    .reference = reference,
                    .run = run,
                    .context = it,
                };
            }
        }
    }
    return bench_run("histogram-omp: 256 MiB of bytes", rows, count, 11, stdout);
}
