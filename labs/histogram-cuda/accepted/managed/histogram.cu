/* Managed memory for the result, registered memory for MapMemory, __ldg, a table for each warp. */
#include "histogram.h"

#include <cuda_runtime.h>
#include <stdlib.h>
#include <string.h>

/* Eight warps have a table each; the ninth shares with the first. */
#define TABLES 8

template <typename T>
__global__ void per_warp(const T *data, unsigned long long n, unsigned *frequency, unsigned m,
                         unsigned tables) {
    extern __shared__ unsigned table[];
    unsigned *mine = table + threadIdx.x / 32 % tables * m;
    for (unsigned i = threadIdx.x; i < m * tables; i += blockDim.x)
        table[i] = 0;
    __syncthreads();
    const unsigned long long stride = 1ull * blockDim.x * gridDim.x;
    for (unsigned long long i = threadIdx.x + 1ull * blockIdx.x * blockDim.x; i < n; i += stride)
        atomicAdd(mine + __ldg(data + i), 1u);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < m; i += blockDim.x) {
        unsigned sum = 0;
        for (unsigned t = 0; t < tables; t++)
            sum += table[t * m + i];
        if (sum > 0)
            atomicAdd(frequency + i, sum);
    }
}

template <typename T>
__global__ void in_global(const T *data, unsigned long long n, unsigned *frequency) {
    const unsigned long long stride = 1ull * blockDim.x * gridDim.x;
    for (unsigned long long i = threadIdx.x + 1ull * blockIdx.x * blockDim.x; i < n; i += stride)
        atomicAdd(frequency + __ldg(data + i), 1u);
}

__global__ void own_bank(const unsigned char *data, unsigned long long n, unsigned *frequency) {
    __shared__ unsigned table[32 * 256];
    unsigned *mine = table + threadIdx.x % 32;
    for (unsigned i = 0; i < 32 * 256; i += blockDim.x)
        if (i + threadIdx.x < 32 * 256)
            table[i + threadIdx.x] = 0;
    __syncthreads();
    const unsigned long long stride = 1ull * blockDim.x * gridDim.x;
    for (unsigned long long i = threadIdx.x + 1ull * blockIdx.x * blockDim.x; i < n; i += stride)
        atomicAdd(mine + 32 * __ldg(data + i), 1u);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned sum = 0;
        for (unsigned j = 0; j < 32; j++)
            sum += table[i * 32 + (i ^ j) % 32];
        atomicAdd(frequency + i, sum);
    }
}

/* A device copy of the data, and a table that the host sees, too. */
struct arrays {
    void *data;
    unsigned *table;
    cudaError_t error;

    arrays(const void *from, size_t bytes, size_t m) : data(0), table(0) {
        error = cudaMallocManaged(&table, m * sizeof *table);
        if (!error) {
            memset(table, 0, m * sizeof *table);
            error = from ? cudaMalloc(&data, bytes + 16) : cudaSuccess;
        }
        if (!error && from)
            error = cudaMemcpy(data, from, bytes, cudaMemcpyDefault);
    }

    ~arrays() {
        cudaFree(data);
        cudaFree(table);
    }

    int result(unsigned *frequency, size_t m) {
        if (!error)
            error = cudaGetLastError();
        if (!error)
            error = cudaDeviceSynchronize();
        if (!error)
            memcpy(frequency, table, m * sizeof *table);
        return error;
    }
};

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    arrays device(data, n, 256);
    if (!device.error)
        per_warp<<<blocks, threads, TABLES * 256 * 4>>>((const unsigned char *)device.data, n,
                                                        device.table, 256, TABLES);
    return device.result(frequency, 256);
}

int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    arrays device(NULL, 0, 256);
    void *aligned = NULL, *seen = NULL;
    if (!device.error && posix_memalign(&aligned, 4096, n + 1) != 0)
        return cudaErrorMemoryAllocation;
    if (!device.error) {
        memcpy(aligned, data, n);
        device.error = cudaHostRegister(aligned, n + 1, cudaHostRegisterMapped);
        if (!device.error) {
            device.error = cudaHostGetDevicePointer(&seen, aligned, 0);
            if (!device.error)
                per_warp<<<blocks, threads, 256 * 4>>>((const unsigned char *)seen, n, device.table,
                                                       256, 1);
            device.result(frequency, 256);
            cudaHostUnregister(aligned);
        }
    }
    free(aligned);
    return device.error;
}

int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    arrays device(data, n, 256);
    if (!device.error)
        in_global<<<blocks, threads>>>((const unsigned char *)device.data, n, device.table);
    return device.result(frequency, 256);
}

int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads) {
    arrays device(data, 2 * n, m);
    const unsigned short *values = (const unsigned short *)device.data;
    const size_t fitting = 48 * 1024 / (4 * m);
    if (!device.error && fitting > 0) {
        const unsigned tables = fitting < TABLES ? (unsigned)fitting : TABLES;
        per_warp<<<blocks, threads, tables * m * 4>>>(values, n, device.table, (unsigned)m, tables);
    } else if (!device.error) {
        in_global<<<blocks, threads>>>(values, n, device.table);
    }
    return device.result(frequency, m);
}

int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads) {
    arrays device(data, n, 256);
    if (!device.error)
        own_bank<<<blocks, threads>>>((const unsigned char *)device.data, n, device.table);
    return device.result(frequency, 256);
}
