/* The fused pass and the indices finish in the block that comes last, by a ticket. */
#include "minmax.h"

#include <cuda_runtime.h>
#include <math.h>

/* Shared memory of a block, its size given at the launch: <<<blocks, threads, bytes>>>. */
extern __shared__ double shared[];

/*
 * Each thread of the block has put a value of its own into s_min and s_max. Leaves the least of
 * s_min in s_min[0] and the greatest of s_max in s_max[0], for all threads to read.
 */
static __device__ void reduce_block(double *s_min, double *s_max) {
    const unsigned tid = threadIdx.x;
    __syncthreads(); /* nobody compares before all values are there */
    for (unsigned values = blockDim.x; values > 1;) {
        /* Rounded up: where the number of values is odd, the one in the middle waits. */
        const unsigned half = (values + 1) / 2;
        if (tid + half < values) {
            const double low = s_min[tid + half], high = s_max[tid + half];
            s_min[tid] = low < s_min[tid] ? low : s_min[tid];
            s_max[tid] = high > s_max[tid] ? high : s_max[tid];
        }
        __syncthreads(); /* outside the branch: all threads must come */
        values = half;
    }
}

/* First kernel: minimum and maximum of what the threads of each block take. */
__global__ void minmax_of_blocks(const double *data, size_t n, double *minima, double *maxima) {
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    double *s_min = shared, *s_max = shared + blockDim.x;

    double lowest = INFINITY, highest = -INFINITY;
    for (size_t s = tid; s < n; s += NB_THREAD) {
        const double value = data[s];
        lowest = value < lowest ? value : lowest;
        highest = value > highest ? value : highest;
    }

    /* Each thread sets its place, those without elements, too: no step needs to ask. */
    s_min[threadIdx.x] = lowest;
    s_max[threadIdx.x] = highest;
    reduce_block(s_min, s_max);
    if (threadIdx.x == 0) {
        minima[blockIdx.x] = s_min[0];
        maxima[blockIdx.x] = s_max[0];
    }
}

/* Second kernel, launched with one block: result[0] is the least of the minima, result[1] the
 * greatest of the maxima. */
__global__ void minmax_of_partial_results(const double *minima, const double *maxima, size_t count,
                                          double *result) {
    double *s_min = shared, *s_max = shared + blockDim.x;

    /* A loop, for there may be more partial results than threads. */
    double lowest = INFINITY, highest = -INFINITY;
    for (size_t s = threadIdx.x; s < count; s += blockDim.x) {
        const double low = minima[s], high = maxima[s];
        lowest = low < lowest ? low : lowest;
        highest = high > highest ? high : highest;
    }

    s_min[threadIdx.x] = lowest;
    s_max[threadIdx.x] = highest;
    reduce_block(s_min, s_max);
    if (threadIdx.x == 0) {
        result[0] = s_min[0];
        result[1] = s_max[0];
    }
}

/*
 * An atomic minimum for doubles: replace the value if nobody changed it in the meantime, else look
 * again. CAS compares bits and tells what it found. The first guess is the value before any thread
 * came; a wrong guess costs one more round.
 */
static __device__ void atomic_min_double(double *address, double value) {
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long guess = (unsigned long long)__double_as_longlong(INFINITY);
    while (value < __longlong_as_double((long long)guess)) {
        const unsigned long long found =
            atomicCAS(bits, guess, (unsigned long long)__double_as_longlong(value));
        if (found == guess) {
            return;
        }
        guess = found;
    }
}

static __device__ void atomic_max_double(double *address, double value) {
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long guess = (unsigned long long)__double_as_longlong(-INFINITY);
    while (value > __longlong_as_double((long long)guess)) {
        const unsigned long long found =
            atomicCAS(bits, guess, (unsigned long long)__double_as_longlong(value));
        if (found == guess) {
            return;
        }
        guess = found;
    }
}

/* Minimum and maximum with atomics only: result[0] is INFINITY and result[1] -INFINITY before the
 * launch. */
__global__ void minmax_by_atomics(const double *data, size_t n, double *result) {
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    double lowest = INFINITY, highest = -INFINITY;
    for (size_t s = tid; s < n; s += NB_THREAD) {
        const double value = data[s];
        lowest = value < lowest ? value : lowest;
        highest = value > highest ? value : highest;
    }
    atomic_min_double(&result[0], lowest);
    atomic_max_double(&result[1], highest);
}

