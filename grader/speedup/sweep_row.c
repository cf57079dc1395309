/* How a row gets its time: what a program's output says, and what would take too long. */
#include "../bench/statistics.h"
#include "../compile/run_tool.h"
#include "../version.h"
#include "host.h"
#include "sweeping.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A median whose runs differ by more than this part of it settles nothing. */
static const double NOISY = 0.25;

/* A run of a device that takes longer is left out. */
static const double LONGEST_RUN = 1;

/* What a copy reaches, once for each build and number of threads. */
static const char *ceiling_for(struct sweeping *sweeping, enum program program, size_t build,
                               int threads) {
    if (threads < 1 || threads > 256) {
        return "";
    }
    const char **ceiling = &sweeping->ceiling[build][threads], *obstacle;
    if (*ceiling == NULL) {
        struct command_line line = {.arena = &sweeping->arena};
        command_add(&line, "%s", program_get(&sweeping->programs, program, build, &obstacle));
        command_add(&line, "--copy");
        command_add(&line, "%d", threads);
        const char *speed = command_first_line(&line);
        *ceiling = speed != NULL ? speed : "";
    }
    return *ceiling;
}

static bool same_exercise(const struct speedup_row *a, const struct speedup_row *b) {
    return strcmp(a->cell[COLUMN_EXERCISE], b->cell[COLUMN_EXERCISE]) == 0 &&
           strcmp(a->cell[COLUMN_DEVICE], b->cell[COLUMN_DEVICE]) == 0;
}

/* The same launch at the largest n below the row's whose time is known; NULL where there is none.
 */
static const struct speedup_row *next_smaller(const struct speedup_table *table,
                                              const struct speedup_row *row) {
    const struct speedup_row *nearest = NULL;
    for (size_t i = 0; i < table->count; i++) {
        const struct speedup_row *other = &table->rows[i];
        const double n = row_number(other, COLUMN_N);
        if (row_number(other, COLUMN_MEDIAN) > 0 && n < row_number(row, COLUMN_N) &&
            (nearest == NULL || n > row_number(nearest, COLUMN_N)) && same_exercise(other, row) &&
            strcmp(other->cell[COLUMN_LAUNCH], row->cell[COLUMN_LAUNCH]) == 0) {
            nearest = other;
        }
    }
    return nearest;
}

/* A run that would take too long, by the same launch at a smaller n; NULL where it would not. Only
 * the next smaller n tells: what a launch itself costs hides the rest at a tiny one. */
static const char *too_long(struct sweeping *sweeping, const struct speedup_row *row) {
    if (strcmp(row->cell[COLUMN_DEVICE], "cpu") == 0) {
        return NULL;
    }
    for (size_t i = 0; i < sweeping->table.count; i++) {
        const struct speedup_row *other = &sweeping->table.rows[i];
        if (row_number(other, COLUMN_N) == row_number(row, COLUMN_N) &&
            strcmp(other->cell[COLUMN_NOTE], sweep_endless) == 0 && same_exercise(other, row)) {
            return "left out: another launch of it takes longer than a minute here";
        }
    }
    const struct speedup_row *smaller = next_smaller(&sweeping->table, row);
    if (smaller == NULL) {
        return NULL;
    }
    const double median = row_number(smaller, COLUMN_MEDIAN),
                 copies = row_number(smaller, COLUMN_COPIES);
    const double seconds = (copies > median ? copies : median) * row_number(row, COLUMN_N) /
                           row_number(smaller, COLUMN_N);
    return seconds > LONGEST_RUN
               ? arena_printf(&sweeping->arena,
                              "left out: a run would take about %.0f s here, by that of n = %s",
                              seconds, smaller->cell[COLUMN_N])
               : NULL;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Each line holds the time of a run and, from a device, that with its copies. */
static size_t read_times(const char *output, double seconds[SWEEP_MOST_RUNS],
                         double copies[SWEEP_MOST_RUNS], bool *has_copies) {
    size_t count = 0;
    *has_copies = false;
    for (const char *line = output; count < SWEEP_MOST_RUNS && *line != '\0';
         line += strcspn(line, "\n"), line += *line == '\n') {
        const int found = sscanf(line, "%lf %lf", &seconds[count], &copies[count]);
        if (found < 1) {
            break;
        }
        *has_copies = strcspn(line, " ") < strcspn(line, "\n");
        count++;
    }
    return count;
}

static void fill_times(struct sweeping *sweeping, struct speedup_row *row, const char *output,
                       double steps) {
    double seconds[SWEEP_MOST_RUNS], copies[SWEEP_MOST_RUNS];
    bool has_copies;
    const size_t count = read_times(output, seconds, copies, &has_copies);
    if (count == 0) {
        row->cell[COLUMN_NOTE] = "failed: no times";
        return;
    }
    struct arena *arena = &sweeping->table.arena;
    for (size_t i = 0; i < count; i++) {
        seconds[i] /= steps;
    }
    qsort(seconds, count, sizeof *seconds, ascending);
    const struct bench_statistics times = bench_statistics(seconds, count);
    row->cell[COLUMN_RUNS] = arena_printf(arena, "%zu", count);
    row->cell[COLUMN_MINIMUM] = arena_printf(arena, "%.4g", times.minimum);
    row->cell[COLUMN_MEDIAN] = arena_printf(arena, "%.4g", times.median);
    row->cell[COLUMN_MAXIMUM] = arena_printf(arena, "%.4g", times.maximum);
    if (has_copies) {
        row->cell[COLUMN_COPIES] =
            arena_printf(arena, "%.4g", bench_statistics(copies, count).median);
    }
    /* the middle half tells more than the extremes */
    double middle = seconds[3 * count / 4] - seconds[count / 4];
    bool noisy = middle > NOISY * times.median;
    row->cell[COLUMN_NOTE] = noisy ? "too noisy to conclude: measure again on a quiet machine" : "";
    row->cell[COLUMN_LOCKSTEP] = LOCKSTEP_VERSION;
}

void sweep_row(struct sweeping *sweeping, struct speedup_row *row) {
    struct arena *arena = &sweeping->table.arena;
    const size_t build = sweep_build(row);
    const enum program program = sweep_program(sweeping, row);
    const char *output = "", *obstacle = NULL, *name;
    row->cell[COLUMN_OS] = machine_os(arena);
    row->cell[COLUMN_MACHINE] = arena_strdup(arena, sweep_device(sweeping, program));
    const bool device = program != PROGRAM_CPU && program != PROGRAM_SEQUENTIAL;
    const char *path =
        program_get(&sweeping->programs, program, device ? request_best_build : build, &obstacle);
    if (path != NULL && program == PROGRAM_SIMULATED) {
        obstacle = sweep_model(sweeping, row, path);
    } else if (path != NULL) {
        obstacle = too_long(sweeping, row);
        obstacle = obstacle != NULL ? obstacle : sweep_run(sweeping, row, path, &output);
    }
    if (obstacle != NULL) {
        row->cell[COLUMN_NOTE] = arena_strdup(arena, obstacle);
    } else if (program != PROGRAM_SIMULATED) {
        fill_times(sweeping, row, output,
                   row->baseline ? 1 : sweep_exercise(sweeping, row, &name)->steps);
    }
    if (obstacle == NULL && !device) {
        row->cell[COLUMN_CEILING] = arena_strdup(
            arena, ceiling_for(sweeping, program, build, (int)row_number(row, COLUMN_THREADS)));
    }
}
