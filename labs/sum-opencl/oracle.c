/*
 * Inputs and expected results. A case of lab.yaml reads {n: 10007, data: shuffled, work_group: 96};
 * in exercise kernel also groups: 9 (as many as it takes where it is missing), in exercise loop
 * turns: 5, and in exercise open n, source: good or broken, double: yes or no, log: 4096 (bytes).
 * A work-group of 65536 cannot be launched anywhere: an error must come back, and the results stay
 * as they were.
 *
 * Data are integers, and all sums stay below 2^53: exact in double in any order of additions. Those
 * of kind `large` are not exact in float.
 */
#include "lab/opencl_errors.h"
#include "inputs.h"
#include "lab/oracle.h"
#include "run/session.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N, WORK_GROUP, GROUPS, TURNS, BROKEN, NO_DOUBLE, LOG_BYTES, NO_GPU, PARAMETERS };
enum { ERROR, RESULT, PLACES };
enum {
    MOST_TURNED = 1 << 14,
    MOST_ELEMENTS = ORACLE_MOST(MOST_TURNED),
    MOST_IN_A_WORK_GROUP = 1024,
    CERTAINLY_TOO_MANY = 65536
};
enum { BUILD_PROGRAM_FAILURE = -11, SUM_NO_DOUBLE = -2001 }; /* CL/cl.h, sum.h */
enum { NOTHING_OPENED = -2002 };                             /* runner.c */

static bool is(const struct oracle_call *call, const char *exercise) {
    return strcmp(call->exercise, exercise) == 0;
}

static bool launchable(const struct oracle_call *call) {
    return call->parameter[WORK_GROUP] != CERTAINLY_TOO_MANY;
}

/* ---- shapes ---- */

/* A key that takes one of two words: 0 or 1, or -1 for a third one. */
static int choice(const struct oracle_case *source, const char *key, const char *zero,
                  const char *one) {
    const char *text = oracle_text(source, key);
    return text == NULL || strcmp(text, zero) == 0 ? 0 : strcmp(text, one) == 0 ? 1 : -1;
}

static const char *read_keys(const struct oracle_case *source) {
    static const char *const keys[] = {"n",      "data",   "work_group", "groups", "turns",
                                       "source", "double", "log",        "gpu"};
    for (const struct oracle_pair *pair = source->pairs; pair != NULL; pair = pair->next) {
        bool known = false;
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
            known = known || strcmp(pair->key, keys[i]) == 0;
        }
        if (!known) {
            return "a case of this lab knows the keys n, data, work_group, groups, turns, source, "
                   "double, log and gpu";
        }
    }
    return NULL;
}

static const char *read_parameters(const struct oracle_case *source, struct oracle_call *call) {
    static const char *const names[PARAMETERS] = {"n",      "work_group", "groups", "turns",
                                                  "broken", "no_double",  "log",    "no_gpu"};
    static const uint64_t missing[PARAMETERS] = {0, 256, 0, 0, 0, 0, 4096, 0};
    for (int i = 0; i < PARAMETERS; i++) {
        if (!oracle_number(source, names[i], missing[i], &call->parameter[i])) {
            return "n, work_group, groups, turns and log must be numbers";
        }
        call->parameter_name[i] = names[i];
    }
    call->parameter_count = PARAMETERS;
    uint64_t *parameter = call->parameter;
    const int broken = choice(source, "source", "good", "broken");
    const int no_double = choice(source, "double", "yes", "no");
    const int no_gpu = choice(source, "gpu", "yes", "no");
    if (broken < 0 || no_double < 0 || no_gpu < 0) {
        return "source must be good or broken, double yes or no, and gpu yes or no";
    }
    parameter[BROKEN] = (uint64_t)broken;
    parameter[NO_DOUBLE] = (uint64_t)no_double;
    parameter[NO_GPU] = (uint64_t)no_gpu;
    if (parameter[N] > MOST_ELEMENTS || parameter[TURNS] > MOST_ELEMENTS) {
        return "n and turns must be at most 2^14";
    }
    if (parameter[LOG_BYTES] < 1 || parameter[LOG_BYTES] > 4096) {
        return "log must be from 1 to 4096 bytes";
    }
    const uint64_t work_group = parameter[WORK_GROUP];
    if (work_group < 1 || (work_group > MOST_IN_A_WORK_GROUP && work_group != CERTAINLY_TOO_MANY)) {
        return "work_group must be from 1 to 1024, or 65536, which cannot be launched";
    }
    if (work_group < 2 && (is(call, "on_device") || is(call, "loop"))) {
        return "work_group must be at least 2 to get from many partial sums to one";
    }
    const uint64_t needed = parameter[N] == 0 ? 1 : (parameter[N] + work_group - 1) / work_group;
    parameter[GROUPS] = parameter[GROUPS] == 0 ? needed : parameter[GROUPS];
    return parameter[GROUPS] >= needed && parameter[GROUPS] <= MOST_ELEMENTS
               ? NULL
               : "groups must be enough for n elements";
}

