/* The rows of the blocks are added up by a second launch, or by the block that is last: there every
 * thread fences its own bins, and one takes the ticket after the barrier. */
#include "histogram.h"

#include <cuda_runtime.h>
#include <string.h>

__global__ void rows(const uint8_t *__restrict__ data, size_t n, uint32_t *__restrict__ row) {
    __shared__ uint32_t table[256];
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        table[bin] = 0;
    }
    __syncthreads();
    for (size_t s = blockIdx.x * (size_t)blockDim.x + threadIdx.x; s < n;
         s += (size_t)blockDim.x * gridDim.x) {
        atomicAdd(&table[data[s]], 1);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        row[blockIdx.x * 256 + bin] = table[bin];
    }
}

__global__ void many_rows(const uint16_t *__restrict__ data, size_t n, uint32_t *__restrict__ row,
                          unsigned m) {
    extern __shared__ uint32_t bins[];
    for (unsigned bin = threadIdx.x; bin < m; bin += blockDim.x) {
        bins[bin] = 0;
    }
    __syncthreads();
    for (size_t s = blockIdx.x * (size_t)blockDim.x + threadIdx.x; s < n;
         s += (size_t)blockDim.x * gridDim.x) {
        atomicAdd(&bins[data[s]], 1);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < m; bin += blockDim.x) {
        row[blockIdx.x * m + bin] = bins[bin];
    }
}

/* Adds up `count` rows of m counters: a thread takes whole bins. */
__global__ void add_rows(const uint32_t *row, unsigned count, uint32_t *frequency, unsigned m) {
    for (unsigned bin = blockIdx.x * blockDim.x + threadIdx.x; bin < m;
         bin += gridDim.x * blockDim.x) {
        uint32_t sum = 0;
        for (unsigned i = 0; i < count; i++) {
            sum += row[i * m + bin];
        }
        frequency[bin] = sum;
    }
}

template <typename T> __global__ void direct(const T *data, size_t n, uint32_t *frequency) {
    for (size_t s = blockIdx.x * (size_t)blockDim.x + threadIdx.x; s < n;
         s += (size_t)blockDim.x * gridDim.x) {
        atomicAdd(&frequency[data[s]], 1);
    }
}

__device__ unsigned arrived;

/* The last block to arrive adds up all rows. */
__global__ void last_block(const uint8_t *data, size_t n, uint32_t *row, uint32_t *frequency) {
    __shared__ uint32_t table[256][32];
    __shared__ bool last;
    for (unsigned word = threadIdx.x; word < 256 * 32; word += blockDim.x) {
        table[word / 32][word % 32] = 0;
    }
    __syncthreads();
    for (size_t s = blockIdx.x * (size_t)blockDim.x + threadIdx.x; s < n;
         s += (size_t)blockDim.x * gridDim.x) {
        atomicAdd(&table[data[s]][threadIdx.x % 32], 1);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        uint32_t sum = 0;
        for (unsigned i = 0; i < 32; i++) {
            sum += table[bin][(i + bin) % 32];
        }
        row[blockIdx.x * 256 + bin] = sum;
    }
    __threadfence(); /* each thread for its own bins */
    __syncthreads();
    if (threadIdx.x == 0) {
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) {
        return;
    }
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        uint32_t sum = 0;
        for (unsigned i = 0; i < gridDim.x; i++) {
            sum += row[i * 256 + bin];
        }
        frequency[bin] = sum;
    }
    if (threadIdx.x == 0) {
        arrived = 0;
    }
}

struct memory {
    void *data;
    uint32_t *rows, *frequency;
};

static void release(struct memory *memory) {
    cudaFree(memory->data);
    cudaFree(memory->rows);
    cudaFree(memory->frequency);
}

