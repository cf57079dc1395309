/* Histogram with CUDA. What each function must do is written in histogram.h. */
#include "histogram.h"

#include <cuda_runtime.h>
#ifdef SOLUTION
#include <string.h>
#endif

/*
 * Counts the n bytes of `data` into `frequency` (256 counters in global memory, zero before the
 * launch): per block in shared memory, then all blocks together.
 */
__global__ void count_in_shared(const uint8_t *data, size_t n, uint32_t *frequency) {
#ifdef SOLUTION
    __shared__ uint32_t table[256];
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;

    /* A loop, for there may be fewer threads than bins. */
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        table[bin] = 0;
    }
    __syncthreads(); /* nobody counts before all counters are zero */

    for (size_t s = tid; s < n; s += NB_THREAD) {
        atomicAdd(&table[data[s]], 1);
    }
    __syncthreads(); /* nobody merges before all have counted */

    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        atomicAdd(&frequency[bin], table[bin]);
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)data, (void)n, (void)frequency;
#endif
}

/* Counts the n bytes of `data` into `frequency`, all threads of the grid in the one table. */
__global__ void count_in_global(const uint8_t *data, size_t n, uint32_t *frequency) {
#ifdef SOLUTION
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (size_t s = tid; s < n; s += NB_THREAD) {
        atomicAdd(&frequency[data[s]], 1);
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)data, (void)n, (void)frequency;
#endif
}
#ifdef SOLUTION

/*
 * 32 copies of the table, one for each lane, and interleaved: the counter of bin b for lane l is
 * word 32 b + l. Its bank is l, whatever b is: no two lanes of a warp ever meet in a bank. The
 * warps of the block share the copies, so the increments stay atomic.
 */
static __device__ void count_four(uint32_t *table, unsigned lane, uint32_t bytes) {
    atomicAdd(&table[(bytes & 255) * 32 + lane], 1);
    atomicAdd(&table[(bytes >> 8 & 255) * 32 + lane], 1);
    atomicAdd(&table[(bytes >> 16 & 255) * 32 + lane], 1);
    atomicAdd(&table[(bytes >> 24) * 32 + lane], 1);
}

static __device__ void count_sixteen(uint32_t *table, unsigned lane, uint4 bytes) {
    count_four(table, lane, bytes.x);
    count_four(table, lane, bytes.y);
    count_four(table, lane, bytes.z);
    count_four(table, lane, bytes.w);
}

/* What a block does. `data` must lie on a multiple of 16, as memory from cudaMalloc does. */
static __device__ void count_in_copies(uint32_t *table, const uint8_t *data, size_t n,
                                       uint32_t *frequency) {
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const unsigned lane = threadIdx.x % 32;

    for (unsigned word = threadIdx.x; word < 256 * 32; word += blockDim.x) {
        table[word] = 0;
    }
    __syncthreads();

    /* 16 bytes a load, and two loads on their way before the first is counted: on a real GPU the
     * walk is then as fast as the memory. */
    const uint4 *sixteens = reinterpret_cast<const uint4 *>(data);
    size_t s = tid;
    for (; s + NB_THREAD < n / 16; s += 2 * NB_THREAD) {
        const uint4 first = sixteens[s], second = sixteens[s + NB_THREAD];
        count_sixteen(table, lane, first);
        count_sixteen(table, lane, second);
    }
    if (s < n / 16) {
        count_sixteen(table, lane, sixteens[s]);
    }
    for (s = n / 16 * 16 + tid; s < n; s += NB_THREAD) {
        atomicAdd(&table[data[s] * 32u + lane], 1);
    }
    __syncthreads();

    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        uint32_t sum = 0;
#pragma unroll 4 /* all 32 steps at once would take too many registers */
        for (unsigned copy = 0; copy < 32; copy++) {
            /* Lane l begins with copy l: in every step the lanes read 32 different banks. */
            sum += table[bin * 32u + (copy + lane) % 32];
        }
        atomicAdd(&frequency[bin], sum);
    }
}

/* __launch_bounds__ has the compiler use so few registers that two blocks of 1,024 threads fit on a
 * multiprocessor. */
__global__ void __launch_bounds__(1024, 2)
    count_conflict_free(const uint8_t *data, size_t n, uint32_t *frequency) {
    __shared__ uint32_t table[256 * 32];
    count_in_copies(table, data, n, frequency);
}

/* As count_in_shared, for m bins: the table's size comes with the launch. */
__global__ void count_many_in_shared(const uint16_t *data, size_t n, uint32_t *frequency,
                                     unsigned m) {
    extern __shared__ uint32_t bins[];
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;

    for (unsigned bin = threadIdx.x; bin < m; bin += blockDim.x) {
        bins[bin] = 0;
    }
    __syncthreads();

    for (size_t s = tid; s < n; s += NB_THREAD) {
        atomicAdd(&bins[data[s]], 1);
    }
    __syncthreads();

    for (unsigned bin = threadIdx.x; bin < m; bin += blockDim.x) {
        atomicAdd(&frequency[bin], bins[bin]);
    }
}

