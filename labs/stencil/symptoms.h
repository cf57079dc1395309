/* symptoms.h - what a wrong field tells, for oracle.c. */
#pragma once

#include "field.h"
#include "weights.h"

#include "lab/opencl_errors.h"
#include "run/session.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    size_t outside;                  /* changed elements beside the cells */
    size_t wrong;                    /* cells */
    size_t west, east, north, south; /* those of them that lie at a border, */
    size_t outermost;                /* or at any */
    size_t start;                    /* those that hold what they held at the start */
    size_t unwritten;                /* those that hold what was in the memory before */
    size_t zero;                     /* those that are 0 */
    size_t no_number;                /* those that are NaN */
    long x, y;                       /* the first wrong cell */
    long worst;                      /* the row whose errors are the largest */
};

static struct symptoms examine(const struct oracle_call *call, const float *input, const float *got,
                               const float *expected) {
    struct symptoms seen = {0};
    float poison;
    memset(&poison, SESSION_POISON, sizeof poison);
    double largest = 0, of_row = 0;
    long row = 0;
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
        of_row = (y == row ? of_row : 0) + fabs((double)got[i] - (double)expected[i]);
        row = y;
        if (of_row > largest) {
            largest = of_row;
            seen.worst = y;
        }
        seen.start += same_bits(got[i], input[i]);
        seen.unwritten += same_bits(got[i], poison);
        seen.zero += same_bits(got[i], 0);
        seen.no_number += isnan(got[i]);
        seen.west += x == 0;
        seen.east += x == width - 1;
        seen.north += y == 0;
        seen.south += y == height - 1;
        seen.outermost += x == 0 || x == width - 1 || y == 0 || y == height - 1;
    }
    return seen;
}

/* Are all cells those of the field, as nearly as the call allows? */
static bool has_cells(const struct oracle_call *call, const float *got, const double *field) {
    for (size_t i = 0; i < call->input[0].count; i++) {
        long x, y;
        if (is_cell(call, i, false, &x, &y) && !(isnan(got[i]) && isnan(field[i])) &&
            !(fabs((double)got[i] - field[i]) <= call->tolerance * fabs(field[i]))) {
            return false;
        }
    }
    return true;
}

/* After which step, from 1 to one too many, are the cells as they are, if the first rows are marked
 * and each step gets the sizes of `given`? 0: after none of these. */
static size_t step_of(const struct oracle_call *call, const struct oracle_call *given,
                      const float *input, const float *got, size_t marked) {
    double *from = work[0], *to = work[1];
    for (size_t i = 0; i < call->input[0].count; i++) {
        from[i] = to[i] = (double)input[i];
    }
    for (size_t i = 1; i <= call->parameter[STEPS] + 1; i++) {
        double *const swap = from;
        step(given, marked, to, from);
        from = to;
        to = swap;
        if (has_cells(call, got, from)) {
            return i;
        }
    }
    return 0;
}

/* Who did the work, where the device's step is marked. */
static bool explain_marked(const struct oracle_call *call, const float *input, const float *got,
                           char *text, size_t size) {
    const size_t steps = call->parameter[STEPS];
    const bool by_cpu = step_of(call, call, input, got, 0) == steps;
    if (!by_cpu && step_of(call, call, input, got, call->parameter[HEIGHT]) != steps) {
        return false;
    }
    message_put(text, size,
                "all rows are computed by the %s: the device has rows 0 to %ld, the CPU "
                "the others",
                by_cpu ? "CPU" : "device", (long)call->parameter[ROWS] - 1);
    return true;
}

/* Is the field as a step makes it that gets width, height and line in another order? A launch of
 * groups of 16 x 16 covers the cells, and no more. */
static bool explain_arguments(const struct oracle_call *call, const float *input, const float *got,
                              char *text, size_t size) {
    static const int orders[][3] = {{HEIGHT, WIDTH, LINE},
                                    {WIDTH, LINE, HEIGHT},
                                    {LINE, HEIGHT, WIDTH},
                                    {HEIGHT, LINE, WIDTH},
                                    {LINE, WIDTH, HEIGHT}};
    for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
        struct oracle_call given = *call;
        size_t order[3];
        for (int i = 0; i < 3; i++) {
            const uint64_t launched = (call->parameter[i] + 15) / 16 * 16;
            order[i] = call->parameter[orders[k][i]];
            given.parameter[i] = i != LINE && order[i] > launched ? launched : order[i];
        }
        const size_t last =
            (given.parameter[HEIGHT] + 1) * order[LINE] + GHOST + given.parameter[WIDTH];
        const size_t after = last < call->input[0].count ? step_of(call, &given, input, got, 0) : 0;
        if (after > 0 && after <= call->parameter[STEPS]) { /* what is all NaN stays so */
            message_put(
                text, size,
                "all cells are as if the step had the arguments width = %zu, height = %zu, "
                "line = %zu\n"
                "The step's arguments 2, 3 and 4 are width, height and line, in this order.",
                order[WIDTH], order[HEIGHT], order[LINE]);
            return true;
        }
    }
    return false;
}

