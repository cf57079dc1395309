/* The programs that a sweep runs: a student's files with the lab's oracle and runner and measure.c.
 */
#pragma once

#include "../compile/kit.h"
#include "../lab/lab.h"
#include "request.h"

/* What a program is for. */
enum program {
    PROGRAM_CPU,        /* the student's functions on the CPU */
    PROGRAM_SEQUENTIAL, /* the lab's own baseline, on one core */
    PROGRAM_CUDA,       /* by nvcc, with CUDA events around what the device does */
    PROGRAM_OPENCL,     /* with profiling events */
    PROGRAM_SIMULATED,  /* for `lockstep simt` */
    PROGRAM_COUNT
};

enum { PROGRAM_BUILDS = 8 };

struct programs {
    const struct kit *kit;
    const struct lab *lab;
    const struct speedup_request *plan;
    const char *submission;
    const char *folder; /* an existing one, for what is built */
    struct arena *arena;
    const char *path[PROGRAM_COUNT][PROGRAM_BUILDS];
    const char *obstacle[PROGRAM_COUNT][PROGRAM_BUILDS];
};

/* The program's path, built when it is asked for first. NULL, and *obstacle, where it cannot be.
 * The way to compile counts on the CPU only. */
const char *program_get(struct programs *programs, enum program program, size_t build,
                        const char **obstacle);