/* As count_in_global, for values of 16 bits. */
__global__ void count_many_in_global(const uint16_t *data, size_t n, uint32_t *frequency) {
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (size_t s = tid; s < n; s += NB_THREAD) {
        atomicAdd(&frequency[data[s]], 1);
    }
}

/* A histogram in global memory, all zeros. `*table` is NULL where that failed. */
static cudaError_t make_table(uint32_t **table, size_t m) {
    *table = NULL;
    cudaError_t error = cudaMalloc((void **)table, m * sizeof **table);
    return error == cudaSuccess ? cudaMemset(*table, 0, m * sizeof **table) : error;
}

/* A copy of `bytes` bytes in global memory. `*copy` is NULL where that failed. */
static cudaError_t copy_to_device(void **copy, const void *data, size_t bytes) {
    *copy = NULL;
    cudaError_t error = cudaMalloc(copy, bytes > 0 ? bytes : 1);
    return error == cudaSuccess ? cudaMemcpy(*copy, data, bytes, cudaMemcpyHostToDevice) : error;
}

/* Copies the table to the host when there was no error, and gives it back in any case. */
static cudaError_t finish(cudaError_t error, uint32_t *table, uint32_t *frequency, size_t m) {
    if (error == cudaSuccess) {
        error = cudaMemcpy(frequency, table, m * sizeof *table, cudaMemcpyDeviceToHost);
    }
    cudaFree(table);
    return error;
}

typedef void byte_kernel(const uint8_t *data, size_t n, uint32_t *frequency);

/* Copies the data, launches the kernel, copies the histogram back. */
static cudaError_t count_bytes(byte_kernel *kernel, const uint8_t *data, size_t n,
                               uint32_t frequency[256], unsigned blocks, unsigned threads) {
    void *copy = NULL;
    uint32_t *table = NULL;
    cudaError_t error = copy_to_device(&copy, data, n);
    if (error == cudaSuccess) {
        error = make_table(&table, 256);
    }
    if (error == cudaSuccess) {
        kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table);
        error = cudaGetLastError();
    }
    error = finish(error, table, frequency, 256);
    cudaFree(copy);
    return error;
}
#endif

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
#ifdef SOLUTION
    return count_bytes(count_in_shared, data, n, frequency, blocks, threads);
#else
    /* 1. allocate, 2. copy the data, 3. zero the histogram, 4. launch, 5. copy back, 6. free */
    (void)data, (void)n, (void)frequency, (void)blocks, (void)threads;
    return 0;
#endif
}

int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
#ifdef SOLUTION
    uint8_t *mapped = NULL, *seen_by_device = NULL;
    uint32_t *table = NULL;
    cudaError_t error = cudaHostAlloc((void **)&mapped, n > 0 ? n : 1, cudaHostAllocMapped);
    if (error == cudaSuccess) {
        memcpy(mapped, data, n);
        error = cudaHostGetDevicePointer((void **)&seen_by_device, mapped, 0);
    }
    if (error == cudaSuccess) {
        error = make_table(&table, 256);
    }
    if (error == cudaSuccess) {
        count_in_shared<<<blocks, threads>>>(seen_by_device, n, table);
        error = cudaGetLastError();
    }
    error = finish(error, table, frequency, 256); /* waits for the kernel, too */
    cudaFreeHost(mapped);
    return error;
#else
    /* As above, but with mapped host memory in the place of the copy. */
    (void)data, (void)n, (void)frequency, (void)blocks, (void)threads;
    return 0;
#endif
}

int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
#ifdef SOLUTION
    return count_bytes(count_in_global, data, n, frequency, blocks, threads);
#else
    (void)data, (void)n, (void)frequency, (void)blocks, (void)threads;
    return 0;
#endif
}

int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads) {
#ifdef SOLUTION
    const size_t table_bytes = m * sizeof(uint32_t), most_shared_bytes = 48 * 1024;
    void *copy = NULL;
    uint32_t *table = NULL;
    cudaError_t error = copy_to_device(&copy, data, n * sizeof *data);
    if (error == cudaSuccess) {
        error = make_table(&table, m);
    }
    if (error == cudaSuccess) {
        const uint16_t *values = (const uint16_t *)copy;
        if (table_bytes <= most_shared_bytes) {
            count_many_in_shared<<<blocks, threads, table_bytes>>>(values, n, table, (unsigned)m);
        } else {
            count_many_in_global<<<blocks, threads>>>(values, n, table);
        }
        error = cudaGetLastError();
    }
    error = finish(error, table, frequency, m);
    cudaFree(copy);
    return error;
#else
    (void)data, (void)n, (void)frequency, (void)m, (void)blocks, (void)threads;
    return 0;
#endif
}

int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads) {
#ifdef SOLUTION
    return count_bytes(count_conflict_free, data, n, frequency, blocks, threads);
#else
    (void)data, (void)n, (void)frequency, (void)blocks, (void)threads;
    return 0;
#endif
}
