/* Lanes with the same value elect one that adds for all of them. */
#include "histogram.h"

#include <cuda_runtime.h>
#include <string.h>

static __device__ void add_together(unsigned *table, unsigned value) {
    const unsigned lane = threadIdx.x % 32;
    const unsigned same = __match_any_sync(__activemask(), value);
    if (lane == __ffs(same) - 1) {
        atomicAdd(&table[value], __popc(same));
    }
}

template <typename T> __global__ void shared_table(const T *data, size_t n, unsigned *sum, int m) {
    extern __shared__ unsigned table[];
    for (int bin = threadIdx.x; bin < m; bin += blockDim.x) {
        table[bin] = 0;
    }
    __syncthreads();
    for (size_t s = threadIdx.x + (size_t)blockIdx.x * blockDim.x; s < n;
         s += (size_t)blockDim.x * gridDim.x) {
        add_together(table, data[s]);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < m; bin += blockDim.x) {
        atomicAdd(&sum[bin], table[bin]);
    }
}

template <typename T> __global__ void global_table(const T *data, size_t n, unsigned *sum) {
    for (size_t s = threadIdx.x + (size_t)blockIdx.x * blockDim.x; s < n;
         s += (size_t)blockDim.x * gridDim.x) {
        add_together(sum, data[s]);
    }
}

/* The copies start at zero, are merged, and leave nothing but the result. */
__global__ void lanes(const uint8_t *data, size_t n, unsigned *sum) {
    __shared__ unsigned copies[256][32];
    for (int i = threadIdx.x; i < 256 * 32; i += blockDim.x) {
        copies[i / 32][i % 32] = 0;
    }
    __syncthreads();
    for (size_t s = threadIdx.x + (size_t)blockIdx.x * blockDim.x; s < n;
         s += (size_t)blockDim.x * gridDim.x) {
        atomicAdd(&copies[data[s]][threadIdx.x % 32], 1);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 256 * 32; i += blockDim.x) {
        atomicAdd(&sum[i / 32], copies[i / 32][i % 32]);
    }
}

static cudaError_t open_table(unsigned **sum, size_t m) {
    const cudaError_t error = cudaMalloc((void **)sum, m * sizeof(unsigned));
    return error ? error : cudaMemsetAsync(*sum, 0, m * sizeof(unsigned), 0);
}

static cudaError_t close_table(cudaError_t error, unsigned *sum, uint32_t *frequency, size_t m) {
    error = error ? error : cudaGetLastError();
    error =
        error ? error : cudaMemcpy(frequency, sum, m * sizeof(unsigned), cudaMemcpyDeviceToHost);
    cudaFree(sum);
    return error;
}

enum way { SHARED, GLOBAL, LANES };

static cudaError_t count_bytes(enum way way, const uint8_t *data, size_t n, uint32_t *frequency,
                               unsigned blocks, unsigned threads) {
    uint8_t *copy = NULL;
    unsigned *sum = NULL;
    cudaError_t error = open_table(&sum, 256);
    error = error ? error : cudaMalloc((void **)&copy, n + 1);
    error = error ? error : cudaMemcpy(copy, data, n, cudaMemcpyHostToDevice);
    if (!error) {
        switch (way) {
        case SHARED:
            shared_table<<<blocks, threads, 1024>>>(copy, n, sum, 256);
            break;
        case GLOBAL:
            global_table<<<blocks, threads>>>(copy, n, sum);
            break;
        case LANES:
            lanes<<<blocks, threads>>>(copy, n, sum);
            break;
        }
    }
    error = close_table(error, sum, frequency, 256);
    cudaFree(copy);
    return error;
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    return count_bytes(SHARED, data, n, frequency, blocks, threads);
}

int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    return count_bytes(GLOBAL, data, n, frequency, blocks, threads);
}

int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads) {
    return count_bytes(LANES, data, n, frequency, blocks, threads);
}

int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    uint8_t *mapped = NULL, *seen = NULL;
    unsigned *sum = NULL;
    cudaError_t error = open_table(&sum, 256);
    error = error ? error : cudaHostAlloc((void **)&mapped, n + 1, cudaHostAllocMapped);
    error = error ? error : cudaHostGetDevicePointer((void **)&seen, mapped, 0);
    if (!error) {
        memcpy(mapped, data, n);
        shared_table<<<blocks, threads, 1024>>>(seen, n, sum, 256);
    }
    error = close_table(error, sum, frequency, 256);
    cudaFreeHost(mapped);
    return error;
}

int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads) {
    uint16_t *copy = NULL;
    unsigned *sum = NULL;
    cudaError_t error = open_table(&sum, m);
    error = error ? error : cudaMalloc((void **)&copy, n * sizeof *copy + 1);
    error = error ? error : cudaMemcpy(copy, data, n * sizeof *copy, cudaMemcpyHostToDevice);
    if (!error && m < 16384) {
        shared_table<<<blocks, threads, m * sizeof(unsigned)>>>(copy, n, sum, (int)m);
    } else if (!error) {
        global_table<<<blocks, threads>>>(copy, n, sum);
    }
    error = close_table(error, sum, frequency, m);
    cudaFree(copy);
    return error;
}
