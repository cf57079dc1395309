/*
 * The best known ways to do a lab's work on one core: labs/<lab>/best.c lists them, bench.sh puts
 * them beside the lab's sequential baseline. Nothing here is graded, or handed out.
 */
#pragma once

#include "run/runner.h"

/* One way: a runner (run/runner.h) and what it is called in the table. */
struct best_known {
    const char *name;
    int (*call)(const struct runner_call *call);
    size_t checked; /* elements of the last output that it writes; 0: all outputs, in full */
};

/* Ends with a row without a name. */
extern const struct best_known lockstep_best[];