/* Does a launch of whole groups of 16 x 16 cover a part of the field only? */
static bool explain_launch(const struct oracle_call *call, const float *input, const float *got,
                           char *text, size_t size) {
    const size_t width = call->parameter[WIDTH], height = call->parameter[HEIGHT];
    struct oracle_call given = *call;
    for (size_t columns = width; columns > 0; columns = (columns - 1) / 16 * 16) {
        for (size_t rows = height; rows > 0; rows = (rows - 1) / 16 * 16) {
            given.parameter[WIDTH] = columns;
            given.parameter[HEIGHT] = rows;
            if (columns * rows < width * height &&
                step_of(call, &given, input, got, 0) == call->parameter[STEPS]) {
                message_put(
                    text, size,
                    "each step computes %zu columns and %zu rows only\n"
                    "The launch covers the field: round width and height up to a multiple of "
                    "16.",
                    columns, rows);
                return true;
            }
        }
    }
    return false;
}

/* A whole field that is right but for the number of steps, or but for the weights. */
#define FIRST_CELL "that is cell (%ld, %ld), the first of %zu wrong ones of %zu"
#define GROWS      "; an error grows by a row in each step, and is largest in row %ld%s"
#define AS_AFTER   "all cells are as after %zu "
#define WHICH_FIELD                                                                                \
    "\nHow many steps are done, and which of the two fields has the last one written?"

static bool explain_whole(const struct oracle_call *call, bool steps, const float *input,
                          const float *got, char *text, size_t size) {
    const size_t line = call->parameter[LINE], first = line + GHOST;
    const size_t after = steps ? step_of(call, call, input, got, 0) : 0;
    double weight[WEIGHTS];
    if (after > 0) { /* of no step, the check knows more than this */
        const size_t asked = (size_t)call->parameter[STEPS];
        message_put(text, size,
                    asked == 0   ? after == 1 ? AS_AFTER "step of %zu" : AS_AFTER "steps of %zu"
                    : after == 1 ? AS_AFTER "step of %zu" WHICH_FIELD
                                 : AS_AFTER "steps of %zu" WHICH_FIELD,
                    after, asked);
        return true;
    }
    if (!steps && weights_find(got + first, input + first, call->parameter[WIDTH],
                               call->parameter[HEIGHT], line, weight)) {
        for (int i = 0; i < WEIGHTS; i++) {
            weight[i] = fabs(weight[i]) < 1e-4 ? 0 : weight[i];
        }
        message_put(
            text, size,
            "each cell is %.4g of itself, %.4g of west, %.4g of east, %.4g of north and %.4g "
            "of south\n"
            "These should be 0.75 of itself and 0.25 of each neighbour. In C, 3 / 4 and 1 / 4 "
            "are divisions of integers, and give 0.",
            weight[0], weight[1], weight[2], weight[3], weight[4]);
        return true;
    }
    return false;
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
        message_put(
            text, size,
            "all cells are right, but %zu elements that are not cells were changed\n"
            "Write to cells only, never to ghost cells or padding: x goes from 0 to width - 1, "
            "and y from 0 to height - 1.",
            seen.outside);
        return true;
    }
    if (seen.unwritten == cells) {
        message_put(text, size, "every cell holds what was in memory before");
        return true;
    }
    if (seen.zero == cells) {
        message_put(text, size,
                    "every cell is 0\n"
                    "In C, 3 / 4 and 1 / 4 are divisions of integers, and give 0.");
        return true;
    }
    if (host && call->parameter[ROWS] + call->parameter[MARKED] == 0 &&
        (explain_arguments(call, input, got, text, size) ||
         explain_launch(call, input, got, text, size))) {
        return true;
    }
    if (seen.no_number > 0 && host) {
        message_put(
            text, size,
            "%zu cells are NaN, as corners and padding are, and as the device's step leaves "
            "them when it does not begin at a multiple of 16 rows\n"
            "Look at the arguments of the kernel, the rows that are copied, and the offset of "
            "each launch: where does each begin?",
            seen.no_number);
        return true;
    }
    if (seen.no_number > 0) {
        message_put(
            text, size,
            "%zu cells are NaN, as corners and padding are\n"
            "Which place outside of the field do they get it from? A neighbour is one row or "
            "one column away, never both, and a row is `line` floats, not width.",
            seen.no_number);
        return true;
    }
    if (seen.wrong == seen.start) {
        message_put(text, size, "that is cell (%ld, %ld), which holds what it held at the start",
                    seen.x, seen.y);
        return true;
    }
    if (explain_whole(call, exercise_of(call)->steps, input, got, text, size)) {
        return true;
    }
    for (int i = 0; i < 4; i++) {
        if (sides[i].count == seen.wrong && seen.wrong < cells) {
            message_put(text, size, "that is cell (%ld, %ld): wrong only at the %s border", seen.x,
                        seen.y, sides[i].side);
            return true;
        }
    }
    if (seen.outermost == seen.wrong && seen.wrong < cells) {
        message_put(text, size, "that is cell (%ld, %ld): wrong only at the borders", seen.x,
                    seen.y);
        return true;
    }
    const long row = seen.worst, split = (long)call->parameter[ROWS];
    if (steps <= 1) {
        message_put(text, size, FIRST_CELL, seen.x, seen.y, seen.wrong, cells);
    } else if (row == (long)call->parameter[HEIGHT] - 1) {
        message_put(text, size,
                    FIRST_CELL GROWS "\nDoes the loop over the rows reach the last one?", seen.x,
                    seen.y, seen.wrong, cells, row, ", the last one");
    } else {
        message_put(text, size, FIRST_CELL GROWS, seen.x, seen.y, seen.wrong, cells, row,
                    split > 0 && (row == split || row == split - 1) ? ", where the halves meet"
                                                                    : "");
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
        message_put(text, size, "that is %s", error_text(error));
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
