/* First steps: a CUDA program. What the function must do is written in first_steps.h. */
#include "first_steps.h"

#include <cuda_runtime.h>

/* sum[i] = left[i] + right[i]; each thread computes one element. */
__global__ void add(const uint32_t *left, const uint32_t *right, uint32_t *sum, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n) { /* the last block may have more threads than elements */
        sum[i] = left[i] + right[i];
    }
}

/* Launches the kernel between two events, and takes the time between them. */
static cudaError_t launch(const uint32_t *left, const uint32_t *right, uint32_t *sum, size_t n,
                          unsigned threads, float *milliseconds) {
    cudaEvent_t start = NULL, end = NULL;
    const size_t blocks = (n + threads - 1) / threads; /* rounded up */
    cudaError_t error = cudaEventCreate(&start);
    if (error == cudaSuccess) {
        error = cudaEventCreate(&end);
    }
    if (error == cudaSuccess) {
        error = cudaEventRecord(start);
    }
    if (error == cudaSuccess) {
        add<<<(unsigned)blocks, threads>>>(left, right, sum, n);
        error = cudaGetLastError(); /* could it be launched? */
    }
    if (error == cudaSuccess) {
        error = cudaEventRecord(end);
    }
    if (error == cudaSuccess) {
        error = cudaEventSynchronize(end); /* the launch only began the work */
    }
    if (error == cudaSuccess) {
        error = cudaEventElapsedTime(milliseconds, start, end);
    }
    if (start != NULL) {
        cudaEventDestroy(start);
    }
    if (end != NULL) {
        cudaEventDestroy(end);
    }
    return error;
}

/* The three vectors on the device. What was not allocated is NULL. */
struct vectors {
    uint32_t *left, *right, *sum;
};

static cudaError_t allocate(struct vectors *device, size_t bytes) {
    cudaError_t error = cudaMalloc((void **)&device->left, bytes);
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&device->right, bytes);
    }
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&device->sum, bytes);
    }
    return error;
}

static void release(const struct vectors *device) {
    cudaFree(device->left); /* cudaFree(NULL) does nothing */
    cudaFree(device->right);
    cudaFree(device->sum);
}

int add_vectors(const uint32_t *left, const uint32_t *right, uint32_t *sum, size_t n,
                unsigned threads, float *milliseconds) {
    struct vectors device = {NULL, NULL, NULL};
    const size_t bytes = n * sizeof *sum;
    if (n == 0) {
        *milliseconds = 0;
        return cudaSuccess;
    }
    cudaError_t error = allocate(&device, bytes);
    if (error == cudaSuccess) {
        error = cudaMemcpy(device.left, left, bytes, cudaMemcpyHostToDevice);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(device.right, right, bytes, cudaMemcpyHostToDevice);
    }
    if (error == cudaSuccess) {
        error = launch(device.left, device.right, device.sum, n, threads, milliseconds);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(sum, device.sum, bytes, cudaMemcpyDeviceToHost);
    }
    release(&device);
    return error;
}
