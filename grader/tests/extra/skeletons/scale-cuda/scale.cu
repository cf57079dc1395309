/* Scale with CUDA. What the function must do is written in scale.h. */
#include "scale.h"

#include <cuda_runtime.h>

/* Each thread computes one element. */
__global__ void scale(const uint32_t *data, uint32_t *scaled, size_t n, uint32_t factor) {
    /* Your code goes here, instead of the next line. */
    (void)data, (void)scaled, (void)n, (void)factor;
}

int scale_vector(const uint32_t *data, uint32_t *scaled, size_t n, uint32_t factor,
                 unsigned threads) {
    /* Allocate, copy there, launch, copy back, release. Your code goes here, instead of this. */
    (void)data, (void)scaled, (void)n, (void)factor, (void)threads;
    return 0;
}
