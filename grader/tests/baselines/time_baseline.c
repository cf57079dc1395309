/*
 * Times a lab's sequential baseline beside the best known and beside what one core can read and
 * copy, in one process, in turn:
 *
 *     time_baseline ROUNDS BYTES BASELINE BEST EXERCISE KEY=VALUE…
 *
 * It is linked with the lab's oracle. BASELINE is a shared object with runner_call (run/runner.h),
 * BEST one with lockstep_best (best.h), or "-". BYTES are what one call reads and writes at least.
 * Each round times every program once, in processor time, and the next round begins with another
 * one. All answers are compared first. A line of the output, separated by commas: the name, the
 * median, the least and the most of its GB/s over the rounds, and the median over the rounds of the
 * baseline's speed as a part of its own. Exit status 2: something is missing, 3: an answer is
 * wrong.
 */
#include "bench/statistics.h"
#include "best.h"
#include "lab/oracle.h"
#include "run/session.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern const struct oracle lockstep_oracle;

enum { MOST_PROGRAMS = 16, MOST_BOUNDS = 3, MOST_ROUNDS = 1001 };

/* A sample repeats a call until it lasts this long, in seconds: a clock's tick must not show. */
static const double long_enough = 2e-3;

/* What a program is called with, and the bounds' own view of it. */
struct work {
    struct oracle_call shape;
    struct runner_call call;
    size_t read_bytes, written_bytes; /* of the largest input and output */
    const void *largest_input;
    void *largest_output;
};

struct program {
    const char *name;
    int (*call)(const struct runner_call *call);
    void (*bound)(const struct work *work); /* in place of `call`: a limit, not an answer */
    size_t checked;
    size_t repeats;
    double seconds[MOST_ROUNDS];
};

/* ---- the bounds ---- */

typedef uint64_t wide __attribute__((vector_size(64), aligned(64)));

static volatile uint64_t sink;

/* Reads `streams` parts of the input side by side, in eight sums: no addition waits for the one
 * before it. Memory is asked for `ahead` bytes ahead, or not at all with 0. */
static inline __attribute__((always_inline)) void read_streams(const struct work *work,
                                                               size_t streams, size_t ahead) {
    const size_t sums = 8, step = sums / streams;
    const size_t part = work->read_bytes / sizeof(wide) / sums * step;
    const wide *from = work->largest_input;
    wide sum[8] = {0};
    for (size_t i = 0; i < part; i += step) {
#pragma GCC unroll 8
        for (size_t s = 0; s < sums; s++) {
            const wide *place = from + s / step * part + i + s % step;
            sum[s] += *place;
            if (ahead > 0) {
                __builtin_prefetch((const char *)place + ahead);
            }
        }
    }
    for (size_t s = 1; s < sums; s++) {
        sum[0] += sum[s];
    }
    sink = sum[0][0] + sum[0][3];
}

static void read_all(const struct work *work) {
    read_streams(work, 1, 0);
}

static void read_four(const struct work *work) {
    read_streams(work, 4, 0);
}

static void read_four_asking(const struct work *work) {
    read_streams(work, 4, 2048);
}

static size_t copied_bytes(const struct work *work) {
    return work->read_bytes < work->written_bytes ? work->read_bytes : work->written_bytes;
}

static void copy_all(const struct work *work) {
    memcpy(work->largest_output, work->largest_input, copied_bytes(work));
}

#ifdef __SSE2__
#include <emmintrin.h>
/* Stores that bypass the caches: the lines that they fill are not read first. */
static void stream_all(const struct work *work) {
    const __m128i *from = work->largest_input;
    __m128i *to = work->largest_output;
    for (size_t i = 0; i < copied_bytes(work) / sizeof *from; i++) {
        _mm_stream_si128(to + i, _mm_load_si128(from + i));
    }
    _mm_sfence();
}
#endif

/* ---- what is to be done ---- */