static const char *shape(const struct oracle_case *source, struct oracle_call *call) {
    const char *wrong = read_keys(source);
    wrong = wrong != NULL ? wrong : read_parameters(source, call);
    if (wrong != NULL) {
        return wrong;
    }
    if (kind_of(source) < 0) {
        return "data must be shuffled, large, signed, negative, tied, ones, ends, late or "
               "placed";
    }
    const uint64_t n = call->parameter[N];
    call->input[0] = (struct oracle_buffer){"data", "element", ELEMENT_F64, n};
    call->input_count = 1;
    /* Of sum_open the check has its own advice: its errors are what the exercise is about. */
    const char *returned = is(call, "open") ? "sum_open's error" : ORACLE_RETURNED_ERROR;
    call->output[ERROR] = (struct oracle_buffer){returned, returned, ELEMENT_I32, 1};
    call->output_count = 2;
    if (is(call, "kernel")) {
        call->output[RESULT] = (struct oracle_buffer){"partial_sums", "partial sum", ELEMENT_F64,
                                                      call->parameter[GROUPS]};
    } else if (is(call, "loop")) {
        call->output[RESULT] =
            (struct oracle_buffer){"sums", "sum of turn", ELEMENT_F64, call->parameter[TURNS]};
    } else if (is(call, "extremes")) {
        call->output[RESULT] = (struct oracle_buffer){
            "minimum, maximum", "of minimum, maximum: number", ELEMENT_F64, 2};
        call->output[PLACES] = (struct oracle_buffer){
            "minimum_at, maximum_at", "of minimum_at, maximum_at: number", ELEMENT_U64, 2};
        call->output_count = 3;
    } else if (is(call, "open")) {
        call->output[RESULT] =
            (struct oracle_buffer){"what a kernel made", "element", ELEMENT_F64, n};
        call->output[PLACES] = (struct oracle_buffer){"the log", "the log", ELEMENT_U32, 1};
        call->output_count = 3;
    } else {
        call->output[RESULT] = (struct oracle_buffer){"the sum", "the sum", ELEMENT_F64, 1};
#ifndef LOCKSTEP_MEASURE
        if (is(call, "on_device")) {
            call->output[PLACES] =
                (struct oracle_buffer){"data afterwards", "element", ELEMENT_F64, n};
            call->output_count = 3;
        }
#endif
    }
    return NULL;
}

static void fill(const struct oracle_call *call, void *const input[]) {
    struct random_stream random = {call->seed};
    kinds[kind_of(call->source)].fill(input[0], call->parameter[N], &random);
}

/* ---- results ---- */

