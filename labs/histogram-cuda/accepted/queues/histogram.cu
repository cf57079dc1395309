/* Histogram with CUDA: warps and blocks take pieces of the data from queues, in global and in
 * shared memory. */
#include "histogram.h"

#include <cuda_runtime.h>

#include <functional>
#include <vector>

/* What a launch gets: the data, a histogram of zeros, and a queue's counter, 0. */
typedef std::function<void(const void *data, uint32_t *frequency, unsigned *next)> launch;

static cudaError_t count(const void *data, size_t bytes, size_t m, uint32_t *frequency,
                         const launch &start) {
    void *copy = nullptr;
    uint32_t *table = nullptr;
    unsigned *next = nullptr;
    std::vector<uint32_t> result(m);
    cudaError_t error = cudaMalloc(&copy, bytes + 1);
    error = error ? error : cudaMalloc(&table, m * sizeof *table);
    error = error ? error : cudaMalloc(&next, sizeof *next);
    error = error ? error : cudaMemcpy(copy, data, bytes, cudaMemcpyHostToDevice);
    error = error ? error : cudaMemset(table, 0, m * sizeof *table);
    error = error ? error : cudaMemset(next, 0, sizeof *next);
    if (!error) {
        start(copy, table, next);
        error = cudaGetLastError();
    }
    error =
        error ? error : cudaMemcpy(result.data(), table, m * sizeof *table, cudaMemcpyDeviceToHost);
    for (size_t bin = 0; bin < m && !error; bin++) {
        frequency[bin] = result[bin];
    }
    cudaFree(next);
    cudaFree(table);
    cudaFree(copy);
    return error;
}

/* The lanes of this warp that exist; the last one of a block may have fewer. */
static __device__ unsigned lanes() {
    const unsigned left = blockDim.x - threadIdx.x / 32 * 32;
    return left < 32 ? left : 32;
}

/* The next number of a queue, the same for the whole warp. */
static __device__ unsigned take(unsigned *next) {
    const unsigned mask = lanes() == 32 ? ~0u : (1u << lanes()) - 1;
    unsigned piece = 0;
    if (threadIdx.x % 32 == 0) {
        piece = atomicAdd(next, 1);
    }
    return __shfl_sync(mask, piece, 0);
}

template <class T>
__device__ void count_piece(const T *data, size_t from, size_t to, uint32_t *table) {
    for (size_t i = from + threadIdx.x % 32; i < to; i += lanes()) {
        atomicAdd(&table[data[i]], 1);
    }
}

/* Warps of all blocks take pieces from one queue. */
template <class T>
__global__ void count_from_queue(const T *data, size_t n, uint32_t *frequency, unsigned m,
                                 unsigned *next, bool in_shared) {
    enum { PIECE = 256 };
    extern __shared__ uint32_t bins[];
    uint32_t *table = in_shared ? bins : frequency;
    for (unsigned bin = threadIdx.x; in_shared && bin < m; bin += blockDim.x) {
        bins[bin] = 0;
    }
    __syncthreads();
    for (size_t from = take(next) * (size_t)PIECE; from < n; from = take(next) * (size_t)PIECE) {
        count_piece(data, from, from + PIECE < n ? from + PIECE : n, table);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; in_shared && bin < m; bin += blockDim.x) {
        atomicAdd(&frequency[bin], bins[bin]);
    }
}

/* Each block has a part of the data, of which its warps take pieces. */
__global__ void count_part(const uint8_t *data, size_t n, uint32_t *frequency) {
    enum { PIECE = 128 };
    __shared__ uint32_t table[256];
    __shared__ unsigned next;
    const size_t part = ((n + gridDim.x - 1) / gridDim.x + 31) / 32 * 32;
    const size_t begin = part * blockIdx.x, end = begin + part < n ? begin + part : n;
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        table[bin] = 0;
    }
    if (threadIdx.x == 0) {
        next = 0;
    }
    __syncthreads();
    for (size_t from = begin + take(&next) * (size_t)PIECE; from < end;
         from = begin + take(&next) * (size_t)PIECE) {
        count_piece(data, from, from + PIECE < end ? from + PIECE : end, table);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        atomicAdd(&frequency[bin], table[bin]);
    }
}

/* The block takes pieces, and each lane counts in a table of its own. */
__global__ void count_pieces_of_blocks(const uint8_t *data, size_t n, uint32_t *frequency,
                                       unsigned *next) {
    enum { ROUNDS = 4 };
    __shared__ uint32_t table[256][32];
    __shared__ unsigned piece;
    for (unsigned word = threadIdx.x; word < 256 * 32; word += blockDim.x) {
        table[word / 32][word % 32] = 0;
    }
    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0) {
            piece = atomicAdd(next, 1);
        }
        __syncthreads();
        const size_t from = (size_t)piece * blockDim.x * ROUNDS;
        if (from >= n) {
            break;
        }
        for (int round = 0; round < ROUNDS; round++) {
            const size_t i = from + round * blockDim.x + threadIdx.x;
            if (i < n) {
                atomicAdd(&table[data[i]][threadIdx.x % 32], 1);
            }
        }
    }
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        uint32_t sum = 0;
        for (unsigned copy = 0; copy < 32; copy++) {
            sum += table[bin][(copy + bin) % 32];
        }
        atomicAdd(&frequency[bin], sum);
    }
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    return count(data, n, 256, frequency, [=](const void *copy, uint32_t *table, unsigned *next) {
        count_from_queue<<<blocks, threads, 1024>>>((const uint8_t *)copy, n, table, 256, next,
                                                    true);
    });
}

int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    uint8_t *mapped = nullptr;
    cudaError_t error = cudaMallocHost(&mapped, n + 1);
    for (size_t i = 0; i < n && !error; i++) {
        mapped[i] = data[i];
    }
    error = error
                ? error
                : count(nullptr, 0, 256, frequency, [=](const void *, uint32_t *table, unsigned *) {
                      count_part<<<blocks, threads>>>(mapped, n, table);
                  });
    cudaFreeHost(mapped);
    return error;
}

__global__ void count_in_global(const uint8_t *data, size_t n, uint32_t *frequency) {
    const size_t step = (size_t)blockDim.x * gridDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += step) {
        atomicAdd(&frequency[data[i]], 1);
    }
}

int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    return count(data, n, 256, frequency, [=](const void *copy, uint32_t *table, unsigned *) {
        count_in_global<<<blocks, threads>>>((const uint8_t *)copy, n, table);
    });
}

int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads) {
    const bool fits = m * sizeof *frequency <= 48 * 1024;
    return count(data, n * sizeof *data, m, frequency,
                 [=](const void *copy, uint32_t *table, unsigned *next) {
                     count_from_queue<<<blocks, threads, fits ? m * sizeof *table : 0>>>(
                         (const uint16_t *)copy, n, table, (unsigned)m, next, fits);
                 });
}

int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads) {
    return count(data, n, 256, frequency, [=](const void *copy, uint32_t *table, unsigned *next) {
        count_pieces_of_blocks<<<blocks, threads>>>((const uint8_t *)copy, n, table, next);
    });
}