/*
 * The block that comes last finishes: it sees what all others have written, since they wrote first,
 * then made that visible, and then drew a ticket.
 */
static __device__ bool is_last_block(unsigned *tickets) {
    __shared__ bool last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        last = atomicInc(tickets, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    __threadfence();
    return last;
}

__global__ void minmax_in_one_pass(const double *data, size_t n, double *minima, double *maxima,
                                   double *result, unsigned *tickets) {
    double *s_min = shared, *s_max = shared + blockDim.x;
    double lowest = INFINITY, highest = -INFINITY;
    for (size_t s = threadIdx.x + (size_t)blockIdx.x * blockDim.x; s < n;
         s += (size_t)blockDim.x * gridDim.x) {
        const double value = data[s];
        lowest = fmin(lowest, value);
        highest = fmax(highest, value);
    }
    s_min[threadIdx.x] = lowest;
    s_max[threadIdx.x] = highest;
    reduce_block(s_min, s_max);
    if (threadIdx.x == 0) {
        minima[blockIdx.x] = s_min[0];
        maxima[blockIdx.x] = s_max[0];
    }
    if (!is_last_block(tickets)) {
        return;
    }
    lowest = INFINITY, highest = -INFINITY;
    for (unsigned s = threadIdx.x; s < gridDim.x; s += blockDim.x) {
        lowest = fmin(lowest, minima[s]);
        highest = fmax(highest, maxima[s]);
    }
    s_min[threadIdx.x] = lowest;
    s_max[threadIdx.x] = highest;
    reduce_block(s_min, s_max);
    if (threadIdx.x == 0) {
        result[0] = s_min[0];
        result[1] = s_max[0];
    }
}

/* Minimum and maximum of some elements, and the first place of each. */
struct extremes {
    double lowest, highest;
    size_t lowest_at, highest_at;
};

/* Puts the extremes of other elements beside those of `mine`. Of equal ones, the first counts. */
static __device__ void join(struct extremes *mine, struct extremes other) {
    if (other.lowest < mine->lowest ||
        (other.lowest == mine->lowest && other.lowest_at < mine->lowest_at)) {
        mine->lowest = other.lowest;
        mine->lowest_at = other.lowest_at;
    }
    if (other.highest > mine->highest ||
        (other.highest == mine->highest && other.highest_at < mine->highest_at)) {
        mine->highest = other.highest;
        mine->highest_at = other.highest_at;
    }
}

/* As reduce_block, for extremes: the result is right in thread 0. An array for each member keeps
 * the lanes of a warp in banks of their own. */
static __device__ struct extremes join_block(struct extremes mine) {
    const unsigned tid = threadIdx.x;
    double *s_min = shared, *s_max = s_min + blockDim.x;
    size_t *s_min_at = (size_t *)(s_max + blockDim.x), *s_max_at = s_min_at + blockDim.x;
    for (unsigned values = blockDim.x; values > 1;) {
        const unsigned half = (values + 1) / 2;
        s_min[tid] = mine.lowest, s_min_at[tid] = mine.lowest_at;
        s_max[tid] = mine.highest, s_max_at[tid] = mine.highest_at;
        __syncthreads();
        if (tid + half < values) {
            const unsigned other = tid + half;
            join(&mine,
                 (struct extremes){s_min[other], s_max[other], s_min_at[other], s_max_at[other]});
        }
        __syncthreads(); /* all have read before anybody writes again */
        values = half;
    }
    return mine;
}

/* Indices in one kernel: the last block joins the blocks' extremes. */
__global__ void find_in_blocks(const double *data, size_t n, struct extremes *partial,
                               unsigned *tickets) {
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    struct extremes mine = {INFINITY, -INFINITY, n, n};
    for (size_t s = tid; s < n; s += NB_THREAD) {
        const double value = data[s];
        join(&mine, (struct extremes){value, value, s, s});
    }
    mine = join_block(mine);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = mine;
    }
    if (!is_last_block(tickets)) {
        return;
    }
    mine = {INFINITY, -INFINITY, n, n};
    for (size_t s = threadIdx.x; s < gridDim.x; s += blockDim.x) {
        join(&mine, partial[s]);
    }
    mine = join_block(mine);
    if (threadIdx.x == 0) {
        partial[0] = mine;
    }
}

