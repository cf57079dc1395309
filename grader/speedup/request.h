/* What a lab asks to be measured: labs/<lab>/measure.yaml, as rows of a speedup sheet. */
#ifndef LOCKSTEP_REQUEST_H
#define LOCKSTEP_REQUEST_H

#include "../lab/lab.h"
#include "columns.h"

enum { REQUEST_MOST = 16 };

/* measure.yaml: `baseline` is the exercise (or "sequential": the plain C loop) that others are
 * compared with; every exercise is measured for each n and each number of threads up to the cores
 * (device cpu), or for each launch (opencl, cuda). */
struct request {
    const char *baseline, *device;
    double element_bytes; /* what one element of n makes a run read and write at least */
    const char *data;     /* further keys of the oracle's case, such as "data=shuffled" */
    const char *n[REQUEST_MOST], *exercises[REQUEST_MOST], *launches[REQUEST_MOST];
    size_t n_count, exercise_count, launch_count;
};

/* A way to compile: the first is measured for all n, the others for the largest one. */
struct request_build {
    const char *compiler, *flags;
};
extern const struct request_build request_builds[];
extern const size_t request_build_count;

/* Reads labs/<lab>/measure.yaml; texts go to the arena. The error names file, line and key. */
bool request_load(struct request *plan, const char *directory, struct arena *arena,
                  struct error *error);

/* Adds the plan's rows, nothing measured, for a machine with that many cores. */
void request_add_rows(const struct request *plan, const char *lab, int cores,
                      struct speedup_table *table);

#endif
