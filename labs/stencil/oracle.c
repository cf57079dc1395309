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
#include "lab/opencl_errors.h"
#include "lab/oracle.h"
#include "run/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of a field: CHUNK is for loops on the CPU, MARKED for host functions. Then of best_split. */
enum { WIDTH, HEIGHT, LINE, STEPS, ROWS, THREADS, CHUNK, MARKED = CHUNK, BYTES };
enum { SPLIT_HEIGHT, DEVICE_ROW, CPU_ROW, EXCHANGE };
enum { GHOST = 16, MOST_CELLS = ORACLE_MOST(1 << 20), MOST_STEPS = 500 };
enum { EXACT_STEPS = 5, PARAMETER_BYTES = 64 };

/* What an exercise gives and wants. */
static const struct exercise {
    const char *name;
    bool steps;     /* it takes a number of steps, and works on the field in place */
    bool on_device; /* it returns an error of OpenCL's first */
} exercises[] = {
    {"stencil_multi", false, false}, {"iterate", true, false},       {"naive", false, true},
    {"tile", false, true},           {"conflict_free", false, true}, {"marching", false, true},
    {"device_steps", true, true},    {"hybrid", true, true},         {"hybrid_threads", true, true},
};

static const struct exercise *exercise_of(const struct oracle_call *call) {
    for (size_t i = 0; i < sizeof exercises / sizeof *exercises; i++) {
        if (strcmp(call->exercise, exercises[i].name) == 0) {
            return &exercises[i];
        }
    }
    return NULL;
}

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

/* Two fields of doubles that expect() computes in, as large as the largest case so far needs them.
 * shape() makes them, which can refuse a case: expect() could only give a wrong field. */
static double *work[2];
static size_t work_cells;

