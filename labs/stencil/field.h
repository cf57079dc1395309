/* field.h - a case's parameters, its cells and one right step, for oracle.c and symptoms.h. */
#pragma once

#include "lab/oracle.h"

#include <stdbool.h>
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
