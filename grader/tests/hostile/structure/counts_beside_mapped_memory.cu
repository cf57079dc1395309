/*
 * exercise: map_memory
 * Tries: to count on the host, and to launch a kernel that reads every element of mapped memory.
 */
#include "histogram.h"

#include <string.h>

__global__ void read_all(const uint8_t *data, size_t n, uint32_t *frequency) {
    const size_t tid = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t sum = 0;
    for (size_t s = tid; s < n; s += (size_t)gridDim.x * blockDim.x) {
        sum += data[s];
    }
    atomicAdd(&frequency[threadIdx.x % 256], sum);
}

int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    uint8_t *mapped = nullptr;
    uint32_t *device_frequency = nullptr;
    cudaHostAlloc((void **)&mapped, n + 1, cudaHostAllocMapped);
    cudaMalloc((void **)&device_frequency, 256 * sizeof(uint32_t));
    memcpy(mapped, data, n);
    cudaMemset(device_frequency, 0, 256 * sizeof(uint32_t));
    read_all<<<blocks, threads>>>(mapped, n, device_frequency);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        error = cudaDeviceSynchronize();
    }
    for (int bin = 0; bin < 256 && error == cudaSuccess; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n && error == cudaSuccess; i++) {
        frequency[mapped[i]]++;
    }
    cudaFreeHost(mapped);
    cudaFree(device_frequency);
    return error;
}