static bool make_work(size_t cells) {
    for (int i = 0; i < 2 && cells > work_cells; i++) {
        double *larger = realloc(work[i], cells * sizeof *larger);
        if (larger == NULL) {
            return false;
        }
        work[i] = larger;
    }
    work_cells = cells > work_cells ? cells : work_cells;
    return true;
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

/* Is element i of a field a cell (ghosts: or a ghost cell)? Its place relative to cell (0, 0) goes
 * to x and y. */
static bool is_cell(const struct oracle_call *call, size_t i, bool ghosts, long *x, long *y) {
    const long line = (long)call->parameter[LINE], border = ghosts;
    const long width = (long)call->parameter[WIDTH], height = (long)call->parameter[HEIGHT];
    *x = (long)i % line - GHOST;
    *y = (long)i / line - 1;
    const bool corner = (*x < 0 || *x >= width) && (*y < 0 || *y >= height);
    return *x >= -border && *x < width + border && *y >= -border && *y < height + border && !corner;
}

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

/* One step in double, in which `from` and `to` are whole fields. The first rows are marked. */
static void step(const struct oracle_call *call, size_t marked, double *to, const double *from) {
    const size_t line = call->parameter[LINE];
    for (size_t y = 0; y < call->parameter[HEIGHT]; y++) {
        const double own = y < marked ? 0.5 : 0.75;
        for (size_t x = 0; x < call->parameter[WIDTH]; x++) {
            const size_t i = (y + 1) * line + GHOST + x;
            to[i] = own * from[i] +
                    0.25 * (from[i - 1] + from[i + 1] + from[i - line] + from[i + line]);
        }
    }
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

/* ---- what a wrong answer tells ---- */

static const char *error_text(int32_t error) {
    return error == -59
               ? "CL_INVALID_OPERATION: stencil.h says which calls the search for races knows"
               : opencl_error(error);
}

static bool same_bits(float a, float b) {
    uint32_t left, right;
    memcpy(&left, &a, sizeof left);
    memcpy(&right, &b, sizeof right);
    return left == right;
}

struct symptoms {
    size_t outside;                  /* elements that are no cells, and were changed */
    size_t wrong;                    /* cells */
    size_t west, east, north, south; /* those of them that lie at a border */
    size_t start;                    /* those that hold what they held at the start */
    size_t unwritten;                /* those that hold what was in the memory before */
    size_t zero;                     /* those that are 0 */
    size_t no_number;                /* those that are NaN */
    long x, y;                       /* the first wrong cell */
};

static struct symptoms examine(const struct oracle_call *call, const float *input, const float *got,
                               const float *expected) {
    struct symptoms seen = {0};
    float poison;
    memset(&poison, SESSION_POISON, sizeof poison);
    const long width = (long)call->parameter[WIDTH], height = (long)call->parameter[HEIGHT];
    for (size_t i = 0; i < call->input[0].count; i++) {
        long x, y;
        const bool cell = is_cell(call, i, false, &x, &y);
        const double allowed = call->tolerance * fabs((double)expected[i]);
        if (same_bits(got[i], expected[i]) ||
            fabs((double)got[i] - (double)expected[i]) <= allowed) {
            continue;
        }
        if (!cell) {
            seen.outside++;
            continue;
        }
        if (seen.wrong++ == 0) {
            seen.x = x;
            seen.y = y;
        }
        seen.start += same_bits(got[i], input[i]);
        seen.unwritten += same_bits(got[i], poison);
        seen.zero += same_bits(got[i], 0);
        seen.no_number += isnan(got[i]);
        seen.west += x == 0;
        seen.east += x == width - 1;
        seen.north += y == 0;
        seen.south += y == height - 1;
    }
    return seen;
}

/* Is it the field that comes out when that many rows are the device's? */
static bool is_field_of(const struct oracle_call *call, const float *input, const float *got,
                        size_t device_rows) {
    const size_t bytes = call->input[0].count * sizeof(float);
    float *field = malloc(bytes);
    if (field == NULL) {
        return false;
    }
    expect_field(call, input, field, true, device_rows);
    const bool same = memcmp(got, field, bytes) == 0;
    free(field);
    return same;
}

/* Who did the work, where the device's step is marked. */
static bool explain_marked(const struct oracle_call *call, const float *input, const float *got,
                           char *text, size_t size) {
    const bool by_cpu = is_field_of(call, input, got, 0);
    if (!by_cpu && !is_field_of(call, input, got, call->parameter[HEIGHT])) {
        return false;
    }
    snprintf(text, size,
             "all rows are computed by the %s: the device has rows 0 to %ld, the CPU "
             "the others",
             by_cpu ? "CPU" : "device", (long)call->parameter[ROWS] - 1);
    return true;
}

static bool explain_field(const struct oracle_call *call, size_t steps, bool host,
                          const float *input, const float *got, const float *expected, char *text,
                          size_t size) {
    const struct symptoms seen = examine(call, input, got, expected);
    const size_t cells = call->parameter[WIDTH] * call->parameter[HEIGHT];
    const struct {
        size_t count;
        const char *side;
    } sides[] = {
        {seen.west, "west"}, {seen.east, "east"}, {seen.north, "north"}, {seen.south, "south"}};
    if (seen.wrong == 0) {
        snprintf(text, size,
                 "all cells are right, but %zu elements that are not cells were changed",
                 seen.outside);
        return true;
    }
    if (seen.unwritten == cells) {
        snprintf(text, size, "every cell holds what was in memory before");
        return true;
    }
    if (seen.zero == cells) {
        snprintf(text, size,
                 "every cell is 0\n"
                 "In C, 3 / 4 and 1 / 4 are divisions of integers, and give 0.");
        return true;
    }
    if (seen.no_number > 0 && host) {
        snprintf(text, size,
                 "%zu cells are NaN, as corners and padding are, and as the device's step leaves "
                 "them when it does not begin at a multiple of 16 rows\n"
                 "Look at the rows that are copied, and at the offset of each launch: where does "
                 "each begin?",
                 seen.no_number);
        return true;
    }
    if (seen.no_number > 0) {
        snprintf(text, size,
                 "%zu cells are NaN, as corners and padding are\n"
                 "Which place outside of the field do they get it from? A neighbour is one row or "
                 "one column away, never both.",
                 seen.no_number);
        return true;
    }
    if (seen.wrong == seen.start) {
        snprintf(text, size, "that is cell (%ld, %ld), which holds what it held at the start",
                 seen.x, seen.y);
        return true;
    }
    for (int i = 0; i < 4; i++) {
        if (sides[i].count == seen.wrong && seen.wrong < cells) {
            snprintf(text, size, "that is cell (%ld, %ld): wrong only at the %s border", seen.x,
                     seen.y, sides[i].side);
            return true;
        }
    }
    const int used =
        snprintf(text, size, "that is cell (%ld, %ld), the first of %zu wrong ones of %zu", seen.x,
                 seen.y, seen.wrong, cells);
    if (seen.y > 0 && steps > 1 && used > 0 && (size_t)used < size) {
        const long row = seen.y + (long)steps, split = (long)call->parameter[ROWS];
        snprintf(text + used, size - (size_t)used,
                 "; an error grows by a row in each step, so after %zu it began near row %ld%s",
                 steps, row < (long)call->parameter[HEIGHT] ? row : seen.y,
                 split > 0 && labs(row - split) <= 1 ? ", where the halves meet" : "");
    }
    return true;
}

static bool explain(const struct oracle_call *call, const void *const input[],
                    const void *const got[], const void *const expected[], char *text,
                    size_t size) {
    const struct exercise *exercise = exercise_of(call);
    if (exercise == NULL) {
        return false;
    }
    const int32_t error = exercise->on_device ? *(const int32_t *)got[0] : 0;
    if (error != 0) {
        snprintf(text, size, "that is %s", error_text(error));
        return true;
    }
    const size_t result = exercise->on_device;
    if (call->parameter[MARKED] != 0 && explain_marked(call, input[0], got[result], text, size)) {
        return true;
    }
    return explain_field(call, exercise->steps ? call->parameter[STEPS] : 1,
                         exercise->steps && exercise->on_device, input[0], got[result],
                         expected[result], text, size);
}

const struct oracle lockstep_oracle = {shape, fill, expect, explain};