static double sum_of(const double *data, size_t from, size_t to) {
    double sum = 0;
    for (size_t i = from; i < to; i++) {
        sum += data[i];
    }
    return sum;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static double partial_sum(const struct oracle_call *call, const double *data, size_t group) {
    const size_t n = call->parameter[N], size = call->parameter[WORK_GROUP];
    return sum_of(data, least(group * size, n), least((group + 1) * size, n));
}

/* The kernel `advance` of sum.cl. */
static void advance(double *data, size_t n, double sum) {
    for (size_t i = 0; i < n; i++) {
        data[i] = (double)(((uint64_t)data[i] + (uint64_t)sum + i) % 256);
    }
}

static void expect_loop(const struct oracle_call *call, const double *data, double *sums) {
    static _Thread_local double array[MOST_TURNED];
    const size_t n = call->parameter[N] < MOST_TURNED ? call->parameter[N] : MOST_TURNED;
    memcpy(array, data, n * sizeof *data);
    for (size_t turn = 0; turn < call->parameter[TURNS]; turn++) {
        sums[turn] = sum_of(array, 0, n);
        advance(array, n, sums[turn]);
    }
}

static void expect_extremes(const double *data, size_t n, double values[2], uint64_t places[2]) {
    places[0] = places[1] = n > 0 ? 0 : n;
    for (size_t i = 1; i < n; i++) {
        places[0] = data[i] < data[places[0]] ? i : places[0];
        places[1] = data[i] > data[places[1]] ? i : places[1];
    }
    values[0] = n > 0 ? data[places[0]] : INFINITY;
    values[1] = n > 0 ? data[places[1]] : -INFINITY;
}

static void expect_open(const struct oracle_call *call, const double *data, void *const output[]) {
    const bool broken = call->parameter[BROKEN] != 0, no_double = call->parameter[NO_DOUBLE] != 0;
    double *result = output[RESULT];
    *(int32_t *)output[ERROR] = no_double ? SUM_NO_DOUBLE : broken ? BUILD_PROGRAM_FAILURE : 0;
    *(uint32_t *)output[PLACES] = broken && !no_double;
    for (size_t i = 0; i < call->parameter[N] && !broken && !no_double; i++) {
        result[i] = 2 * data[i];
    }
}

static void expect(const struct oracle_call *call, const void *const input[],
                   void *const output[]) {
    const double *data = input[0];
    double *result = output[RESULT];
    const size_t n = call->parameter[N];
    for (size_t i = 0; i < call->output_count; i++) {
        memset(output[i], SESSION_POISON,
               call->output[i].count * element_size(call->output[i].element));
    }
    *(int32_t *)output[ERROR] = !launchable(call);
    if (!launchable(call)) {
        return;
    }
    if (is(call, "open")) {
        expect_open(call, data, output);
    } else if (is(call, "loop")) {
        expect_loop(call, data, result);
    } else if (is(call, "extremes")) {
        expect_extremes(data, n, result, output[PLACES]);
    } else if (is(call, "kernel")) {
        for (size_t group = 0; group < call->parameter[GROUPS]; group++) {
            result[group] = partial_sum(call, data, group);
        }
    } else {
        result[0] = sum_of(data, 0, n);
        if (call->output_count > PLACES) {
            memcpy(output[PLACES], data, n * sizeof *data);
        }
    }
}

/* ---- what a wrong answer tells ---- */

/* Sums that a common mistake leads to, and what it was. */
static const char *mistake(const struct oracle_call *call, const double *data, double got) {
    const size_t n = call->parameter[N], size = call->parameter[WORK_GROUP];
    const double all = sum_of(data, 0, n);
    const struct {
        double sum;
        const char *text;
    } rows[] = {
        {0, "nothing was added up"},
        {2 * all, "every element was added twice"},
        {(float)all, "that is the sum rounded to float: is one of your variables not a double?"},
        {sum_of(data, 0, n / size * size), "the elements after the last whole work-group are "
                                           "missing: n is usually not a multiple of work_group"},
        {partial_sum(call, data, 0), "that is the first work-group's sum only"},
        {n > 0 ? all - data[n - 1] : 0, "the last element is missing"},
        {n > 0 ? all - data[0] : 0, "the first element is missing"},
        {n > 0 ? data[0] : 0, "that is the first element"},
    };
    uint64_t bits;
    memcpy(&bits, &got, sizeof bits);
    if (bits == SESSION_POISON * UINT64_C(0x0101010101010101)) {
        return "it was never written";
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].sum == got) {
            return rows[i].text;
        }
    }
    return NULL;
}

/* The first wrong partial sum: which of the work-group's elements does it hold? */
static bool explain_partial(const struct oracle_call *call, const double *data, const void *got,
                            char *text, size_t size) {
    const size_t n = call->parameter[N], items = call->parameter[WORK_GROUP];
    for (size_t group = 0; group < call->parameter[GROUPS]; group++) {
        double value;
        memcpy(&value, (const char *)got + group * sizeof value, sizeof value);
        const size_t from = least(group * items, n), to = least(from + items, n);
        if (value == sum_of(data, from, to)) {
            continue;
        }
        if (from == to) {
            message_put(text, size, "work-group %zu has no elements: its sum is 0", group);
            return true;
        }
        for (size_t i = from; i < to; i++) {
            if (value == sum_of(data, from, to) - data[i]) {
                message_put(text, size, "element %zu, of work-item %zu of %zu, is missing", i,
                            i - from, items);
                return true;
            }
        }
        if (to - from < items) {
            message_put(text, size,
                        "work-group %zu has elements for %zu of its %zu work-items only", group,
                        to - from, items);
            return true;
        }
        return false;
    }
    return false;
}

