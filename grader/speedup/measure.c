/*
 * Times a student's function: a program of its own, linked with the lab's oracle and runner.
 *
 *   measure FOLDER EXERCISE LEAST MOST KEY=VALUE…   times of LEAST to MOST runs, a line each
 *   measure --copy THREADS                          10^9 bytes a second that a copy reads and
 * writes
 *
 * A line holds seconds of a call; where a device is watched (measure.h), the seconds of its kernels
 * and, behind a blank, those of its kernels, copies and fills. FOLDER is where it runs: that of the
 * student's files. The first run warms up and must be right. It stops after MOST runs, or when it
 * has LEAST of them and a second is over, or three of them and three seconds (a third of that where
 * a device is watched). A run is one call, or as many as a clock's tick does not show in. Exit
 * status 3: the answer is wrong; 4: there is none, because the device lacks what the program needs,
 * and a line says what.
 */
#include "measure.h"

#include "../clock.h"
#include "lab/oracle.h"
#include "run/runner.h"
#include "run/session.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How long the runs of a row go on, at the least and at the most. A device's times differ less. */
static const struct patience { double enough, most; } on_cpu = {1, 3}, on_device = {0.3, 1};

enum { FEWEST_RUNS = 3, MOST_CALLS = 1000 };

/* A run that takes less, in seconds, is several calls. Clocks tick in tens of nanoseconds. */
static const double shortest_run = 1e-5;

extern const struct oracle lockstep_oracle;

/* Of a run: what runner_time() brackets, if it is called. */
static double began, bracketed;

void runner_time(int begins) {
    if (begins != 0) {
        began = clock_seconds();
    } else {
        bracketed = clock_seconds() - began;
    }
}

static void *make_buffer(const struct oracle_buffer *buffer) {
    size_t bytes = buffer_bytes(buffer);
    void *memory = aligned_alloc(4096, (bytes / 4096 + 1) * 4096);
    if (memory == NULL) {
        fprintf(stderr, "measure: no memory for %zu bytes of %s\n", bytes, buffer->name);
        exit(2);
    }
    return memset(memory, SESSION_POISON, (bytes / 4096 + 1) * 4096);
}

/* As STREAM's copy: what is written is counted, and what is read. */
static int copy_ceiling(int threads) {
    enum { WORDS = 1 << 24, ROUNDS = 9 };
    double *from = aligned_alloc(4096, WORDS * sizeof *from),
           *to = aligned_alloc(4096, WORDS * sizeof *to), best = 0;
    if (from == NULL || to == NULL) {
        return 2;
    }
    omp_set_num_threads(threads);
    for (int round = 0; round <= ROUNDS; round++) {
        double start = clock_seconds();
#pragma omp parallel for
        for (size_t i = 0; i < WORDS; i++) {
            to[i] = round == 0 ? (from[i] = 1) : from[i];
        }
        double speed = 2e-9 * WORDS * sizeof *from / (clock_seconds() - start);
        best = round > 0 && speed > best ? speed : best;
    }
    printf("%.4g\n", best);
    return 0;
}

static const char *read_case(int count, char **words, struct oracle_pair *pairs,
                             struct oracle_case *source) {
    for (int i = 0; i < count; i++) {
        char *equals = strchr(words[i], '=');
        if (equals == NULL) {
            return "a case is KEY=VALUE";
        }
        *equals = '\0';
        pairs[i] = (struct oracle_pair){
            .key = words[i], .value = equals + 1, .next = i + 1 < count ? &pairs[i + 1] : NULL};
    }
    *source = (struct oracle_case){.pairs = count > 0 ? pairs : NULL, .text = ""};
    return NULL;
}

/* Whether the program returned one of OpenCL's errors that are the device's, not the program's. */
static bool device_lacks(const struct oracle_call *call, const struct runner_call *run) {
    static const struct {
        int32_t error;
        const char *name;
    } rows[] = {
        {-3, "it has no compiler (CL_COMPILER_NOT_AVAILABLE)"},
        {-4, "it has too little memory (CL_MEM_OBJECT_ALLOCATION_FAILURE)"},
        {-5, "it has too little of something (CL_OUT_OF_RESOURCES)"},
        {-6, "the host has too little memory (CL_OUT_OF_HOST_MEMORY)"},
        {-11, "the kernels do not compile for it (CL_BUILD_PROGRAM_FAILURE)"},
    };
    for (size_t i = 0; device_seconds != NULL && i < call->output_count; i++) {
        for (size_t r = 0; strcmp(call->output[i].name, ORACLE_RETURNED_ERROR) == 0 &&
                           call->output[i].element == ELEMENT_I32 && r < sizeof rows / sizeof *rows;
             r++) {
            if (*(const int32_t *)run->output[i] == rows[r].error) {
                puts(rows[r].name);
                return true;
            }
        }
    }
    return false;
}