/* A copy of n doubles in global memory. `*copy` is NULL where there was no memory. */
static cudaError_t copy_to_device(double **copy, const double *data, size_t n) {
    *copy = NULL;
    cudaError_t error = cudaMalloc((void **)copy, (n > 0 ? n : 1) * sizeof *data);
    return error == cudaSuccess ? cudaMemcpy(*copy, data, n * sizeof *data, cudaMemcpyHostToDevice)
                                : error;
}

/* Launches the first kernel. */
static cudaError_t launch_blocks(const double *data, size_t n, double *minima, double *maxima,
                                 unsigned blocks, unsigned threads) {
    minmax_of_blocks<<<blocks, threads, 2 * threads * sizeof(double)>>>(data, n, minima, maxima);
    return cudaGetLastError();
}

/* Launches the second kernel, and copies its two results back: this waits for it, too. */
static cudaError_t finish(const double *minima, const double *maxima, size_t count, double *result,
                          unsigned threads, double *minimum, double *maximum) {
    minmax_of_partial_results<<<1, threads, 2 * threads * sizeof(double)>>>(minima, maxima, count,
                                                                            result);
    cudaError_t error = cudaGetLastError();
    double both[2];
    if (error == cudaSuccess) {
        error = cudaMemcpy(both, result, sizeof both, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) {
        *minimum = both[0];
        *maximum = both[1];
    }
    return error;
}

int minmax_block(const double *data, size_t n, double *minima, double *maxima, unsigned blocks,
                 unsigned threads) {
    const size_t bytes = blocks * sizeof *minima;
    double *copy = NULL, *partial = NULL; /* minima first, then maxima */
    cudaError_t error = copy_to_device(&copy, data, n);
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&partial, 2 * bytes);
    }
    if (error == cudaSuccess) {
        error = launch_blocks(copy, n, partial, partial + blocks, blocks, threads);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(minima, partial, bytes, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(maxima, partial + blocks, bytes, cudaMemcpyDeviceToHost);
    }
    cudaFree(partial);
    cudaFree(copy);
    return error;
}

int minmax_final(const double *minima, const double *maxima, size_t count, double *minimum,
                 double *maximum, unsigned threads) {
    double *low = NULL, *high = NULL, *result = NULL;
    cudaError_t error = copy_to_device(&low, minima, count);
    if (error == cudaSuccess) {
        error = copy_to_device(&high, maxima, count);
    }
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&result, 2 * sizeof *result);
    }
    if (error == cudaSuccess) {
        error = finish(low, high, count, result, threads, minimum, maximum);
    }
    cudaFree(result);
    cudaFree(high);
    cudaFree(low);
    return error;
}

int minmax_two_kernels(const double *data, size_t n, double *minimum, double *maximum,
                       unsigned blocks, unsigned threads) {
    double *copy = NULL, *partial = NULL; /* minima, maxima, and at the end the two results */
    cudaError_t error = copy_to_device(&copy, data, n);
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&partial, (2 * (size_t)blocks + 2) * sizeof *partial);
    }
    if (error == cudaSuccess) {
        error = launch_blocks(copy, n, partial, partial + blocks, blocks, threads);
    }
    if (error == cudaSuccess) {
        /* No wait between the kernels: launches run one after the other. */
        error = finish(partial, partial + blocks, blocks, partial + 2 * (size_t)blocks, threads,
                       minimum, maximum);
    }
    cudaFree(partial);
    cudaFree(copy);
    return error;
}

int minmax_atomic(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                  unsigned threads) {
    double both[2] = {INFINITY, -INFINITY};
    double *copy = NULL, *result = NULL;
    cudaError_t error = copy_to_device(&copy, data, n);
    if (error == cudaSuccess) {
        error = copy_to_device(&result, both, 2);
    }
    if (error == cudaSuccess) {
        minmax_by_atomics<<<blocks, threads>>>(copy, n, result);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(both, result, sizeof both, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) {
        *minimum = both[0];
        *maximum = both[1];
    }
    cudaFree(result);
    cudaFree(copy);
    return error;
}

int minmax_fused(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                 unsigned threads) {
    double both[2], *copy = NULL, *partial = NULL; /* minima, maxima, two results, the tickets */
    cudaError_t error = copy_to_device(&copy, data, n);
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&partial, (2 * (size_t)blocks + 3) * sizeof *partial);
    }
    double *result = partial + 2 * (size_t)blocks;
    if (error == cudaSuccess) {
        error = cudaMemset(result + 2, 0, sizeof(unsigned));
    }
    if (error == cudaSuccess) {
        minmax_in_one_pass<<<blocks, threads, 2 * threads * sizeof(double)>>>(
            copy, n, partial, partial + blocks, result, (unsigned *)(result + 2));
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(both, result, sizeof both, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) {
        *minimum = both[0];
        *maximum = both[1];
    }
    cudaFree(partial);
    cudaFree(copy);
    return error;
}