static void *make_buffer(const struct oracle_buffer *buffer) {
    const size_t bytes = buffer_bytes(buffer) / 4096 * 4096 + 4096;
    void *memory = aligned_alloc(4096, bytes);
    if (memory == NULL) {
        fprintf(stderr, "beside: no memory for %zu bytes of %s\n", bytes, buffer->name);
        exit(2);
    }
    return memset(memory, SESSION_POISON, bytes);
}

/* Shapes and fills the case; words are EXERCISE KEY=VALUE…, and cut in two. NULL, or what is wrong.
 */
static const char *prepare(int count, char **words, struct work *work) {
    static struct oracle_pair pairs[ORACLE_MAX_PARAMETERS];
    static struct oracle_case source = {.text = ""};
    for (int i = 0; i < count - 1; i++) {
        char *equals = strchr(words[i + 1], '=');
        if (equals == NULL || i == ORACLE_MAX_PARAMETERS) {
            return "a case is a few words KEY=VALUE";
        }
        *equals = '\0';
        pairs[i] = (struct oracle_pair){
            .key = words[i + 1], .value = equals + 1, .next = i + 2 < count ? &pairs[i + 1] : NULL};
    }
    source.pairs = count > 1 ? pairs : NULL;
    work->shape = (struct oracle_call){.exercise = words[0], .seed = 2002, .source = &source};
    const char *wrong = lockstep_oracle.shape(&source, &work->shape);
    if (wrong != NULL) {
        return wrong;
    }
    void *input[ORACLE_MAX_BUFFERS] = {0};
    snprintf(work->call.exercise, sizeof work->call.exercise, "%s", work->shape.exercise);
    memcpy(work->call.parameter, work->shape.parameter, sizeof work->call.parameter);
    for (size_t i = 0; i < work->shape.input_count; i++) {
        work->call.input[i] = input[i] = make_buffer(&work->shape.input[i]);
        if (buffer_bytes(&work->shape.input[i]) > work->read_bytes) {
            work->read_bytes = buffer_bytes(&work->shape.input[i]);
            work->largest_input = input[i];
        }
    }
    for (size_t i = 0; i < work->shape.output_count; i++) {
        work->call.output[i] = make_buffer(&work->shape.output[i]);
        if (buffer_bytes(&work->shape.output[i]) > work->written_bytes) {
            work->written_bytes = buffer_bytes(&work->shape.output[i]);
            work->largest_output = work->call.output[i];
        }
    }
    lockstep_oracle.fill(&work->shape, input);
    return NULL;
}

/* Whether the program's answer is the oracle's, as far as it gives one. */
static bool right(const struct work *work, const struct program *program) {
    bool equal = true;
    void *expected[ORACLE_MAX_BUFFERS] = {0};
    const size_t outputs = work->shape.output_count;
    for (size_t i = 0; i < outputs; i++) {
        expected[i] = make_buffer(&work->shape.output[i]);
        memset(work->call.output[i], SESSION_POISON, buffer_bytes(&work->shape.output[i]));
    }
    lockstep_oracle.expect(&work->shape, work->call.input, expected);
    program->call(&work->call);
    for (size_t i = program->checked > 0 ? outputs - 1 : 0; i < outputs; i++) {
        const struct oracle_buffer *buffer = &work->shape.output[i];
        const size_t bytes = program->checked > 0 ? program->checked * element_size(buffer->element)
                                                  : buffer_bytes(buffer);
        equal = equal && memcmp(expected[i], work->call.output[i], bytes) == 0;
    }
    for (size_t i = 0; i < outputs; i++) {
        free(expected[i]);
    }
    return equal;
}

/* ---- the programs ---- */

static void *find(const char *path, const char *symbol) {
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    void *found = object != NULL ? dlsym(object, symbol) : NULL;
    if (found == NULL) {
        fprintf(stderr, "beside: %s\n", dlerror());
        exit(2);
    }
    return found;
}