static bool right(const struct oracle_call *call, const struct runner_call *run) {
    void *expected[ORACLE_MAX_BUFFERS] = {0};
    bool equal = true;
    for (size_t i = 0; i < call->output_count; i++) {
        expected[i] = make_buffer(&call->output[i]);
    }
    lockstep_oracle.expect(call, (const void *const *)run->input, expected);
    for (size_t i = 0; i < call->output_count; i++) {
        size_t bytes = buffer_bytes(&call->output[i]);
        equal = equal && (call->tolerance > 0 || memcmp(expected[i], run->output[i], bytes) == 0);
        free(expected[i]);
    }
    return equal;
}

/* How many calls a run is. */
static long calls_in_run(const struct runner_call *run) {
    bracketed = 0;
    const double start = clock_seconds();
    runner_call(run);
    const double seconds = clock_seconds() - start;
    if (device_seconds != NULL || bracketed > 0 || seconds > shortest_run) {
        return 1;
    }
    return seconds * MOST_CALLS > shortest_run ? (long)(shortest_run / seconds) + 1 : MOST_CALLS;
}

/* One run's line. False: the device could not tell. */
static bool time_run(const struct runner_call *run, long calls) {
    double kernels = 0, all = 0;
    bracketed = 0;
    const double start = clock_seconds();
    for (long i = 0; i < calls; i++) {
        runner_call(run);
    }
    const double seconds = (clock_seconds() - start) / (double)calls;
    if (bracketed > 0) {
        printf("%.9g\n", bracketed);
    } else if (device_seconds == NULL) {
        printf("%.9g\n", seconds);
    } else if (device_seconds(&kernels, &all) != 0) {
        printf("%.9g %.9g\n", kernels, all);
    } else {
        return false;
    }
    return true;
}

static int time_runs(const struct runner_call *run, const struct oracle_call *call, long least,
                     long most) {
    double kernels, all;
    if (runner_call(run) != 0) {
        fprintf(stderr, "measure: the lab has no exercise '%s'\n", run->exercise);
        return 2;
    }
    if (!right(call, run)) {
        return device_lacks(call, run) ? 4 : 3;
    }
    const long calls = most > 0 ? calls_in_run(run) : 1;
    if (device_seconds != NULL) {
        device_seconds(&kernels, &all); /* the first run is none to count */
    }
    const struct patience patience = device_seconds != NULL ? on_device : on_cpu;
    const double begin = clock_seconds();
    for (long i = 0; i < most; i++) {
        const double over = clock_seconds() - begin;
        if ((i >= least && over >= patience.enough) ||
            (i >= FEWEST_RUNS && over >= patience.most)) {
            break;
        }
        if (!time_run(run, calls)) {
            fputs("measure: the device does not say how long it worked\n", stderr);
            return 2;
        }
    }
    return 0;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "--copy") == 0) {
        return copy_ceiling((int)strtol(argv[2], NULL, 10));
    }
    struct oracle_pair pairs[ORACLE_MAX_PARAMETERS];
    struct oracle_case source;
    if (argc < 5 || argc > 5 + ORACLE_MAX_PARAMETERS) {
        fputs("usage: measure FOLDER EXERCISE LEAST MOST KEY=VALUE…\n", stderr);
        return 2;
    }
    if (chdir(argv[1]) != 0) {
        perror(argv[1]);
        return 2;
    }
    struct oracle_call call = {.exercise = argv[2], .seed = 2002, .source = &source};
    const char *wrong = read_case(argc - 5, argv + 5, pairs, &source);
    wrong = wrong != NULL ? wrong : lockstep_oracle.shape(&source, &call);
    if (wrong != NULL) {
        fprintf(stderr, "measure: %s\n", wrong);
        return 2;
    }
    struct runner_call run = {0};
    void *input[ORACLE_MAX_BUFFERS] = {0};
    snprintf(run.exercise, sizeof run.exercise, "%s", argv[2]);
    memcpy(run.parameter, call.parameter, sizeof run.parameter);
    for (size_t i = 0; i < call.input_count; i++) {
        run.input[i] = input[i] = make_buffer(&call.input[i]);
    }
    for (size_t i = 0; i < call.output_count; i++) {
        run.output[i] = make_buffer(&call.output[i]);
    }
    lockstep_oracle.fill(&call, input);
    return time_runs(&run, &call, strtol(argv[3], NULL, 10), strtol(argv[4], NULL, 10));
}
