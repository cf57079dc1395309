/*
 * Fields, and what they become. A case of lab.yaml reads
 *
 *     {width: 33, height: 17, steps: 5, rows: 8, threads: 4, data: shuffled}
 *
 * with, where the exercise has them, `steps`, `rows` (on the device), `chunk` of the schedule, and
 * `more`: floats of padding beyond what a row needs. With `marked: 1` the device's step weighs a
 * cell itself by 0.5, which shows whose rows are whose: a CPU that does the device's rows, too, or
 * a device that does all, gives another field. For best_split a case is a machine instead:
 * nanoseconds for a row on either side and for the exchange.
 *
 * Why bit for bit is right up to five steps: inputs are integers below 256, so after k steps all
 * values and all partial sums are multiples of 4^-k below 256 * 1.75^k, which 24 bits hold for
 * k <= 5, whatever the order, with or without fused multiply-add. Beyond, a float rounds: fields
 * are scaled by 2^-48 then (each step multiplies by up to 1.75: 200 of them would overflow), and
 * may differ from a computation in double by five roundings a step. All terms are positive, so
 * nothing cancels and the bound of 5 k / 2^24 is relative to each cell.
 */
#include "symptoms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the kinds of data ---- */

static void fill_shuffled(float *field, size_t n, struct random_stream *random) {
    for (size_t i = 0; i < n; i++) {
        field[i] = (float)((i + 1) % 256);
    }
    for (size_t i = 0; i < n; i++) {
        const size_t a = random_below(random, n), b = random_below(random, n);
        const float swap = field[a];
        field[a] = field[b];
        field[b] = swap;
    }
}

static void fill_equal(float *field, size_t n, struct random_stream *random) {
    const float value = (float)(1 + random_below(random, 255));
    for (size_t i = 0; i < n; i++) {
        field[i] = value;
    }
}

typedef void fill_field(float *field, size_t n, struct random_stream *random);

static const struct {
    const char *name;
    fill_field *fill;
} kinds[] = {{"shuffled", fill_shuffled}, {"equal", fill_equal}};

static fill_field *kind_of(const struct oracle_case *source) {
    const char *name = oracle_text(source, "data");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (name == NULL || strcmp(name, kinds[i].name) == 0) {
            return kinds[i].fill;
        }
    }
    return NULL;
}

/* ---- cases ---- */

struct key {
    const char *name;
    uint64_t missing, least, most;
};

/* Reads the keys of a case into parameters 0 to count - 1; `also` is one more key that it may have.
 * Returns NULL, or what is wrong. */
static const char *read_keys(const struct oracle_case *source, struct oracle_call *call,
                             const struct key *keys, size_t count, const char *const also[2]) {
    static char text[120];
    for (const struct oracle_pair *pair = source->pairs; pair != NULL; pair = pair->next) {
        bool known = strcmp(pair->key, also[0]) == 0 || strcmp(pair->key, also[1]) == 0;
        for (size_t i = 0; i < count; i++) {
            known |= strcmp(pair->key, keys[i].name) == 0;
        }
        if (!known) {
            snprintf(text, sizeof text, "key '%.20s' is unknown for this exercise", pair->key);
            return text;
        }
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t *value = &call->parameter[i];
        if (!oracle_number(source, keys[i].name, keys[i].missing, value) ||
            *value < keys[i].least || *value > keys[i].most) {
            snprintf(text, sizeof text, "%s must be a number from %llu to %llu", keys[i].name,
                     (unsigned long long)keys[i].least, (unsigned long long)keys[i].most);
            return text;
        }
        call->parameter_name[i] = keys[i].name;
    }
    call->parameter_count = count;
    return NULL;
}

static const char *shape_split(const struct oracle_case *source, struct oracle_call *call) {
    static const struct key keys[] = {{"height", 0, 0, 65536},
                                      {"device_row", 1, 1, 1 << 20},
                                      {"cpu_row", 1, 1, 1 << 20},
                                      {"exchange", 0, 0, 1 << 20}};
    static const char *const none[2] = {"", ""};
    const char *wrong = read_keys(source, call, keys, sizeof keys / sizeof *keys, none);
    call->output[0] = (struct oracle_buffer){"the step with your split", "nanoseconds of the step",
                                             ELEMENT_U64, 1};
    call->output[1] = (struct oracle_buffer){"measurements", "measurements beyond the 60 allowed",
                                             ELEMENT_U32, 1};
    call->output_count = 2;
    return wrong;
}

