/*
 * Runs each pattern of observed_patterns.c under the observer, on several teams, and holds the
 * facts against what the pattern's source says. A range is given where OpenMP leaves the choice to
 * the run-time library.
 */
#include "../../run/worker.h"
#include "../../lab/facts.h"
#include "observed_patterns.h"

#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 8192 };

/* Numbers that depend on the team: the number of threads times …, and "any". */
#define PER_THREAD(k) (-(int64_t)(k))
#define ANY           INT64_MAX

struct expectation {
    enum fact fact;
    int64_t least, most;
};
#define IS(fact, value)                                                                            \
    { FACT_##fact, value, value }
#define BETWEEN(fact, least, most)                                                                 \
    { FACT_##fact, least, most }

struct pattern {
    const char *name;
    histogram *function;
    struct expectation expect[FACT_COUNT]; /* facts that are not named: 0 */
};

#define READ_BY_TEAM                                                                               \
    IS(THREADS, PER_THREAD(1)), IS(INPUT_THREADS, PER_THREAD(1)), IS(INPUT_READS, N),              \
        BETWEEN(BUSIEST_READS, N / 16, N / 2), IS(PARALLEL_REGIONS, 1)
/* Merging in a critical section: every thread enters once and updates every bin. */
#define MERGED_IN_CRITICAL                                                                         \
    IS(CRITICALS, PER_THREAD(1)), IS(CRITICAL_NAMES, 1), IS(SHARED_UPDATES, PER_THREAD(BINS))
#define EACH_SHARED IS(SHARED_UPDATES, N)

static const struct pattern patterns[] = {
    {"sequential", sequential, {IS(INPUT_READS, N), IS(BUSIEST_READS, N)}},
    {"entrelacer", entrelacer, {READ_BY_TEAM, MERGED_IN_CRITICAL, IS(INTERLEAVED, 1)}},
    {"entrelacer_unrolled",
     entrelacer_unrolled,
     {READ_BY_TEAM, IS(CRITICALS, PER_THREAD(1)), IS(CRITICAL_NAMES, 1),
      IS(SHARED_UPDATES, PER_THREAD(2 * BINS)), IS(INTERLEAVED, 1)}},
    {"entrelacer_rotated", entrelacer_rotated, {READ_BY_TEAM, MERGED_IN_CRITICAL}},
    {"entrelacer_and_rest",
     entrelacer_and_rest,
     {IS(THREADS, PER_THREAD(1)), IS(INPUT_THREADS, PER_THREAD(1)), IS(INPUT_READS, N),
      BETWEEN(BUSIEST_READS, N / 2, N), IS(PARALLEL_REGIONS, 1), MERGED_IN_CRITICAL}},
    {"entrelacer_shared_rows",
     entrelacer_shared_rows,
     {READ_BY_TEAM, IS(INTERLEAVED, 1), IS(BARRIERS, 1)}},
    {"blocks", blocks, {READ_BY_TEAM, MERGED_IN_CRITICAL}},
    {"for_atomic",
     for_atomic,
     {READ_BY_TEAM, IS(WORKSHARING_LOOPS, 1), IS(ATOMICS, N), EACH_SHARED}},
    {"for_atomic_builtin",
     for_atomic_builtin,
     {READ_BY_TEAM, IS(WORKSHARING_LOOPS, 1), IS(ATOMICS, N), EACH_SHARED}},
    {"for_atomic_compare",
     for_atomic_compare,
     {READ_BY_TEAM, IS(WORKSHARING_LOOPS, 1), IS(ATOMICS, N), EACH_SHARED}},
    {"for_atomic_of_one",
     for_atomic_of_one,
     {IS(THREADS, PER_THREAD(1)), IS(INPUT_THREADS, PER_THREAD(1)), IS(INPUT_READS, N),
      BETWEEN(BUSIEST_READS, N / 16, N / 2), IS(PARALLEL_REGIONS, 2), MERGED_IN_CRITICAL,
      IS(WORKSHARING_LOOPS, 1), IS(ATOMICS, 2)}},
    {"for_critical",
     for_critical,
     {READ_BY_TEAM, IS(WORKSHARING_LOOPS, 1), IS(CRITICALS, N), IS(CRITICAL_NAMES, 1),
      EACH_SHARED}},
    {"for_two_criticals",
     for_two_criticals,
     {IS(THREADS, PER_THREAD(1)), IS(INPUT_THREADS, PER_THREAD(1)), BETWEEN(INPUT_READS, N, 2 * N),
      BETWEEN(BUSIEST_READS, N / 16, N), IS(PARALLEL_REGIONS, 1), IS(WORKSHARING_LOOPS, 1),
      IS(CRITICALS, N), IS(CRITICAL_NAMES, 2), EACH_SHARED}},
    {"for_locks",
     for_locks,
     {IS(THREADS, PER_THREAD(1)), IS(INPUT_THREADS, PER_THREAD(1)), BETWEEN(INPUT_READS, N, 3 * N),
      BETWEEN(BUSIEST_READS, N / 16, 2 * N), IS(PARALLEL_REGIONS, 1), IS(WORKSHARING_LOOPS, 1),
      IS(CRITICALS, N), IS(CRITICAL_NAMES, BINS), EACH_SHARED}},
    {"for_promotion_tab",
     for_promotion_tab,
     {READ_BY_TEAM, MERGED_IN_CRITICAL, IS(WORKSHARING_LOOPS, 1)}},
    {"heap_handed_over",
     heap_handed_over,
     {IS(THREADS, PER_THREAD(1)), IS(INPUT_THREADS, 1), IS(INPUT_READS, N), IS(BUSIEST_READS, N),
      IS(PARALLEL_REGIONS, 1), IS(BARRIERS, 1)}},
    {"wide_and_narrow",
     wide_and_narrow,
     {IS(THREADS, PER_THREAD(1)), IS(INPUT_THREADS, 1), IS(INPUT_READS, N), IS(BUSIEST_READS, N),
      IS(PARALLEL_REGIONS, 1), IS(BARRIERS, 1), IS(SHARED_UPDATES, N + BINS)}},
    /* On 2 and 4 threads all words are the first thread's. */
    {"words",
     words,
     {IS(THREADS, PER_THREAD(1)), BETWEEN(INPUT_THREADS, 1, 7), IS(INPUT_READS, N),
      BETWEEN(BUSIEST_READS, N / 7, N), IS(PARALLEL_REGIONS, 1), IS(ATOMICS, N),
      BETWEEN(SHARED_UPDATES, 0, N)}},
    {"atomic_without_team", atomic_without_team, {IS(INPUT_READS, N), IS(BUSIEST_READS, N)}},
    {"for_promotion_tab_atomic_merge",
     for_promotion_tab_atomic_merge,
     {READ_BY_TEAM, IS(WORKSHARING_LOOPS, 1), IS(ATOMICS, PER_THREAD(BINS)),
      IS(SHARED_UPDATES, PER_THREAD(BINS))}},
    /* However late the others wake up: the observer waits until a second thread has its share. */
    {"for_promotion_tab_dynamic",
     for_promotion_tab_dynamic,
     {IS(THREADS, PER_THREAD(1)), BETWEEN(INPUT_THREADS, 2, 8), IS(INPUT_READS, N),
      BETWEEN(BUSIEST_READS, 1, N - 1), IS(PARALLEL_REGIONS, 1), IS(WORKSHARING_LOOPS, 1),
      IS(BARRIERS, 1), MERGED_IN_CRITICAL}},
    {"for_cyclic",
     for_cyclic,
     {READ_BY_TEAM, MERGED_IN_CRITICAL, IS(WORKSHARING_LOOPS, 1), IS(INTERLEAVED, 1)}},
    {"reduction_tab",
     reduction_tab,
     {READ_BY_TEAM, IS(WORKSHARING_LOOPS, 1), BETWEEN(ATOMICS, 0, PER_THREAD(BINS)),
      BETWEEN(CRITICALS, 0, PER_THREAD(1)), BETWEEN(CRITICAL_NAMES, 0, 1),
      BETWEEN(SHARED_UPDATES, 0, PER_THREAD(BINS))}},
    {"reduction_critical",
     reduction_critical,
     {READ_BY_TEAM, IS(WORKSHARING_LOOPS, 1), BETWEEN(ATOMICS, 0, PER_THREAD(BINS)),
      BETWEEN(CRITICALS, 0, PER_THREAD(1)), BETWEEN(CRITICAL_NAMES, 0, 1),
      BETWEEN(SHARED_UPDATES, 0, PER_THREAD(2 * BINS))}},
    {"tasks",
     tasks,
     {IS(THREADS, PER_THREAD(1)), BETWEEN(INPUT_THREADS, 2, PER_THREAD(1)), IS(INPUT_READS, N),
      BETWEEN(BUSIEST_READS, 1, N - 1), IS(PARALLEL_REGIONS, 1), IS(CRITICALS, N / 1024),
      IS(CRITICAL_NAMES, 1), BETWEEN(SHARED_UPDATES, 0, N / 1024 * BINS + N / 1024),
      IS(BARRIERS, 1)}},
    {"nested",
     nested,
     {BETWEEN(THREADS, 3, 4), BETWEEN(INPUT_THREADS, 3, 4), IS(INPUT_READS, N),
      BETWEEN(BUSIEST_READS, N / 4, N / 2), IS(PARALLEL_REGIONS, 3), IS(WORKSHARING_LOOPS, 2),
      IS(ATOMICS, N), EACH_SHARED}},
    {"two_regions",
     two_regions,
     {IS(THREADS, PER_THREAD(1)), IS(INPUT_THREADS, PER_THREAD(1)), IS(INPUT_READS, N),
      BETWEEN(BUSIEST_READS, N / 16, N / 2), IS(PARALLEL_REGIONS, 2), IS(WORKSHARING_LOOPS, 2),
      IS(ATOMICS, N), EACH_SHARED}},
    {"team_of_one",
     team_of_one,
     {IS(THREADS, 1), IS(INPUT_THREADS, 1), IS(INPUT_READS, N), IS(BUSIEST_READS, N),
      BETWEEN(WORKSHARING_LOOPS, 0, 1), IS(ATOMICS, N)}},
    {"only_the_master_reads",
     only_the_master_reads,
     {IS(THREADS, PER_THREAD(1)), IS(INPUT_THREADS, 1), IS(INPUT_READS, N), IS(BUSIEST_READS, N),
      IS(PARALLEL_REGIONS, 1)}},
    {"own_bins",
     own_bins,
     {IS(THREADS, PER_THREAD(1)), IS(INPUT_THREADS, PER_THREAD(1)),
      BETWEEN(INPUT_READS, PER_THREAD(N), ANY), BETWEEN(BUSIEST_READS, N, 2 * N),
      IS(PARALLEL_REGIONS, 1)}},
    {"copied_input", copied_input, {IS(INPUT_READS, N), IS(BUSIEST_READS, N)}},
};
enum { PATTERN_COUNT = sizeof patterns / sizeof *patterns };

static const char *const fact_names[] = {
#define NAME(enumerator, name, text) name,
    FACT_TABLE(NAME)
#undef NAME
};

static int tests, failures;

static void check(bool good, const char *name, int threads) {
    failures += !good;
    printf("%s %d - %s on %d threads\n", good ? "ok" : "not ok", ++tests, name, threads);
}

/* A number of the table for this team. */
static int64_t scaled(int64_t number, int threads) {
    return number < 0 ? -number * threads : number;
}

static bool facts_hold(const struct pattern *pattern, const uint64_t *fact, int threads) {
    bool good = true;
    for (int i = 0; i < FACT_COUNT; i++) {
        int64_t least = 0, most = 0;
        for (int j = 0; j < FACT_COUNT; j++) {
            const struct expectation *expectation = &pattern->expect[j];
            if ((int)expectation->fact == i &&
                (expectation->least != 0 || expectation->most != 0)) {
                least = scaled(expectation->least, threads);
                most = scaled(expectation->most, threads);
            }
        }
        if ((int64_t)fact[i] < least || (int64_t)fact[i] > most) {
            printf("# %s: %s is %lu, expected %ld to %ld\n", pattern->name, fact_names[i], fact[i],
                   least, most);
            good = false;
        }
    }
    return good;
}

static bool run(const struct pattern *pattern, const uint8_t *data, int threads) {
    uint32_t frequency[BINS];
    uint64_t fact[DIAGNOSIS_FACTS];
    struct command command = {.input_count = 1, .element_bytes = {1}, .input = {{0, N}}};
    struct runner_call call = {.input = {data}, .output = {frequency}};
    omp_set_num_threads(threads);
    lockstep_observe_begin(&command, &call);
    pattern->function(data, N, frequency);
    lockstep_observe_end(fact);
    for (int bin = 0; bin < BINS; bin++) {
        if (frequency[bin] != N / BINS) {
            printf("# %s: bin %d holds %u: the pattern itself is wrong\n", pattern->name, bin,
                   frequency[bin]);
            return false;
        }
    }
    return facts_hold(pattern, fact, threads);
}

/* One thread may read it all: the observer then waits for another one in vain, and a single team
 * must do. */
static bool reads_alone(const struct pattern *pattern) {
    bool alone = false;
    for (int i = 0; i < FACT_COUNT; i++) {
        alone = alone ||
                (pattern->expect[i].fact == FACT_INPUT_THREADS && pattern->expect[i].least == 1);
    }
    return alone;
}

/* OpenMP reads it when it starts, which nothing here has made it do yet. */
static void name_tool(const char *program) {
    const char *slash = strrchr(program, '/');
    char path[4096];
    snprintf(path, sizeof path, "%.*s/openmp_tool.so", slash != NULL ? (int)(slash - program) : 1,
             slash != NULL ? program : ".");
    setenv("OMP_TOOL_LIBRARIES", path, 1);
}

int main(int argc, char **argv) {
    static uint8_t data[N];
    static const int teams[] = {2, 4, 7};
    name_tool(argv[0]);
    int rounds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 2;
    /* Each 256 elements hold every value once, in an order that moves on by one from block to
     * block: all bins are equal, and no thread has bins of its own, however the elements are shared
     * out. */
    for (uint32_t i = 0; i < N; i++) {
        data[i] = (uint8_t)(i * 101 + i / BINS);
    }
    for (int i = 0; i < PATTERN_COUNT; i++) {
        for (int j = 0; j < 3; j++) {
            if (reads_alone(&patterns[i]) && teams[j] != 4) {
                continue;
            }
            bool good = true;
            for (int round = 0; round < rounds && good; round++) {
                good = run(&patterns[i], data, teams[j]);
            }
            check(good, patterns[i].name, teams[j]);
        }
    }
    printf("1..%d\n", tests);
    return failures != 0;
}
