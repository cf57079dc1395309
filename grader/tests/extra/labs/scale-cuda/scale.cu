/* Scale with CUDA. What the function must do is written in scale.h. */
#include "scale.h"

#include <cuda_runtime.h>

/* Each thread computes one element. */
__global__ void scale(const uint32_t *data, uint32_t *scaled, size_t n, uint32_t factor) {
#ifdef SOLUTION
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n) {
        scaled[i] = factor * data[i];
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)data, (void)scaled, (void)n, (void)factor;
#endif
}

/* The same for a matrix: y counts rows, x elements of a row. */
__global__ void transpose(const uint32_t *data, uint32_t *scaled, size_t rows, size_t n,
                          uint32_t factor) {
#ifdef SOLUTION
    const size_t x = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t y = threadIdx.y + (size_t)blockIdx.y * blockDim.y;
    if (x < n && y < rows) {
        scaled[x * rows + y] = factor * data[y * n + x];
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)data, (void)scaled, (void)rows, (void)n, (void)factor;
#endif
}

#ifdef SOLUTION
/* The data there, the one kernel or the other, and the result back. */
static int on_device(const uint32_t *data, uint32_t *scaled, size_t rows, size_t n, uint32_t factor,
                     dim3 blocks, dim3 threads) {
    const size_t bytes = rows * n * sizeof *data;
    uint32_t *from = NULL, *to = NULL;
    if (bytes == 0) {
        return cudaSuccess;
    }
    cudaError_t error = cudaMalloc((void **)&from, bytes);
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&to, bytes);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(from, data, bytes, cudaMemcpyHostToDevice);
    }
    if (error == cudaSuccess) {
        if (threads.y > 1 || rows > 1) {
            transpose<<<blocks, threads>>>(from, to, rows, n, factor);
        } else {
            scale<<<blocks, threads>>>(from, to, n, factor);
        }
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(scaled, to, bytes, cudaMemcpyDeviceToHost);
    }
    cudaFree(from);
    cudaFree(to);
    return error;
}

#endif
int scale_vector(const uint32_t *data, uint32_t *scaled, size_t n, uint32_t factor,
                 unsigned threads) {
#ifdef SOLUTION
    const dim3 blocks((unsigned)((n + threads - 1) / threads));
    return on_device(data, scaled, 1, n, factor, blocks, dim3(threads));
#else
    /* Allocate, copy there, launch, copy back, release. Your code goes here, instead of this. */
    (void)data, (void)scaled, (void)n, (void)factor, (void)threads;
    return 0;
#endif
}

int scale_matrix(const uint32_t *data, uint32_t *scaled, size_t rows, size_t n, uint32_t factor,
                 unsigned side) {
#ifdef SOLUTION
    const dim3 blocks((unsigned)((n + side - 1) / side), (unsigned)((rows + side - 1) / side));
    return on_device(data, scaled, rows, n, factor, blocks, dim3(side, side));
#else
    /* As above, with blocks and a grid of two dimensions. Your code goes here, instead of this. */
    (void)data, (void)scaled, (void)rows, (void)n, (void)factor, (void)side;
    return 0;
#endif
}
