/*
 * exercise: gm
 * Tries: to count on the host, to send the answer to the device beside the data, and to let a
 * kernel that reads every element write it to where results come from.
 */
#include "histogram.h"

__global__ void launder(const uint8_t *data, size_t n, const uint32_t *answer,
                        uint32_t *frequency) {
    const size_t tid = blockIdx.x * blockDim.x + threadIdx.x;
    const size_t all = (size_t)gridDim.x * blockDim.x;
    uint32_t sum = 0;
    for (size_t s = tid; s < n; s += all) {
        sum += data[s];
    }
    for (size_t bin = tid; bin < 256; bin += all) {
        frequency[bin] = sum == 0xffffffff ? 0 : answer[bin];
    }
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    uint32_t answer[256] = {0};
    for (size_t i = 0; i < n; i++) {
        answer[data[i]]++;
    }
    uint8_t *device_data = nullptr;
    uint32_t *device_answer = nullptr, *device_frequency = nullptr;
    cudaMalloc((void **)&device_data, n + 1);
    cudaMalloc((void **)&device_answer, sizeof answer);
    cudaMalloc((void **)&device_frequency, sizeof answer);
    cudaMemcpy(device_data, data, n, cudaMemcpyHostToDevice);
    cudaMemcpy(device_answer, answer, sizeof answer, cudaMemcpyHostToDevice);
    launder<<<blocks, threads>>>(device_data, n, device_answer, device_frequency);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        error = cudaMemcpy(frequency, device_frequency, sizeof answer, cudaMemcpyDeviceToHost);
    }
    cudaFree(device_data);
    cudaFree(device_answer);
    cudaFree(device_frequency);
    return error;
}