static bool explain_open(const struct oracle_call *call, int32_t error, uint32_t log, char *text,
                         size_t size) {
    if (error == NOTHING_OPENED) {
        message_put(text, size,
                    "CL_SUCCESS came back, but no context, queue or program (that number is this "
                    "check's own)");
    } else if (call->parameter[NO_DOUBLE] && error != SUM_NO_DOUBLE) {
        message_put(text, size, "the device says that it has no double: SUM_NO_DOUBLE is due");
    } else if (call->parameter[BROKEN] && error != BUILD_PROGRAM_FAILURE) {
        message_put(text, size,
                    "the program does not compile: CL_BUILD_PROGRAM_FAILURE (%d) is due",
                    BUILD_PROGRAM_FAILURE);
    } else if (error == SUM_NO_DOUBLE && !call->parameter[NO_DOUBLE]) {
        message_put(text, size, "SUM_NO_DOUBLE came back, but this device computes with double");
    } else if (error != 0 && call->parameter[NO_GPU]) {
        message_put(text, size, "this platform has no GPU: its first device of any type is due");
    } else if (error != 0 && !call->parameter[BROKEN] && !call->parameter[NO_DOUBLE]) {
        message_put(text, size, "an OpenCL call failed: %s", opencl_error(error));
    } else if (log == 3) {
        message_put(text, size, "it has no '\\0' within its first log_size bytes");
    } else if (log == 2 && call->parameter[BROKEN]) {
        message_put(text, size, "it is not the message of the compiler");
    } else if (log == 0 && call->parameter[BROKEN]) {
        message_put(text, size, "the message of the compiler was not copied there");
    } else if (log != 0 && !call->parameter[BROKEN]) {
        message_put(text, size, "it was changed, although the program compiled");
    } else {
        return false;
    }
    return true;
}

static bool explain_loop(const struct oracle_call *call, const double *data, const double *sums,
                         const double *right, char *text, size_t size) {
    for (size_t turn = 0; turn < call->parameter[TURNS]; turn++) {
        double got, expected;
        memcpy(&got, &sums[turn], sizeof got);
        memcpy(&expected, &right[turn], sizeof expected);
        if (got == expected) {
            continue;
        }
        if (turn > 0 && got == sum_of(data, 0, call->parameter[N])) {
            message_put(text, size, "in turn %zu the array still has its values of turn 0", turn);
            return true;
        }
        const char *what = turn == 0 ? mistake(call, data, got) : NULL;
        if (what != NULL) {
            message_put(text, size, "%s", what);
        }
        return what != NULL;
    }
    return false;
}

static bool explain_extremes(const struct oracle_call *call, const double *data,
                             const void *const got[], const void *const expected[], char *text,
                             size_t size) {
    static const char *const names[] = {"minimum", "maximum"};
    const size_t n = call->parameter[N];
    double values[2], right[2];
    uint64_t places[2], right_places[2];
    memcpy(values, got[RESULT], sizeof values);
    memcpy(right, expected[RESULT], sizeof right);
    memcpy(places, got[PLACES], sizeof places);
    memcpy(right_places, expected[PLACES], sizeof right_places);
    for (int side = 0; side < 2; side++) {
        if (values[side] != right[side] && n > 0) {
            message_put(text, size, "the %s is element %" PRIu64 "%s", names[side],
                        right_places[side],
                        values[side] == 0 ? ", and 0 is no neutral element" : "");
            return true;
        }
        if (places[side] != right_places[side] && n > 0) {
            if (places[side] < n && data[places[side]] == right[side]) {
                message_put(text, size,
                            "elements %" PRIu64 " and %" PRIu64
                            " are equal, and the first one counts",
                            right_places[side], places[side]);
            } else {
                message_put(text, size, "the %s is element %" PRIu64, names[side],
                            right_places[side]);
            }
            return true;
        }
    }
    return false;
}

static bool explain(const struct oracle_call *call, const void *const input[],
                    const void *const got[], const void *const expected[], char *text,
                    size_t size) {
    int32_t error;
    memcpy(&error, got[ERROR], sizeof error);
    if (is(call, "open")) {
        uint32_t log;
        memcpy(&log, got[PLACES], sizeof log);
        return explain_open(call, error, log, text, size);
    }
    if (!launchable(call)) {
        message_put(
            text, size,
            "a work-group of %u cannot be launched: return the error, and leave the results "
            "as they were",
            (unsigned)call->parameter[WORK_GROUP]);
        return true;
    }
    if (error != 0) {
        message_put(text, size, "an OpenCL call failed: %s", opencl_error(error));
        return true;
    }
    if (is(call, "kernel")) {
        return explain_partial(call, input[0], got[RESULT], text, size);
    }
    if (is(call, "loop")) {
        return explain_loop(call, input[0], got[RESULT], expected[RESULT], text, size);
    }
    if (is(call, "extremes")) {
        return explain_extremes(call, input[0], got, expected, text, size);
    }
    if (memcmp(got[RESULT], expected[RESULT], sizeof(double)) == 0) {
        message_put(text, size, "the buffer of the data must stay as it is");
        return true;
    }
    double sum;
    memcpy(&sum, got[RESULT], sizeof sum);
    const char *what = mistake(call, input[0], sum);
    if (what != NULL) {
        message_put(text, size, "%s", what);
    }
    return what != NULL;
}

const struct oracle lockstep_oracle = {shape, fill, expect, explain};
