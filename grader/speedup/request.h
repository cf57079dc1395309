/* What a lab asks to be measured: labs/<lab>/measure.yaml, as rows of a speedup sheet. */
#pragma once

#include "../lab/lab.h"
#include "columns.h"

enum { REQUEST_MOST = 16, REQUEST_SIMULATED = 3 };

struct request_list {
    const char *text[REQUEST_MOST];
    size_t count;
};

/* An exercise, with what measure.yaml says for it alone or for all. */
struct request_exercise {
    const char *name;
    const char *device; /* cpu, cuda or opencl */
    const char *data;   /* further keys of the oracle's case, such as "data=shuffled" */
    double steps;       /* a call does the baseline's work so many times */
    bool modelled;      /* whether the simulated GPU's time for it means anything */
    struct request_list n, launches;
    struct request_list launch_keys; /* the oracle's keys for the numbers in a launch, in order */
};

/*
 * measure.yaml: every exercise is measured for each n, and for each launch: on a GPU that is the
 * shape of the launch, on a CPU OpenMP's schedule, for each number of threads up to the cores. The
 * baseline, which others are compared with, is one of the student's exercises, or, where
 * `sequential` names the lab's own files, a runner in C (run/runner.h) for one core.
 */
struct speedup_request {
    const char *baseline;
    struct request_list sequential, n;
    double element_bytes; /* what one element of n makes a run read and write at least */
    const char *size_key; /* the oracle's key for n, */
    double size_unit;     /* in such units */
    const char *simulated[REQUEST_SIMULATED]; /* rising; the simulated GPU runs no larger n */
    struct request_exercise exercises[REQUEST_MOST];
    size_t exercise_count;
};

/* A way to compile: the first is measured for all n, the others for the largest one. */
struct request_build {
    const char *compiler, *flags;
};
extern const struct request_build request_builds[];
extern const size_t request_build_count;

/* The way to compile the baseline that a GPU is compared with: the best that one core can do. */
extern const size_t request_best_build;

/* Where rows of GPU exercises are to come from: what they have in the column `device`. */
struct request_sources {
    const char *device[2]; /* such as "opencl" and "simt:h200"; NULL: no more */
};

/* Reads labs/<lab>/measure.yaml; texts go to the arena. The error names file, line and key. */
bool request_load(struct speedup_request *plan, const char *directory, struct arena *arena,
                  struct error *error);

/* The exercise of that name, or NULL. */
const struct request_exercise *request_find(const struct speedup_request *plan, const char *name);

/* Whether any exercise is for a GPU; `device`, which may be NULL, is set to which then. */
bool request_has_device(const struct speedup_request *plan, const char **device);

/* Adds the plan's rows, nothing measured, for a machine with that many cores. Without `sources` a
 * GPU exercise has rows for its own device. */
void request_add_rows(const struct speedup_request *plan, const char *lab, int cores,
                      const struct request_sources *sources, struct speedup_table *table);
