/* Minimum and maximum with CUDA. What each function must do is written in minmax.h. */
#include "minmax.h"

#include <cuda_runtime.h>
#include <math.h>
#include <string.h>

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
 * Integers in the order of the doubles. The bits of positive doubles rise with the value, those of
 * negative ones fall: turn all bits of the negative ones around, and put the positive ones above.
 */
static __device__ unsigned long long key_of(double value) {
    const unsigned long long bits = (unsigned long long)__double_as_longlong(value);
    const unsigned long long sign = 1ull << 63;
    return (bits & sign) != 0 ? ~bits : bits | sign;
}

static double value_of(unsigned long long key) {
    const unsigned long long sign = 1ull << 63;
    const unsigned long long bits = (key & sign) != 0 ? key ^ sign : ~key;
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Lowest and highest so far, and one more pair of elements. */
static __device__ void take(double2 pair, double *lowest, double *highest) {
    const double low = pair.x < pair.y ? pair.x : pair.y;
    const double high = pair.x < pair.y ? pair.y : pair.x;
    *lowest = low < *lowest ? low : *lowest;
    *highest = high > *highest ? high : *highest;
}

/*
 * The fused pass. Before the launch keys[0] has all bits set, keys[1] none; afterwards they are the
 * keys of minimum and maximum. A load brings two elements, and four loads are on their way before
 * the first is used: that many bytes must be in flight to keep the memory of a large GPU busy.
 * Where another launch follows, this one sets its keys, next[0] and next[1]: nothing else has to
 * run between the two. NULL: no launch follows.
 */
__global__ void minmax_in_one_pass(const double *data, size_t n, unsigned long long *keys,
                                   unsigned long long *next) {
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    double *s_min = shared, *s_max = shared + blockDim.x;
    const double2 *pairs = (const double2 *)data;
    const size_t pair_count = n / 2;
    if (next != NULL && tid == 0) {
        next[0] = ~0ull;
        next[1] = 0;
    }

    double lowest = INFINITY, highest = -INFINITY;
    size_t s = tid;
    for (; s + 3 * NB_THREAD < pair_count; s += 4 * NB_THREAD) {
        const double2 a = pairs[s], b = pairs[s + NB_THREAD];
        const double2 c = pairs[s + 2 * NB_THREAD], d = pairs[s + 3 * NB_THREAD];
        take(a, &lowest, &highest);
        take(b, &lowest, &highest);
        take(c, &lowest, &highest);
        take(d, &lowest, &highest);
    }
    for (; s < pair_count; s += NB_THREAD) {
        take(pairs[s], &lowest, &highest);
    }
    if (n % 2 == 1 && tid == 0) {
        take(make_double2(data[n - 1], data[n - 1]), &lowest, &highest);
    }

    s_min[threadIdx.x] = lowest;
    s_max[threadIdx.x] = highest;
    reduce_block(s_min, s_max);
    if (threadIdx.x == 0) {
        atomicMin(&keys[0], key_of(s_min[0]));
        atomicMax(&keys[1], key_of(s_max[0]));
    }
}

enum { WARP = 32 };

/*
 * Minimum and maximum of the warp's first `lanes` lanes, right in lane 0. All of these lanes must
 * come, and no others: the mask names them. A lane beyond has no value to give.
 */
static __device__ void reduce_warp(double *lowest, double *highest, unsigned lanes) {
    const unsigned lane = threadIdx.x % WARP;
    const unsigned mask = lanes == WARP ? 0xffffffffu : (1u << lanes) - 1;
    for (unsigned distance = WARP / 2; distance > 0; distance /= 2) {
        const double low = __shfl_down_sync(mask, *lowest, distance);
        const double high = __shfl_down_sync(mask, *highest, distance);
        if (lane + distance < lanes) {
            *lowest = low < *lowest ? low : *lowest;
            *highest = high > *highest ? high : *highest;
        }
    }
}

/* As the fused pass, with shuffles inside a warp and one place of shared memory for each warp. */
__global__ void minmax_by_shuffles(const double *data, size_t n, unsigned long long *keys) {
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const unsigned lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const unsigned warps = (blockDim.x + WARP - 1) / WARP, left = blockDim.x - warp * WARP;
    double *s_min = shared, *s_max = shared + WARP;

    double lowest = INFINITY, highest = -INFINITY;
    for (size_t s = tid; s < n; s += NB_THREAD) {
        const double value = data[s];
        lowest = value < lowest ? value : lowest;
        highest = value > highest ? value : highest;
    }
    reduce_warp(&lowest, &highest, left < WARP ? left : WARP);
    if (lane == 0) {
        s_min[warp] = lowest;
        s_max[warp] = highest;
    }
    __syncthreads(); /* the first warp waits for what all have found */

    if (warp == 0) {
        /* A lane without a warp brings the neutral elements. */
        lowest = lane < warps ? s_min[lane] : INFINITY;
        highest = lane < warps ? s_max[lane] : -INFINITY;
        reduce_warp(&lowest, &highest, left < WARP ? left : WARP);
        if (lane == 0) {
            atomicMin(&keys[0], key_of(lowest));
            atomicMax(&keys[1], key_of(highest));
        }
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

/* First kernel for indices: the extremes of each block's elements. */
__global__ void find_in_blocks(const double *data, size_t n, struct extremes *partial) {
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
}

/* Second kernel for indices, one block: the extremes of all in partial[0]. */
__global__ void find_in_partial_results(struct extremes *partial, size_t count, size_t n) {
    struct extremes mine = {INFINITY, -INFINITY, n, n};
    for (size_t s = threadIdx.x; s < count; s += blockDim.x) {
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
    unsigned long long both[2] = {~0ull, 0}, *keys = NULL; /* above all keys, below all keys */
    double *copy = NULL;
    cudaError_t error = copy_to_device(&copy, data, n);
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&keys, sizeof both);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(keys, both, sizeof both, cudaMemcpyHostToDevice);
    }
    if (error == cudaSuccess) {
        minmax_in_one_pass<<<blocks, threads, 2 * threads * sizeof(double)>>>(copy, n, keys, NULL);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(both, keys, sizeof both, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) {
        *minimum = value_of(both[0]);
        *maximum = value_of(both[1]);
    }
    cudaFree(keys);
    cudaFree(copy);
    return error;
}

int minmax_shuffles(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                    unsigned threads) {
    unsigned long long ends[2] = {~0ull, 0}, *keys = NULL; /* as for the fused pass */
    double *copy = NULL;
    cudaError_t error = copy_to_device(&copy, data, n);
    if (error == cudaSuccess) {
        error = cudaMalloc((void **)&keys, sizeof ends);
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(keys, ends, sizeof ends, cudaMemcpyHostToDevice);
    }
    if (error == cudaSuccess) {
        minmax_by_shuffles<<<blocks, threads, 2 * WARP * sizeof(double)>>>(copy, n, keys);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        error = cudaMemcpy(ends, keys, sizeof ends, cudaMemcpyDeviceToHost);
    }
    if (error == cudaSuccess) {
        *minimum = value_of(ends[0]);
        *maximum = value_of(ends[1]);
    }
    cudaFree(keys);
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
        error = cudaMalloc((void **)&partial, blocks * sizeof *partial);
    }
    if (error == cudaSuccess) {
        find_in_blocks<<<blocks, threads, shared_bytes>>>(copy, n, partial);
        error = cudaGetLastError();
    }
    if (error == cudaSuccess) {
        find_in_partial_results<<<1, threads, shared_bytes>>>(partial, blocks, n);
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