int minmax_index(const double *data, size_t n, size_t *minimum_at, size_t *maximum_at,
                 unsigned blocks, unsigned threads) {
    const size_t shared_bytes = threads * sizeof(struct extremes);
    struct extremes all, *partial = NULL;
    double *copy = NULL;
    cudaError_t error = copy_to_device(&copy, data, n);
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&partial, (blocks + 1) * sizeof *partial);
    }
    if (error == cudaSuccess) {
        error = cudaMemset(partial + blocks, 0, sizeof(unsigned));
    }
    if (error == cudaSuccess) {
        find_in_blocks<<<blocks, threads, shared_bytes>>>(copy, n, partial,
                                                          (unsigned *)(partial + blocks));
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(&all, partial, sizeof all, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) {
        *minimum_at = all.lowest_at;
        *maximum_at = all.highest_at;
    }
    cudaFree(partial);
    cudaFree(copy);
    return error;
}

/* ---- warps first, then their leaders ---- */

static __device__ double lane_min(double a, double b) { return b < a ? b : a; }
static __device__ double lane_max(double a, double b) { return b > a ? b : a; }

static __device__ void leave_least(double *at, double value, bool least) {
    unsigned long long *bits = (unsigned long long *)at;
    unsigned long long seen = *(volatile unsigned long long *)bits;
    while (least ? value < __longlong_as_double((long long)seen) : value > __longlong_as_double((long long)seen)) {
        const unsigned long long found = atomicCAS(bits, seen, (unsigned long long)__double_as_longlong(value));
        if (found == seen) {
            return;
        }
        seen = found;
    }
}

__global__ void warps_first(const double *data, size_t n, double *ends) {
    __shared__ double low_of[32], high_of[32];
    double low = __longlong_as_double(0x7ff0000000000000ll), high = -low;
    for (size_t s = threadIdx.x + (size_t)blockIdx.x * blockDim.x; s < n; s += (size_t)blockDim.x * gridDim.x) {
        low = lane_min(low, data[s]);
        high = lane_max(high, data[s]);
    }
    const unsigned lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = (blockDim.x + 31) >> 5;
    for (int turn = 0; turn < 2; turn++) {
        const unsigned lanes = blockDim.x - warp * 32 < 32 ? blockDim.x - warp * 32 : 32;
        const unsigned mask = lanes == 32 ? ~0u : (1u << lanes) - 1;
        if (turn == 0 || warp == 0) {
            for (unsigned far = 16; far > 0; far >>= 1) {
                const double a = __shfl_down_sync(mask, low, far), b = __shfl_down_sync(mask, high, far);
                low = lane + far < lanes ? lane_min(low, a) : low;
                high = lane + far < lanes ? lane_max(high, b) : high;
            }
        }
        if (turn == 0) {
            if (lane == 0) {
                low_of[warp] = low;
                high_of[warp] = high;
            }
            __syncthreads();
            low = lane < warps ? low_of[lane] : __longlong_as_double(0x7ff0000000000000ll);
            high = lane < warps ? high_of[lane] : -__longlong_as_double(0x7ff0000000000000ll);
        }
    }
    if (threadIdx.x == 0) {
        leave_least(&ends[0], low, true);
        leave_least(&ends[1], high, false);
    }
}

int minmax_shuffles(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                    unsigned threads) {
    double both[2] = {INFINITY, -INFINITY}, *copy = nullptr;
    cudaError_t error = cudaMalloc((void **)&copy, (n + 2) * sizeof *copy);
    if (error == cudaSuccess) {
        error = cudaMemcpy(copy + n, both, sizeof both, cudaMemcpyHostToDevice);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(copy, data, n * sizeof *copy, cudaMemcpyHostToDevice);
    }
    if (error == cudaSuccess) {
        warps_first<<<blocks, threads>>>(copy, n, copy + n);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(both, copy + n, sizeof both, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) {
        *minimum = both[0];
        *maximum = both[1];
    }
    cudaFree(copy);
    return error;
}
