/* How a row gets its time: which program runs, with which words, and what its output says. */
#include "../bench/statistics.h"
#include "../compile/run_tool.h"
#include "../version.h"
#include "host.h"
#include "sweeping.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 101, LEAST_RUNS = 11 };

/* A median whose runs differ by more than this part of it settles nothing. */
static const double NOISY = 0.25;

/* A run of a device that takes longer is left out; and any program ends then. */
static const double LONGEST_RUN = 1;
static const char endless[] = "left out: it takes longer than a minute here";
static const char longest_program[] = "60";

size_t sweep_build(const struct speedup_row *row) {
    for (size_t i = 0; i < request_build_count; i++) {
        if (strcmp(row->cell[COLUMN_COMPILER], request_builds[i].compiler) == 0 &&
            strcmp(row->cell[COLUMN_FLAGS], request_builds[i].flags) == 0) {
            return i;
        }
    }
    return 0;
}

/* Which program gives the row its time. */
enum program sweep_program(const struct sweeping *sweeping, const struct speedup_row *row) {
    static const struct {
        const char *device;
        enum program program;
    } rows[] = {{"cuda", PROGRAM_CUDA}, {"opencl", PROGRAM_OPENCL}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(row->cell[COLUMN_DEVICE], rows[i].device) == 0) {
            return rows[i].program;
        }
    }
    if (speedup_is_modelled(row)) {
        return PROGRAM_SIMULATED;
    }
    return row->baseline && sweeping->plan.sequential.count > 0 ? PROGRAM_SEQUENTIAL : PROGRAM_CPU;
}

/* What a copy reaches, once for each build and number of threads. */
static const char *ceiling_for(struct sweeping *sweeping, enum program program, size_t build,
                               int threads) {
    if (threads < 1 || threads > 256) {
        return "";
    }
    const char **ceiling = &sweeping->ceiling[build][threads], *obstacle;
    if (*ceiling == NULL) {
        struct command_line line = {.arena = &sweeping->arena};
        const char *output = "";
        int status = 1;
        command_add(&line, "%s", program_get(&sweeping->programs, program, build, &obstacle));
        command_add(&line, "--copy");
        command_add(&line, "%d", threads);
        bool good = command_run(&line, &status, &output, sweeping->error) && status == 0;
        *ceiling =
            good ? arena_printf(&sweeping->arena, "%.*s", (int)strcspn(output, "\n"), output) : "";
    }
    return *ceiling;
}

/* The oracle's case: the size, the threads, and the numbers in the launch by their keys. */
static void add_case(const struct sweeping *sweeping, const struct speedup_row *row,
                     const struct request_exercise *exercise, double n, struct command_line *line) {
    const char *launch = row->cell[COLUMN_LAUNCH];
    const bool cpu = strcmp(row->cell[COLUMN_DEVICE], "cpu") == 0;
    command_add(line, "%s=%.0f", sweeping->plan.size_key, n / sweeping->plan.size_unit);
    if (cpu && (!row->baseline || sweeping->plan.sequential.count == 0)) {
        command_add(line, "threads=%s", row->cell[COLUMN_THREADS]);
    }
    for (size_t i = 0; !cpu && i < exercise->launch_keys.count; i++) {
        launch += strcspn(launch, "0123456789");
        if (*launch != '\0') {
            command_add(line, "%s=%.*s", exercise->launch_keys.text[i],
                        (int)strspn(launch, "0123456789"), launch);
            launch += strspn(launch, "0123456789");
        }
    }
    command_split(line, exercise->data);
}

/* The exercise of a row; for a baseline of the lab's own, one whose case it can take. */
const struct request_exercise *sweep_exercise(const struct sweeping *sweeping,
                                              const struct speedup_row *row, const char **name) {
    const struct request_exercise *first = &sweeping->plan.exercises[0];
    if (!row->baseline) {
        const struct request_exercise *found =
            request_find(&sweeping->plan, row->cell[COLUMN_EXERCISE]);
        *name = row->cell[COLUMN_EXERCISE];
        return found;
    }
    *name = sweeping->plan.sequential.count > 0 ? first->name : row->cell[COLUMN_EXERCISE];
    return first;
}

