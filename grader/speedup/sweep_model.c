/* Rows of the simulated GPU: one run, or three smaller ones and a line through them. */
#include "../compile/run_tool.h"
#include "../version.h"
#include "simulate.h"
#include "sweeping.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A run of the simulated GPU: the same another time, so each is done once. */
struct simulated_run {
    struct simulated_run *next;
    const char *program, *exercise, *launch;
    double n;
    struct simulated result;
};

static const struct simulated_run *find_run(const struct sweeping *sweeping,
                                            const struct simulated_run *wanted) {
    const struct simulated_run *run = sweeping->simulated_runs;
    while (run != NULL && (run->n != wanted->n || strcmp(run->program, wanted->program) != 0 ||
                           strcmp(run->exercise, wanted->exercise) != 0 ||
                           strcmp(run->launch, wanted->launch) != 0)) {
        run = run->next;
    }
    return run;
}

static void keep_run(struct sweeping *sweeping, const struct simulated_run *run) {
    struct simulated_run *kept = arena_alloc(&sweeping->arena, sizeof *kept);
    *kept = *run;
    kept->program = arena_strdup(&sweeping->arena, run->program);
    kept->next = sweeping->simulated_runs;
    sweeping->simulated_runs = kept;
}

/* One run there, at n elements. */
static const char *run_at(struct sweeping *sweeping, const struct speedup_row *row,
                          const char *program, double n, struct simulated *result) {
    struct command_line line = {.arena = &sweeping->arena};
    const char *output = "",
               *report = arena_printf(&sweeping->arena, "%s/report.json", sweeping->folder);
    int status = 1;
    sweep_add_environment(sweeping, row, &line);
    command_add(&line, "%s/lockstep", sweeping->kit->build);
    command_split(&line, "simt --no-detect --quiet --budget 1000000000 --memory 65536 --profile");
    command_add(&line, "%s", sweeping->profile);
    command_split(&line, "--json");
    command_add(&line, "%s", report);
    command_add(&line, "--");
    sweep_add_program(sweeping, row, program, n, 0, 0, &line);
    unlink(report);
    if (!command_run(&line, &status, &output, sweeping->error)) {
        return sweeping->error->message;
    }
    if (strstr(output, "ended with status 3") != NULL) {
        return sweep_judge(sweeping, 3, output);
    }
    if (status != 0) {
        return sweep_judge(sweeping, status, output);
    }
    return simulate_read(report, result, &sweeping->arena, sweeping->error)
               ? NULL
               : arena_printf(&sweeping->arena, "failed: %s", sweeping->error->message);
}

/* The same, unless another row has had it run. */
static const char *simulate_at(struct sweeping *sweeping, const struct speedup_row *row,
                               const char *program, double n, struct simulated *result) {
    struct simulated_run run = {.program = program,
                                .exercise = row->cell[COLUMN_EXERCISE],
                                .launch = row->cell[COLUMN_LAUNCH],
                                .n = n};
    const struct simulated_run *known = find_run(sweeping, &run);
    if (known != NULL) {
        *result = known->result;
        return NULL;
    }
    const char *obstacle = run_at(sweeping, row, program, n, &run.result);
    if (obstacle == NULL) {
        keep_run(sweeping, &run);
        *result = run.result;
    }
    return obstacle;
}

static void fill_modelled(struct sweeping *sweeping, struct speedup_row *row,
                          const struct simulated *result, const char *note) {
    struct arena *arena = &sweeping->table.arena;
    row->cell[COLUMN_MEDIAN] = arena_printf(arena, "%.4g", result->kernels);
    row->cell[COLUMN_COPIES] = arena_printf(arena, "%.4g", result->all);
    row->cell[COLUMN_NOTE] = arena_strdup(arena, note);
    row->cell[COLUMN_LOCKSTEP] = LOCKSTEP_VERSION;
}

/* At a size that takes too long, from three smaller ones. NULL or why not. */
static const char *extrapolate(struct sweeping *sweeping, struct speedup_row *row,
                               const char *program) {
    struct arena *arena = &sweeping->arena;
    struct simulated at[REQUEST_SIMULATED], result;
    double n[REQUEST_SIMULATED];
    for (int i = 0; i < REQUEST_SIMULATED; i++) {
        n[i] = strtod(sweeping->plan.simulated[i], NULL);
        const char *obstacle = simulate_at(sweeping, row, program, n[i], &at[i]);
        if (obstacle != NULL) {
            return obstacle;
        }
    }
    struct error error = {0};
    if (!simulate_extrapolate(at, n, row_number(row, COLUMN_N), &result, &error)) {
        return arena_printf(
            arena,
            "left out: too large to simulate, and from n = %.0f to %.0f %s: nothing "
            "can be extrapolated",
            n[0], n[2], error.message);
    }
    fill_modelled(sweeping, row, &result,
                  arena_printf(arena,
                               "modelled, and extrapolated from n = %.0f, %.0f and %.0f: the time "
                               "and all %zu counters are linear in n there",
                               n[0], n[1], n[2], result.count));
    return NULL;
}

const char *sweep_model(struct sweeping *sweeping, struct speedup_row *row, const char *program) {
    const double n = row_number(row, COLUMN_N);
    const char *name;
    struct simulated result = {.binds = ""};
    if (!sweep_exercise(sweeping, row, &name)->modelled) {
        return "left out: a part of it runs on the CPU, whose time the simulated GPU does not know";
    }
    if (sweeping->plan.simulated[0] != NULL &&
        n > strtod(sweeping->plan.simulated[REQUEST_SIMULATED - 1], NULL)) {
        return extrapolate(sweeping, row, program);
    }
    const char *obstacle = simulate_at(sweeping, row, program, n, &result);
    if (obstacle == NULL) {
        fill_modelled(sweeping, row, &result,
                      arena_printf(&sweeping->arena, "modelled: %s", result.binds));
    }
    return obstacle;
}
