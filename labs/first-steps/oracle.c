/*
 * Inputs and expected results. A case of lab.yaml reads {n: 1024, threads: 256}; exercise opencl
 * has work_group in place of threads. With `time: yes` the time must have been measured, too. A
 * program that is `broken` does not compile, and more than 1,024 threads cannot be launched: an
 * error must come back, and the results stay as they were.
 */
#include "lab/oracle.h"
#include "run/session.h"

#include "lab/cuda_errors.h"
#include "lab/opencl_errors.h"

#include <stdio.h>
#include <string.h>

enum { N, THREADS, WORK_GROUP, TIME, BROKEN };
enum { SQUARES, SUM };         /* outputs of exercise loop */
enum { ERROR, RESULT, TIMED }; /* of the others: the error first, for it explains the rest */
enum { MOST_ELEMENTS = 1 << 20, MOST_THREADS = 1024 };

static bool is(const struct oracle_call *call, const char *exercise) {
    return strcmp(call->exercise, exercise) == 0;
}

/* Can the call succeed? */
static bool possible(const struct oracle_call *call) {
    return call->parameter[BROKEN] == 0 &&
           (is(call, "loop") || call->parameter[THREADS] <= MOST_THREADS);
}

static void shape_outputs(struct oracle_call *call) {
    const uint64_t n = call->parameter[N];
    call->output_count = is(call, "loop") ? 2 : 3;
    if (is(call, "loop")) {
        call->output[SQUARES] = (struct oracle_buffer){"squares", "element", ELEMENT_U64, n};
        call->output[SUM] = (struct oracle_buffer){"sum", "sum", ELEMENT_U64, 1};
        return;
    }
    call->output[ERROR] =
        (struct oracle_buffer){ORACLE_RETURNED_ERROR, ORACLE_RETURNED_ERROR, ELEMENT_I32, 1};
    call->output[RESULT] =
        (struct oracle_buffer){is(call, "cuda") ? "sum" : "squares", "element", ELEMENT_U32, n};
    call->output[TIMED] = (struct oracle_buffer){"the time", NULL, ELEMENT_U32, 1};
}

static const char *shape(const struct oracle_case *source, struct oracle_call *call) {
    static const char *const names[] = {"n", "threads", "work_group", "time", "broken"};
    static const uint64_t missing[] = {0, 1, 1, 0, 0};
    for (int i = 0; i < 5; i++) {
        if (!oracle_number(source, names[i], missing[i], &call->parameter[i])) {
            return "n, threads, work_group, time and broken must be numbers";
        }
        call->parameter_name[i] = names[i];
    }
    call->parameter_count = 5;
    if (call->parameter[N] > MOST_ELEMENTS || call->parameter[THREADS] < 1 ||
        call->parameter[WORK_GROUP] < 1 || call->parameter[WORK_GROUP] > MOST_THREADS) {
        return "n must be at most 2^20, threads at least 1 and work_group from 1 to 1024";
    }
    static const char *const inputs[] = {"data", "left", "right"};
    call->input_count = is(call, "cuda") ? 2 : 1;
    for (size_t i = 0; i < call->input_count; i++) {
        call->input[i] = (struct oracle_buffer){inputs[i + call->input_count - 1], "element",
                                                ELEMENT_U32, call->parameter[N]};
    }
    shape_outputs(call);
    return NULL;
}

static void fill(const struct oracle_call *call, void *const input[]) {
    struct random_stream stream = {call->seed};
    for (size_t i = 0; i < call->input_count; i++) {
        uint32_t *vector = input[i];
        for (uint64_t at = 0; at < call->parameter[N]; at++) {
            vector[at] = (uint32_t)random_next(&stream);
        }
    }
}

static void expect_loop(const struct oracle_call *call, const uint32_t *data,
                        void *const output[]) {
    uint64_t *squares = output[SQUARES], *sum = output[SUM];
    *sum = 0;
    for (uint64_t i = 0; i < call->parameter[N]; i++) {
        squares[i] = (uint64_t)data[i] * data[i];
        *sum += squares[i];
    }
}