static const char *shape_field(const struct oracle_case *source, struct oracle_call *call,
                               const struct exercise *exercise) {
    const struct key last = exercise->on_device ? (struct key){"marked", 0, 0, 1}
                                                : (struct key){"chunk", 0, 0, 1 << 16};
    const struct key keys[] = {
        {"width", 0, 1, 1 << 16},
        {"height", 0, 0, 1 << 16},
        {"more", 0, 0, 1024},
        {"steps", 1, 0, MOST_STEPS},
        {"rows", 0, 0, 1 << 16},
        {"threads", 1, 1, 64},
        last,
    };
    static const char *const also[2] = {"data", ""};
    const char *wrong = read_keys(source, call, keys, sizeof keys / sizeof *keys, also);
    uint64_t *parameter = call->parameter;
    if (wrong != NULL) {
        return wrong;
    }
    if (kind_of(source) == NULL) {
        return "data must be shuffled or equal";
    }
    if (parameter[LINE] % 16 != 0) {
        return "more must be a multiple of 16";
    }
    if (parameter[ROWS] > parameter[HEIGHT]) {
        return "rows must be at most height";
    }
    parameter[LINE] += (parameter[WIDTH] + 15) / 16 * 16 + 2 * GHOST;
    const size_t floats = (parameter[HEIGHT] + 2) * parameter[LINE];
    if (floats > MOST_CELLS || !make_work(floats)) {
        return "the field has too many cells: at most 2^20, and what the memory holds";
    }
    call->parameter_name[LINE] = "line";
    /* A split field: the device's rows with a ghost row on either side, twice, and a row a step;
     * and the parameters of at most three launches a step. */
    const uint64_t row_bytes = parameter[LINE] * sizeof(float);
    const uint64_t device_rows =
        strcmp(exercise->name, "device_steps") == 0 ? parameter[HEIGHT] : parameter[ROWS];
    parameter[BYTES] = 2 * (device_rows + 2) * row_bytes +
                       parameter[STEPS] * (row_bytes + 3 * (uint64_t)PARAMETER_BYTES);
    call->parameter_name[BYTES] = "transfer";
    call->parameter_count = BYTES + 1;

    call->input[0] = (struct oracle_buffer){"A", "element", ELEMENT_F32, floats};
    call->input_count = 1;
    const size_t result = exercise->on_device;
    call->output[0] =
        (struct oracle_buffer){ORACLE_RETURNED_ERROR, ORACLE_RETURNED_ERROR, ELEMENT_I32, 1};
    call->output[result] =
        (struct oracle_buffer){exercise->steps ? "the field" : "B", "element", ELEMENT_F32, floats};
    if (parameter[STEPS] > EXACT_STEPS) {
        call->tolerance = 5.0 * (double)parameter[STEPS] / (1 << 24);
    }
    call->output_count = result + 1;
    return NULL;
}

static const char *shape(const struct oracle_case *source, struct oracle_call *call) {
    if (strcmp(call->exercise, "best_split") == 0) {
        return shape_split(source, call);
    }
    const struct exercise *exercise = exercise_of(call);
    return exercise != NULL ? shape_field(source, call, exercise)
                            : "oracle.c does not know this exercise";
}

/* ---- inputs and results ---- */

static void fill(const struct oracle_call *call, void *const input[]) {
    if (call->input_count == 0) {
        return;
    }
    struct random_stream random = {call->seed};
    float *field = input[0];
    const size_t count = call->input[0].count;
    kind_of(call->source)(field, count, &random);
    const float scale = call->parameter[STEPS] > EXACT_STEPS ? 0x1p-48F : 1;
    for (size_t i = 0; i < count; i++) {
        long x, y;
        /* What is no neighbour of any cell spoils every sum that it gets into. */
        field[i] = is_cell(call, i, true, &x, &y) ? field[i] * scale : NAN;
    }
}

static void expect_split(const struct oracle_call *call, void *const output[]) {
    const uint64_t height = call->parameter[SPLIT_HEIGHT];
    uint64_t least = UINT64_MAX;
    for (uint64_t rows = 0; rows <= height; rows++) {
        const uint64_t device = rows * call->parameter[DEVICE_ROW];
        const uint64_t cpu = (height - rows) * call->parameter[CPU_ROW];
        const uint64_t exchange = rows > 0 && rows < height ? call->parameter[EXCHANGE] : 0;
        const uint64_t time = exchange + (device > cpu ? device : cpu);
        least = time < least ? time : least;
    }
    *(uint64_t *)output[0] = least;
    *(uint32_t *)output[1] = 0;
}

static void expect_field(const struct oracle_call *call, const float *input, float *result,
                         bool in_place, size_t marked) {
    const size_t count = call->input[0].count;
    double *from = work[0], *to = work[1];
    for (size_t i = 0; i < count; i++) {
        from[i] = to[i] = input[i];
    }
    for (size_t i = 0; i < call->parameter[STEPS]; i++) {
        double *const swap = from;
        step(call, marked, to, from);
        from = to;
        to = swap;
    }
    memset(result, SESSION_POISON, count * sizeof *result);
    if (in_place) {
        memcpy(result, input, count * sizeof *result);
    }
    for (size_t i = 0; i < count; i++) {
        long x, y;
        if (is_cell(call, i, false, &x, &y)) {
            result[i] = (float)from[i];
        }
    }
}

static void expect(const struct oracle_call *call, const void *const input[],
                   void *const output[]) {
    const struct exercise *exercise = exercise_of(call);
    if (exercise == NULL) {
        expect_split(call, output);
        return;
    }
    *(uint32_t *)output[0] = 0;
    expect_field(call, input[0], output[exercise->on_device], exercise->steps,
                 exercise->on_device && call->parameter[MARKED] != 0 ? call->parameter[ROWS] : 0);
}

const struct oracle lockstep_oracle = {shape, fill, expect, explain};