static cudaError_t reserve(struct memory *memory, const void *data, size_t bytes, size_t m,
                           unsigned blocks) {
    *memory = (struct memory){};
    cudaError_t error = cudaMalloc(&memory->data, bytes + 1);
    if (error == cudaSuccess) {
        error = cudaMalloc(&memory->rows, blocks * m * sizeof(uint32_t));
    }
    if (error == cudaSuccess) {
        error = cudaMalloc(&memory->frequency, m * sizeof(uint32_t));
    }
    if (error == cudaSuccess && data != NULL) {
        error = cudaMemcpy(memory->data, data, bytes, cudaMemcpyHostToDevice);
    }
    return error;
}

static cudaError_t launch_rows(const uint8_t *data, size_t n, struct memory *memory,
                               unsigned blocks, unsigned threads) {
    rows<<<blocks, threads>>>(data, n, memory->rows);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        add_rows<<<blocks, threads>>>(memory->rows, blocks, memory->frequency, 256);
        error = cudaGetLastError();
    }
    return error;
}

static int fetch(cudaError_t error, struct memory *memory, uint32_t *frequency, size_t m) {
    if (error == cudaSuccess) {
        error =
            cudaMemcpy(frequency, memory->frequency, m * sizeof *frequency, cudaMemcpyDeviceToHost);
    }
    release(memory);
    return error;
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    struct memory memory;
    cudaError_t error = reserve(&memory, data, n, 256, blocks);
    if (error == cudaSuccess) {
        error = launch_rows((const uint8_t *)memory.data, n, &memory, blocks, threads);
    }
    return fetch(error, &memory, frequency, 256);
}

int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    void *mapped = NULL, *seen = NULL;
    struct memory memory;
    cudaError_t error = reserve(&memory, NULL, 0, 256, blocks);
    if (error == cudaSuccess) {
        error = cudaHostAlloc(&mapped, n > 0 ? n : 16, cudaHostAllocMapped);
    }
    if (error == cudaSuccess) {
        memcpy(mapped, data, n);
        error = cudaHostGetDevicePointer(&seen, mapped, 0);
    }
    if (error == cudaSuccess) {
        error = launch_rows((const uint8_t *)seen, n, &memory, blocks, threads);
    }
    const int result = fetch(error, &memory, frequency, 256);
    cudaFreeHost(mapped);
    return result;
}

int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    struct memory memory;
    cudaError_t error = reserve(&memory, data, n, 256, blocks);
    if (error == cudaSuccess) {
        error = cudaMemset(memory.frequency, 0, 256 * sizeof(uint32_t));
    }
    if (error == cudaSuccess) {
        direct<<<blocks, threads>>>((const uint8_t *)memory.data, n, memory.frequency);
        error = cudaGetLastError();
    }
    return fetch(error, &memory, frequency, 256);
}

int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads) {
    struct memory memory;
    cudaError_t error = reserve(&memory, data, 2 * n, m, blocks);
    const uint16_t *values = (const uint16_t *)memory.data;
    if (error == cudaSuccess) {
        error = cudaMemset(memory.frequency, 0, m * sizeof(uint32_t));
    }
    if (error == cudaSuccess && m * sizeof(uint32_t) <= 48 * 1024) {
        many_rows<<<blocks, threads, m * sizeof(uint32_t)>>>(values, n, memory.rows, (unsigned)m);
        error = cudaGetLastError();
        if (error == cudaSuccess) {
            add_rows<<<blocks, threads>>>(memory.rows, blocks, memory.frequency, (unsigned)m);
            error = cudaGetLastError();
        }
    } else if (error == cudaSuccess) {
        direct<<<blocks, threads>>>(values, n, memory.frequency);
        error = cudaGetLastError();
    }
    return fetch(error, &memory, frequency, m);
}

int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads) {
    struct memory memory;
    cudaError_t error = reserve(&memory, data, n, 256, blocks);
    if (error == cudaSuccess) {
        last_block<<<blocks, threads>>>((const uint8_t *)memory.data, n, memory.rows,
                                        memory.frequency);
        error = cudaGetLastError();
    }
    return fetch(error, &memory, frequency, 256);
}
