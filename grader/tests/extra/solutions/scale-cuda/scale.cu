/* Scale with CUDA. What the function must do is written in scale.h. */
#include "scale.h"

#include <cuda_runtime.h>

/* Each thread computes one element. */
__global__ void scale(const uint32_t *data, uint32_t *scaled, size_t n, uint32_t factor) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n) {
        scaled[i] = factor * data[i];
    }
}

int scale_vector(const uint32_t *data, uint32_t *scaled, size_t n, uint32_t factor,
                 unsigned threads) {
    const size_t bytes = n * sizeof *data;
    uint32_t *from = NULL, *to = NULL;
    if (n == 0) {
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
        scale<<<(unsigned)((n + threads - 1) / threads), threads>>>(from, to, n, factor);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(scaled, to, bytes, cudaMemcpyDeviceToHost);
    }
    cudaFree(from);
    cudaFree(to);
    return error;
}
