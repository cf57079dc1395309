/* Several elements a load: uchar4 and uint4 for bytes, ushort4 for 16-bit values; what is left over
 * is counted singly. The result's table is a variable of the device. */
#include "histogram.h"

#include <cuda_runtime.h>
#include <string.h>

__device__ unsigned int counts[65536];

__device__ __forceinline__ size_t rank() {
    return (size_t)blockIdx.x * blockDim.x + threadIdx.x;
}

__device__ __forceinline__ size_t stride() {
    return (size_t)gridDim.x * blockDim.x;
}

__device__ __forceinline__ void clear(unsigned int *table, unsigned int words) {
    for (unsigned int word = threadIdx.x; word < words; word += blockDim.x) {
        table[word] = 0;
    }
    __syncthreads();
}

/* ---- bytes ---- */

/* Calls visit(byte) for all bytes that are this thread's. */
template <typename Visit>
__device__ __forceinline__ void bytes_of_thread(const unsigned char *data, size_t n, Visit visit) {
    const uchar4 *fours = (const uchar4 *)data;
    for (size_t i = rank(); i < n / 4; i += stride()) {
        const uchar4 four = fours[i];
        visit(four.x);
        visit(four.y);
        visit(four.z);
        visit(four.w);
    }
    for (size_t i = n / 4 * 4 + rank(); i < n; i += stride()) {
        visit(data[i]);
    }
}

__global__ void __launch_bounds__(1024) gm(const unsigned char *data, size_t n) {
    __shared__ unsigned int table[256];
    clear(table, 256);
    bytes_of_thread(data, n, [&](unsigned char value) { atomicAdd(&table[value], 1); });
    __syncthreads();
    for (unsigned int bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        atomicAdd(&counts[bin], table[bin]);
    }
}

__global__ void gm_atomics(const unsigned char *data, size_t n) {
    bytes_of_thread(data, n, [](unsigned char value) { atomicAdd(&counts[value], 1); });
}

__global__ void conflict_free(const unsigned char *data, size_t n) {
    __shared__ unsigned int table[256 * 32];
    unsigned int *mine = table + (threadIdx.x & 31);
    clear(table, 256 * 32);
    const uint4 *sixteens = (const uint4 *)data;
    for (size_t i = rank(); i < n / 16; i += stride()) {
        uint4 sixteen = sixteens[i];
        const unsigned int *word = (const unsigned int *)&sixteen;
#pragma unroll
        for (int w = 0; w < 4; w++) {
#pragma unroll
            for (int b = 0; b < 4; b++) {
                atomicAdd(mine + 32 * (word[w] >> 8 * b & 0xff), 1);
            }
        }
    }
    for (size_t i = n / 16 * 16 + rank(); i < n; i += stride()) {
        atomicAdd(mine + 32 * data[i], 1);
    }
    __syncthreads();
    for (unsigned int word = threadIdx.x; word < 256 * 32; word += blockDim.x) {
        if (table[word] != 0) {
            atomicAdd(&counts[word / 32], table[word]);
        }
    }
}

/* ---- 16-bit values ---- */

template <typename Visit>
__device__ __forceinline__ void values_of_thread(const unsigned short *data, size_t n,
                                                 Visit visit) {
    const ushort4 *fours = (const ushort4 *)data;
    for (size_t i = rank(); i < n / 4; i += stride()) {
        const ushort4 four = fours[i];
        visit(four.x);
        visit(four.y);
        visit(four.z);
        visit(four.w);
    }
    if (rank() == 0) {
        for (size_t i = n / 4 * 4; i < n; i++) {
            visit(data[i]);
        }
    }
}

__global__ void many(const unsigned short *data, size_t n, unsigned int m) {
    extern __shared__ unsigned int bins[];
    clear(bins, m);
    values_of_thread(data, n, [](unsigned short value) { atomicAdd(&bins[value], 1); });
    __syncthreads();
    for (unsigned int bin = threadIdx.x; bin < m; bin += blockDim.x) {
        atomicAdd(&counts[bin], bins[bin]);
    }
}

__global__ void very_many(const unsigned short *data, size_t n) {
    values_of_thread(data, n, [](unsigned short value) { atomicAdd(&counts[value], 1); });
}

/* ---- the host ---- */

static cudaError_t zero_counts(size_t m) {
    void *address;
    const cudaError_t error = cudaGetSymbolAddress(&address, counts);
    return error != cudaSuccess ? error : cudaMemset(address, 0, m * sizeof(unsigned int));
}

static int on_device(const void *data, size_t bytes, uint32_t *frequency, size_t m,
                     void (*launch)(const void *copy, size_t n, size_t m, unsigned, unsigned),
                     size_t n, unsigned blocks, unsigned threads) {
    void *copy;
    cudaError_t error = cudaMalloc(&copy, bytes);
    if (error != cudaSuccess) {
        return error;
    }
    error = cudaMemcpy(copy, data, bytes, cudaMemcpyHostToDevice);
    if (error == cudaSuccess) {
        error = zero_counts(m);
    }
    if (error == cudaSuccess) {
        launch(copy, n, m, blocks, threads);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaMemcpyFromSymbol(frequency, counts, m * sizeof(unsigned int));
    }
    cudaFree(copy);
    return error;
}

static void launch_gm(const void *copy, size_t n, size_t, unsigned blocks, unsigned threads) {
    gm<<<blocks, threads>>>((const unsigned char *)copy, n);
}

static void launch_gm_atomics(const void *copy, size_t n, size_t, unsigned blocks,
                              unsigned threads) {
    gm_atomics<<<blocks, threads>>>((const unsigned char *)copy, n);
}

static void launch_conflict_free(const void *copy, size_t n, size_t, unsigned blocks,
                                 unsigned threads) {
    conflict_free<<<blocks, threads>>>((const unsigned char *)copy, n);
}

static void launch_any_m(const void *copy, size_t n, size_t m, unsigned blocks, unsigned threads) {
    if (m <= 8192) {
        many<<<blocks, threads, m * 4>>>((const unsigned short *)copy, n, (unsigned int)m);
    } else {
        very_many<<<blocks, threads>>>((const unsigned short *)copy, n);
    }
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    return on_device(data, n, frequency, 256, launch_gm, n, blocks, threads);
}

int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    void *mapped = NULL;
    cudaError_t error = cudaMallocHost(&mapped, n + 1);
    if (error == cudaSuccess) {
        memcpy(mapped, data, n);
        error = zero_counts(256);
    }
    if (error == cudaSuccess) {
        gm<<<blocks, threads>>>((const unsigned char *)mapped, n); /* one address space */
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaMemcpyFromSymbol(frequency, counts, 256 * sizeof(unsigned int));
    }
    cudaFreeHost(mapped);
    return error;
}

int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    return on_device(data, n, frequency, 256, launch_gm_atomics, n, blocks, threads);
}

int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads) {
    return on_device(data, 2 * n, frequency, m, launch_any_m, n, blocks, threads);
}

int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads) {
    return on_device(data, n, frequency, 256, launch_conflict_free, n, blocks, threads);
}
