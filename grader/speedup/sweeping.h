/* sweeping.h - inside the sweep: its state, and how a row gets its time. */
#pragma once

#include "programs.h"
#include "request.h"
#include "sweep.h"

#include <limits.h>

enum { QUICK_RUNS = 5 }; /* of a row in a quick sweep */

struct sweeping {
    const struct kit *kit;
    const struct lab *lab;
    const struct sweep_options *options;
    struct speedup_request plan;
    struct speedup_table table; /* what the lab asks for */
    struct arena arena;
    struct error *error;
    char folder[PATH_MAX]; /* of the programs */
    char submission[PATH_MAX];
    struct programs programs;
    struct request_sources sources;
    const char *profile;                  /* of the simulated GPU */
    const char *simulated, *gpu, *opencl; /* names of the devices */
    struct simulated_run *simulated_runs; /* what the simulated GPU has run (sweep_model.c) */
    const char *ceiling[PROGRAM_BUILDS][2 * 256]; /* by build and threads */
};

/* Which build of the table of builds a row is about, and which program gives it its time. */
size_t sweep_build(const struct speedup_row *row);
enum program sweep_program(const struct sweeping *sweeping, const struct speedup_row *row);
/* The name of what a row's time is about. */
const char *sweep_device(struct sweeping *sweeping, enum program program);
/* The exercise of a row, and the name that programs know it by. */
const struct request_exercise *sweep_exercise(const struct sweeping *sweeping,
                                              const struct speedup_row *row, const char **name);

/* What stands before a program: a limit of time, and an environment. */
void sweep_add_environment(const struct sweeping *sweeping, const struct speedup_row *row,
                           struct command_line *line);
/* The program with the case of the row at n elements, for so many runs. */
void sweep_add_program(const struct sweeping *sweeping, const struct speedup_row *row,
                       const char *program, double n, int least, int most,
                       struct command_line *line);
/* Why a program that ran gave no times; NULL when it did. */
const char *sweep_judge(struct sweeping *sweeping, int status, const char *output);

/* Runs the program for the row; NULL or why there are no times. */
const char *sweep_run(struct sweeping *sweeping, const struct speedup_row *row, const char *program,
                      const char **output);

/* What sweep_judge says of a program that took too long. */
extern const char sweep_endless[];
enum { SWEEP_MOST_RUNS = 101 };

/* Fills the row's times from the simulated GPU (sweep_model.c). NULL, or why there are none. */
const char *sweep_model(struct sweeping *sweeping, struct speedup_row *row, const char *program);
/* Fills the row by what its device is: a time, or a note that says why not (sweep_row.c). */
void sweep_row(struct sweeping *sweeping, struct speedup_row *row);
