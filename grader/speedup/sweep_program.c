/* The program that gives a row its time: which one, with which words, and whether it gave any. */
#include "../compile/run_tool.h"
#include "host.h"
#include "sweeping.h"

#include <string.h>

enum { LEAST_RUNS = 11 };

const char sweep_endless[] = "left out: it takes longer than a minute here";
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
               ? sweep_endless
               : arena_printf(&sweeping->arena, "failed: %.*s", (int)strcspn(output, "\n"), output);
}

const char *sweep_run(struct sweeping *sweeping, const struct speedup_row *row, const char *program,
                      const char **output) {
    struct command_line line = {.arena = &sweeping->arena};
    int status = 1;
    sweep_add_environment(sweeping, row, &line);
    sweep_add_program(sweeping, row, program, row_number(row, COLUMN_N),
                      sweeping->options->quick ? QUICK_RUNS : LEAST_RUNS,
                      sweeping->options->quick ? QUICK_RUNS : SWEEP_MOST_RUNS, &line);
    if (!command_run(&line, &status, output, sweeping->error)) {
        return sweeping->error->message;
    }
    return sweep_judge(sweeping, status, *output);
}

/* The name of what a row's time is about. */
const char *sweep_device(struct sweeping *sweeping, enum program program) {
    return program == PROGRAM_SIMULATED ? sweeping->simulated
           : program == PROGRAM_CUDA    ? sweeping->gpu
           : program == PROGRAM_OPENCL  ? sweeping->opencl
                                        : machine_name(&sweeping->arena);
}
