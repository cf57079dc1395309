/* cufft_plan.h - a plan of cuFFT's, and the transform that it stands for. */
#pragma once

#include "../../include/cufftXt.h"

#include <stdbool.h>
#include <stddef.h>

/* Where element (x, y, z) of batch b lies: b * distance + ((x * embed[1] + y) * embed[2] + z) *
 * stride. An array of fewer dimensions has the last ones. */
struct layout {
    size_t embed[3], stride, distance;
    size_t size[3]; /* elements that are there: half of the last dimension and one, where complex
                       stands for real */
    bool real;
};

struct plan {
    bool used, made;
    cufftType type;
    size_t n[3], batch;
    struct layout from, to;
    bool simple; /* rows of real numbers that are transformed in place have room for the result */
    cudaStream_t stream;
};

/* Transforms the device's `from` into its `to`, batch by batch. CUFFT_ALLOC_FAILED where the host
 * has no memory left, CUFFT_EXEC_FAILED after a copy that failed. */
cufftResult plan_transform(const struct plan *plan, char *from, char *to, bool inverse);