/* What has to stand before a program, and its environment. */
void sweep_add_environment(const struct sweeping *sweeping, const struct speedup_row *row,
                           struct command_line *line) {
    command_split(line, "timeout -k 1");
    command_add(line, "%s", longest_program);
    command_add(line, "env");
    if (strcmp(row->cell[COLUMN_DEVICE], "opencl") == 0) {
        command_split(line, "-u OCL_ICD_FILENAMES"); /* names other platforms, which come first */
        command_add(line, "OCL_ICD_VENDORS=%s/vendors/", sweeping->folder);
        command_add(line, "POCL_CACHE_DIR=%s", sweeping->folder);
        command_add(line, "CUDA_CACHE_PATH=%s", sweeping->folder);
        command_split(line, "POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable");
    } else if (strcmp(row->cell[COLUMN_DEVICE], "cpu") == 0 &&
               row->cell[COLUMN_LAUNCH][0] != '\0') {
        command_add(line, "OMP_SCHEDULE=%s", row->cell[COLUMN_LAUNCH]);
    }
}

void sweep_add_program(const struct sweeping *sweeping, const struct speedup_row *row,
                       const char *program, double n, int least, int most,
                       struct command_line *line) {
    const char *name;
    const struct request_exercise *exercise = sweep_exercise(sweeping, row, &name);
    command_add(line, "%s", program);
    command_add(line, "%s", sweeping->submission);
    command_add(line, "%s", name);
    command_add(line, "%d", least);
    command_add(line, "%d", most);
    add_case(sweeping, row, exercise, n, line);
}

/* The last line of a text, without its end: what stands before it the device's compiler said. */
static const char *last_line(struct arena *arena, const char *text) {
    size_t end = strlen(text), begin;
    while (end > 0 && text[end - 1] == '\n') {
        end--;
    }
    for (begin = end; begin > 0 && text[begin - 1] != '\n'; begin--) {
    }
    return arena_printf(arena, "%.*s", (int)(end - begin), text + begin);
}

/* Why a program that ran gave no times; NULL when it did. */
const char *sweep_judge(struct sweeping *sweeping, int status, const char *output) {
    return status == 0   ? NULL
           : status == 3 ? "wrong answer: nothing to measure (make grade says more)"
           : status == 4 ? arena_printf(&sweeping->arena, "unavailable on this device: %s",
                                        last_line(&sweeping->arena, output))
           : status == 124
               ? endless
               : arena_printf(&sweeping->arena, "failed: %.*s", (int)strcspn(output, "\n"), output);
}

/* Runs the program for the row; NULL or why there are no times. */
static const char *run_program(struct sweeping *sweeping, const struct speedup_row *row,
                               const char *program, const char **output) {
    struct command_line line = {.arena = &sweeping->arena};
    int status = 1;
    sweep_add_environment(sweeping, row, &line);
    sweep_add_program(sweeping, row, program, row_number(row, COLUMN_N),
                      sweeping->options->quick ? QUICK_RUNS : LEAST_RUNS,
                      sweeping->options->quick ? QUICK_RUNS : MOST_RUNS, &line);
    if (!command_run(&line, &status, output, sweeping->error)) {
        return sweeping->error->message;
    }
    return sweep_judge(sweeping, status, *output);
}

/* ---- rows ---- */

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
            strcmp(other->cell[COLUMN_NOTE], endless) == 0 && same_exercise(other, row)) {
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
static size_t read_times(const char *output, double seconds[MOST_RUNS], double copies[MOST_RUNS],
                         bool *has_copies) {
    size_t count = 0;
    *has_copies = false;
    for (const char *line = output; count < MOST_RUNS && *line != '\0';
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
    double seconds[MOST_RUNS], copies[MOST_RUNS];
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

/* The name of what a row's time is about. */
const char *sweep_device(struct sweeping *sweeping, enum program program) {
    return program == PROGRAM_SIMULATED ? sweeping->simulated
           : program == PROGRAM_CUDA    ? sweeping->gpu
           : program == PROGRAM_OPENCL  ? sweeping->opencl
                                        : machine_name(&sweeping->arena);
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
        obstacle = obstacle != NULL ? obstacle : run_program(sweeping, row, path, &output);
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
