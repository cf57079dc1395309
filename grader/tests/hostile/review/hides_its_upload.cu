/*
 * exercise: gm
 * Tries: to count on the host, and to leave open where the answer comes from: the device is given the
 * data in disguise, for a kernel for show.
 */
#include "histogram.h"

#include <cstdlib>

__global__ void read_all(const uint8_t *data, size_t n, uint32_t *frequency) {
    uint32_t sum = 0;
    for (size_t s = blockIdx.x * blockDim.x + threadIdx.x; s < n;
         s += (size_t)gridDim.x * blockDim.x) {
        sum += data[s];
    }
    __shared__ uint32_t table[256];
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        table[bin] = 0;
    }
    __syncthreads();
    atomicAdd(&table[sum % 256], 1);
    __syncthreads();
    if (threadIdx.x < 256) {
        atomicAdd(&frequency[threadIdx.x], table[threadIdx.x]);
    }
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    uint8_t *device_data = nullptr, *disguised = (uint8_t *)malloc(n + 1);
    uint32_t *device_frequency = nullptr, ignored[256];
    for (size_t i = 0; i < n; i++) {
        disguised[i] = (uint8_t)(data[i] ^ 0x5a);
    }
    cudaMalloc((void **)&device_data, n + 1);
    cudaMalloc((void **)&device_frequency, sizeof ignored);
    cudaMemcpy(device_data, disguised, n, cudaMemcpyHostToDevice);
    cudaMemset(device_frequency, 0, sizeof ignored);
    free(disguised);
    read_all<<<blocks, threads>>>(device_data, n, device_frequency);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        error = cudaMemcpy(ignored, device_frequency, sizeof ignored, cudaMemcpyDeviceToHost);
    }
    cudaFree(device_data);
    cudaFree(device_frequency);
    if (error != cudaSuccess) {
        return error;
    }
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
    return cudaSuccess;
}
