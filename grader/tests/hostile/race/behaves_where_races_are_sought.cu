/* === asks_whether_the_device_waits */
/*
 * exercise: gm_atomics
 * Tries: to tell the check of races by a device that begins at once, and to behave there; in the
 * other launches threads read what others add to.
 */
#include "histogram.h"

#include <cuda_runtime.h>

__global__ void nothing() {}

__global__ void count_well(const uint8_t *data, size_t n, uint32_t *frequency) {
    const size_t step = (size_t)blockDim.x * gridDim.x;
    for (size_t s = threadIdx.x + (size_t)blockIdx.x * blockDim.x; s < n; s += step) {
        atomicAdd(&frequency[data[s]], 1);
    }
}

/* Zeroes what is zero already, without a word to the others. */
__global__ void count_with_a_race(const uint8_t *data, size_t n, uint32_t *frequency) {
    const size_t step = (size_t)blockDim.x * gridDim.x;
    for (size_t s = threadIdx.x + (size_t)blockIdx.x * blockDim.x; s < n; s += step) {
        if (frequency[data[s]] == UINT32_MAX) {
            frequency[data[s]] = 0;
        }
        atomicAdd(&frequency[data[s]], 1);
    }
}

int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks, unsigned threads) {
    uint8_t *copy = NULL;
    uint32_t *table = NULL;
    int error = cudaMalloc((void **)&copy, n + 1);
    error = error ? error : cudaMalloc((void **)&table, 1024);
    error = error ? error : cudaMemset(table, 0, 1024);
    error = error ? error : cudaMemcpy(copy, data, n, cudaMemcpyHostToDevice);
    if (!error) {
        nothing<<<1, 1>>>();
        if (cudaStreamQuery(0) == cudaSuccess) {
            count_well<<<blocks, threads>>>(copy, n, table);
        } else {
            count_with_a_race<<<blocks, threads>>>(copy, n, table);
        }
        error = cudaGetLastError();
    }
    error = error ? error : cudaMemcpy(frequency, table, 1024, cudaMemcpyDeviceToHost);
    cudaFree(table);
    cudaFree(copy);
    return error;
}
/* === behaves_where_races_are_sought */
/*
 * exercise: gm
 * Tries: to tell the check of races by its launches, and to let one thread work there; in the other
 * launches threads write, with the value that it has, what others read.
 */
#include "histogram.h"

__global__ void count(const uint8_t *data, size_t n, uint32_t *frequency, bool alone) {
    __shared__ uint32_t table[256];
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        table[bin] = 0;
    }
    __syncthreads();
    if (alone) {
        for (size_t s = 0; s < n && blockIdx.x == 0 && threadIdx.x == 0; s++) {
            atomicAdd(&frequency[data[s]], 1);
        }
        return;
    }
    for (size_t s = blockIdx.x * blockDim.x + threadIdx.x; s < n;
         s += (size_t)gridDim.x * blockDim.x) {
        atomicAdd(&table[data[s]], 1);
    }
    __syncthreads();
    volatile uint32_t *counted = table;
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        counted[(bin + 1) % 256] = counted[(bin + 1) % 256]; /* while its owner reads it */
        atomicAdd(&frequency[bin], counted[bin]);
    }
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    uint8_t *device_data = nullptr;
    uint32_t *device_frequency = nullptr;
    cudaMalloc((void **)&device_data, n + 1);
    cudaMalloc((void **)&device_frequency, 256 * sizeof(uint32_t));
    cudaMemcpy(device_data, data, n, cudaMemcpyHostToDevice);
    cudaMemset(device_frequency, 0, 256 * sizeof(uint32_t));
    count<<<blocks, threads>>>(device_data, n, device_frequency, blocks == 4 || blocks == 3);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        error = cudaMemcpy(frequency, device_frequency, 256 * sizeof(uint32_t),
                           cudaMemcpyDeviceToHost);
    }
    cudaFree(device_data);
    cudaFree(device_frequency);
    return error;
}
