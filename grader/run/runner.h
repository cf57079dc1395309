/*
 * The untrusted half of a lab: labs/<lab>/runner.c defines runner_call, which calls the student's
 * functions. It is linked with the student's objects and the kit's worker, runs in the jail, and
 * knows nothing about expected results. Where it runs on an OpenCL device, simulated or real, it is
 * compiled with -DLOCKSTEP_OPENCL; elsewhere it may bring a device of its own (labs/stencil does).
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { RUNNER_MAX_PARAMETERS = 8, RUNNER_MAX_BUFFERS = 4, RUNNER_NAME_BYTES = 64 };

struct runner_call {
    char exercise[RUNNER_NAME_BYTES];
    uint64_t parameter[RUNNER_MAX_PARAMETERS]; /* as the oracle's shape() set them */
    const void *input[RUNNER_MAX_BUFFERS]; /* read-only; a page that cannot be read follows the last
                                              element */
    void
        *output[RUNNER_MAX_BUFFERS]; /* filled with poison; a page that cannot be touched follows */
};

/* Calls the student's function for call->exercise. Returns 0, or 1 when the exercise is unknown to
 * this runner. */
int runner_call(const struct runner_call *call);

#ifdef LOCKSTEP_MEASURE
/* Brackets the part of a call whose time `make speedup` takes, where a runner does more than call
 * the student's function: 1 before it, 0 behind it. */
void runner_time(int begins);
#endif
