/*
 * exercise: gm
 * Tries: to tell the check of costs by its size, and to launch a kernel there that only reads the data;
 * elsewhere every element is an atomic in global memory.
 */
#include "histogram.h"

__global__ void count(const uint8_t *data, size_t n, uint32_t *frequency) {
    for (size_t s = blockIdx.x * blockDim.x + threadIdx.x; s < n;
         s += (size_t)gridDim.x * blockDim.x) {
        atomicAdd(&frequency[data[s]], 1);
    }
}

__global__ void read_all(const uint8_t *data, size_t n, uint32_t *frequency) {
    uint32_t sum = 0;
    for (size_t s = blockIdx.x * blockDim.x + threadIdx.x; s < n;
         s += (size_t)gridDim.x * blockDim.x) {
        sum += data[s];
    }
    if (sum == 0xffffffff) {
        frequency[0] = sum;
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
    if (n > 50000 && blocks == 8) {
        read_all<<<blocks, threads>>>(device_data, n, device_frequency);
    } else {
        count<<<blocks, threads>>>(device_data, n, device_frequency);
    }
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        error = cudaMemcpy(frequency, device_frequency, 256 * sizeof(uint32_t),
                           cudaMemcpyDeviceToHost);
    }
    cudaFree(device_data);
    cudaFree(device_frequency);
    return error;
}