static size_t list_programs(const char *baseline, const char *best, const struct work *work,
                            struct program programs[MOST_PROGRAMS]) {
    size_t count = 0;
    programs[count].name = "baseline";
    *(void **)&programs[count++].call = find(baseline, "runner_call");
    if (strcmp(best, "-") != 0) {
        const struct best_known *row = find(best, "lockstep_best");
        for (; row->name != NULL && count < MOST_PROGRAMS - MOST_BOUNDS; row++) {
            if (row->call(&work->call) == 0) {
                programs[count++] =
                    (struct program){.name = row->name, .call = row->call, .checked = row->checked};
            }
        }
    }
    if (2 * work->written_bytes < work->read_bytes) {
        programs[count].name = "bound: read";
        programs[count++].bound = read_all;
        programs[count].name = "bound: read four streams";
        programs[count++].bound = read_four;
        programs[count].name = "bound: read four asking ahead";
        programs[count++].bound = read_four_asking;
        return count;
    }
    programs[count].name = "bound: copy (memcpy)";
    programs[count++].bound = copy_all;
#ifdef __SSE2__
    programs[count].name = "bound: copy (streaming stores)";
    programs[count++].bound = stream_all;
#endif
    return count;
}

/* Of the processor, for this thread: what else the machine does takes the processor away for a
 * while, which is not the program's fault. */
static double thread_seconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static double sample(const struct work *work, const struct program *program) {
    const double start = thread_seconds();
    for (size_t i = 0; i < program->repeats; i++) {
        if (program->bound != NULL) {
            program->bound(work);
        } else {
            program->call(&work->call);
        }
    }
    return (thread_seconds() - start) / (double)program->repeats;
}

/* As often in a sample as it takes; this warms up, too. */
static void set_repeats(const struct work *work, struct program *program) {
    program->repeats = 1;
    while (sample(work, program) * (double)program->repeats < long_enough) {
        program->repeats *= 2;
    }
}

/* Lines are printed in this order; `rounds` times each. Ratios are within a round, whose programs
 * were slowed down together. */
static void print(struct program *programs, size_t count, size_t rounds, double bytes) {
    double ratio[MOST_ROUNDS], baseline[MOST_ROUNDS];
    memcpy(baseline, programs[0].seconds, sizeof baseline);
    for (size_t p = 0; p < count; p++) {
        for (size_t round = 0; round < rounds; round++) {
            ratio[round] = programs[p].seconds[round] / baseline[round];
        }
        const struct bench_statistics time = bench_statistics(programs[p].seconds, rounds);
        printf("%s,%.2f,%.2f,%.2f,%.3f\n", programs[p].name, 1e-9 * bytes / time.median,
               1e-9 * bytes / time.maximum, 1e-9 * bytes / time.minimum,
               bench_statistics(ratio, rounds).median);
    }
}

int main(int argc, char **argv) {
    static struct program programs[MOST_PROGRAMS];
    static struct work work;
    const long rounds = argc < 6 ? 0 : strtol(argv[1], NULL, 10);
    const double bytes = argc < 6 ? 0 : strtod(argv[2], NULL);
    if (rounds < 1 || rounds > MOST_ROUNDS || !(bytes > 0)) {
        fputs("usage: beside ROUNDS BYTES BASELINE BEST EXERCISE KEY=VALUE…\n", stderr);
        return 2;
    }
    const char *wrong = prepare(argc - 5, argv + 5, &work);
    if (wrong != NULL) {
        fprintf(stderr, "beside: %s\n", wrong);
        return 2;
    }
    const size_t count = list_programs(argv[3], argv[4], &work, programs);
    for (size_t p = 0; p < count; p++) {
        if (programs[p].bound == NULL && !right(&work, &programs[p])) {
            fprintf(stderr, "beside: %s: a wrong answer\n", programs[p].name);
            return 3;
        }
        set_repeats(&work, &programs[p]);
    }
    for (size_t round = 0; round < (size_t)rounds; round++) {
        for (size_t p = 0; p < count; p++) {
            struct program *program = &programs[(p + round) % count];
            program->seconds[round] = sample(&work, program);
        }
    }
    print(programs, count, (size_t)rounds, bytes);
    return 0;
}