static void expect(const struct oracle_call *call, const void *const input[],
                   void *const output[]) {
    const uint32_t *data = input[0], *right = input[1];
    if (is(call, "loop")) {
        expect_loop(call, data, output);
        return;
    }
    uint32_t *result = output[RESULT];
    *(int32_t *)output[ERROR] = !possible(call);
    *(uint32_t *)output[TIMED] = call->parameter[TIME] != 0;
    memset(result, SESSION_POISON, call->parameter[N] * sizeof *result);
    for (uint64_t i = 0; i < call->parameter[N] && possible(call); i++) {
        result[i] = is(call, "cuda") ? data[i] + right[i] : data[i] * data[i];
    }
}

/* Of which elements in a row is that the sum? True for some, but not all. */
static bool is_part(const uint64_t *squares, uint64_t n, uint64_t sum, uint64_t *begin,
                    uint64_t *end) {
    enum { MOST = 1 << 13 }; /* all pairs are tried */
    for (*begin = 0; *begin < n && n <= MOST; ++*begin) {
        uint64_t part = 0;
        for (*end = *begin; *end < n;) {
            part += squares[(*end)++];
            if (part == sum) {
                return *end - *begin < n;
            }
        }
    }
    return false;
}

static void explain_sum(const struct oracle_call *call, const uint64_t *squares, uint64_t sum,
                        char *text, size_t size) {
    uint64_t begin, end;
    if (call->parameter[THREADS] > 1 && is_part(squares, call->parameter[N], sum, &begin, &end)) {
        message_put(
            text, size,
            "all squares are right, but their sum is only that of elements %llu to %llu: what "
            "became of the other threads' sums?",
            (unsigned long long)begin, (unsigned long long)end - 1);
    } else {
        message_put(text, size, "all squares are right, but some are missing from their sum");
    }
}

static bool explain_loop(const struct oracle_call *call, const void *const got[],
                         const void *const expected[], char *text, size_t size) {
    const uint64_t *squares = got[SQUARES], *right = expected[SQUARES];
    uint64_t sum = 0;
    bool good = true;
    for (uint64_t i = 0; i < call->parameter[N]; i++) {
        good &= squares[i] == right[i];
        sum += squares[i];
    }
    if (good) {
        explain_sum(call, squares, *(const uint64_t *)got[SUM], text, size);
    } else if (sum == *(const uint64_t *)got[SUM]) {
        message_put(text, size, "the sum is that of your squares, but some squares are wrong");
    }
    return good || sum == *(const uint64_t *)got[SUM];
}

/* runner.c says which it is. */
static const char *wrong_time(const struct oracle_call *call, uint32_t kind) {
    enum { NO_TIME = 0, BELOW_ZERO = 3 };
    return kind == NO_TIME ? "the time of the kernel was not written"
           : kind == BELOW_ZERO && is(call, "cuda")
               ? "*milliseconds is below zero\n"
                 "cudaEventElapsedTime takes the event before the launch first, then the one "
                 "after it."
           : kind == BELOW_ZERO ? "*nanoseconds is below zero, which makes a huge unsigned "
                                  "number\n"
                                  "The time is the end less the start, both of the launch's "
                                  "event, not of the read's."
           : is(call, "cuda")
               ? "*milliseconds is not the time between an event right before the launch and "
                 "one right after it, in milliseconds"
               : "*nanoseconds is not the end less the start of the launch's event, in "
                 "nanoseconds";
}

static bool explain(const struct oracle_call *call, const void *const input[],
                    const void *const got[], const void *const expected[], char *text,
                    size_t size) {
    (void)input;
    if (is(call, "loop")) {
        return explain_loop(call, got, expected, text, size);
    }
    const int32_t error = *(const int32_t *)got[ERROR];
    if (!possible(call)) {
        message_put(text, size,
                    "this call cannot succeed (%s): return the error, and leave the results "
                    "as they were",
                    call->parameter[BROKEN] != 0 ? "the kernel does not compile"
                                                 : "a block has at most 1,024 threads");
        return true;
    }
    if (error != 0) {
        message_put(text, size, "that is %s",
                    is(call, "cuda") ? cuda_error((uint32_t)error) : opencl_error(error));
        return true;
    }
    if (*(const uint32_t *)got[TIMED] != *(const uint32_t *)expected[TIMED]) {
        message_put(text, size, "%s", wrong_time(call, *(const uint32_t *)got[TIMED]));
        return true;
    }
    return false;
}

const struct oracle lockstep_oracle = {
    .shape = shape, .fill = fill, .expect = expect, .explain = explain};
