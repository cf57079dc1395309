/*
 * Trees with a store only where a value wins, tables of fixed size, atomicCAS after a plain look, and
 * the host choosing the best block's index.
 */
#include "minmax.h"

#include <cuda_runtime.h>
#include <math.h>
#include <stdlib.h>

enum { MOST_THREADS = 1024 };

/* The largest power of two below v, for v > 1: so many values are left after the first step. */
static __device__ unsigned half_of(unsigned v)
{
    unsigned half = 1;
    while (2 * half < v)
        half *= 2;
    return half;
}

#define TREE()                                                                                     \
    for (unsigned s = blockDim.x > 1 ? half_of(blockDim.x) : 0; s > 0; s /= 2) {                   \
        if (tid < s && tid + s < blockDim.x) {                                                     \
            if (s_max[tid + s] > s_max[tid])                                                       \
                s_max[tid] = s_max[tid + s];                                                       \
            if (s_min[tid + s] < s_min[tid])                                                       \
                s_min[tid] = s_min[tid + s];                                                       \
        }                                                                                          \
        __syncthreads();                                                                           \
    }

__global__ void blocks_kernel(double *max, double *min, const double *a, size_t n)
{
    __shared__ double s_max[MOST_THREADS], s_min[MOST_THREADS];
    unsigned tid = threadIdx.x;
    s_max[tid] = -INFINITY;
    s_min[tid] = INFINITY;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + tid; i < n; i += (size_t)gridDim.x * blockDim.x) {
        if (a[i] > s_max[tid])
            s_max[tid] = a[i];
        if (a[i] < s_min[tid])
            s_min[tid] = a[i];
    }
    __syncthreads();
    TREE()
    if (tid == 0) {
        max[blockIdx.x] = s_max[0];
        min[blockIdx.x] = s_min[0];
    }
}

/* The results replace the first partial ones: max[0], min[0]. */
__global__ void final_kernel(double *max, double *min, size_t count)
{
    __shared__ double s_max[MOST_THREADS], s_min[MOST_THREADS];
    unsigned tid = threadIdx.x;
    double hi = -INFINITY, lo = INFINITY;
    for (size_t i = tid; i < count; i += blockDim.x) {
        if (max[i] > hi)
            hi = max[i];
        if (min[i] < lo)
            lo = min[i];
    }
    s_max[tid] = hi;
    s_min[tid] = lo;
    __syncthreads();
    TREE()
    if (tid == 0) {
        max[0] = s_max[0];
        min[0] = s_min[0];
    }
}

static __device__ void atomic_min(double *address, double value)
{
    unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
    do {
        assumed = old;
        if (!(value < __longlong_as_double(assumed)))
            break;
        old = atomicCAS(bits, assumed, __double_as_longlong(value));
    } while (assumed != old);
}

static __device__ void atomic_max(double *address, double value)
{
    unsigned long long *bits = (unsigned long long *)address, old = *bits, assumed;
    do {
        assumed = old;
        if (!(value > __longlong_as_double(assumed)))
            break;
        old = atomicCAS(bits, assumed, __double_as_longlong(value));
    } while (assumed != old);
}

__global__ void atomic_kernel(const double *a, size_t n, double *max, double *min)
{
    double hi = -INFINITY, lo = INFINITY;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x) {
        double x = a[i];
        if (x > hi)
            hi = x;
        if (x < lo)
            lo = x;
    }
    atomic_max(max, hi);
    atomic_min(min, lo);
}

__global__ void fused_kernel(const double *a, size_t n, double *max, double *min)
{
    __shared__ double s_max[MOST_THREADS], s_min[MOST_THREADS];
    unsigned tid = threadIdx.x;
    double hi = -INFINITY, lo = INFINITY;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + tid; i < n; i += (size_t)gridDim.x * blockDim.x) {
        double x = a[i];
        if (x > hi)
            hi = x;
        if (x < lo)
            lo = x;
    }
    s_max[tid] = hi;
    s_min[tid] = lo;
    __syncthreads();
    TREE()
    if (tid == 0) {
        atomic_max(max, s_max[0]);
        atomic_min(min, s_min[0]);
    }
}

/* Of each block the extremes and their places, in eight bytes each: the host takes the best of the blocks. */
__global__ void places_kernel(const double *a, size_t n, double *max, double *min, size_t *max_at, size_t *min_at)
{
    __shared__ double s_max[MOST_THREADS], s_min[MOST_THREADS];
    __shared__ size_t s_max_at[MOST_THREADS], s_min_at[MOST_THREADS];
    unsigned tid = threadIdx.x;
    double hi = -INFINITY, lo = INFINITY;
    size_t hi_at = n, lo_at = n;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + tid; i < n; i += (size_t)gridDim.x * blockDim.x) {
        double x = a[i];
        if (hi_at == n || x > hi) {
            hi = x;
            hi_at = i;
        }
        if (lo_at == n || x < lo) {
            lo = x;
            lo_at = i;
        }
    }
    s_max[tid] = hi;
    s_min[tid] = lo;
    s_max_at[tid] = hi_at;
    s_min_at[tid] = lo_at;
    __syncthreads();
    for (unsigned s = blockDim.x > 1 ? half_of(blockDim.x) : 0; s > 0; s /= 2) {
        unsigned other = tid + s;
        if (tid < s && other < blockDim.x) {
            if (s_max[other] > s_max[tid] || (s_max[other] == s_max[tid] && s_max_at[other] < s_max_at[tid])) {
                s_max[tid] = s_max[other];
                s_max_at[tid] = s_max_at[other];
            }
            if (s_min[other] < s_min[tid] || (s_min[other] == s_min[tid] && s_min_at[other] < s_min_at[tid])) {
                s_min[tid] = s_min[other];
                s_min_at[tid] = s_min_at[other];
            }
        }
        __syncthreads();
    }
    if (tid == 0) {
        max[blockIdx.x] = s_max[0];
        min[blockIdx.x] = s_min[0];
        max_at[blockIdx.x] = s_max_at[0];
        min_at[blockIdx.x] = s_min_at[0];
    }
}

#define TRY(call)                                                                                  \
    if (error == cudaSuccess)                                                                      \
    error = (call)

int minmax_block(const double *data, size_t n, double *minima, double *maxima, unsigned blocks, unsigned threads)
{
    double *a = NULL, *max = NULL, *min = NULL;
    cudaError_t error = cudaSuccess;
    TRY(cudaMalloc(&a, n * sizeof(double) + 8));
    TRY(cudaMalloc(&max, blocks * sizeof(double)));
    TRY(cudaMalloc(&min, blocks * sizeof(double)));
    TRY(cudaMemcpy(a, data, n * sizeof(double), cudaMemcpyHostToDevice));
    if (error == cudaSuccess)
        blocks_kernel<<<blocks, threads>>>(max, min, a, n);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    TRY(cudaMemcpy(maxima, max, blocks * sizeof(double), cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy(minima, min, blocks * sizeof(double), cudaMemcpyDeviceToHost));
    cudaFree(a);
    cudaFree(max);
    cudaFree(min);
    return error;
}

int minmax_final(const double *minima, const double *maxima, size_t count, double *minimum, double *maximum,
                 unsigned threads)
{
    double *max = NULL, *min = NULL;
    cudaError_t error = cudaSuccess;
    TRY(cudaMalloc(&max, count * sizeof(double) + 8));
    TRY(cudaMalloc(&min, count * sizeof(double) + 8));
    TRY(cudaMemcpy(max, maxima, count * sizeof(double), cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(min, minima, count * sizeof(double), cudaMemcpyHostToDevice));
    if (error == cudaSuccess)
        final_kernel<<<1, threads>>>(max, min, count);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(maximum, max, sizeof(double), cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy(minimum, min, sizeof(double), cudaMemcpyDeviceToHost));
    cudaFree(max);
    cudaFree(min);
    return error;
}

int minmax_two_kernels(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                       unsigned threads)
{
    double *a = NULL, *max = NULL, *min = NULL;
    cudaError_t error = cudaSuccess;
    TRY(cudaMalloc(&a, n * sizeof(double) + 8));
    TRY(cudaMalloc(&max, blocks * sizeof(double)));
    TRY(cudaMalloc(&min, blocks * sizeof(double)));
    TRY(cudaMemcpy(a, data, n * sizeof(double), cudaMemcpyHostToDevice));
    if (error == cudaSuccess)
        blocks_kernel<<<blocks, threads>>>(max, min, a, n);
    TRY(cudaGetLastError());
    if (error == cudaSuccess)
        final_kernel<<<1, threads>>>(max, min, blocks);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(maximum, max, sizeof(double), cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy(minimum, min, sizeof(double), cudaMemcpyDeviceToHost));
    cudaFree(a);
    cudaFree(max);
    cudaFree(min);
    return error;
}

typedef void kernel(const double *a, size_t n, double *max, double *min);

static cudaError_t run(kernel *which, const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                       unsigned threads)
{
    const double neutral[2] = {-INFINITY, INFINITY};
    double *a = NULL, *both = NULL;
    cudaError_t error = cudaSuccess;
    TRY(cudaMalloc(&a, n * sizeof(double) + 8));
    TRY(cudaMalloc(&both, sizeof neutral));
    TRY(cudaMemcpy(a, data, n * sizeof(double), cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(both, neutral, sizeof neutral, cudaMemcpyHostToDevice));
    if (error == cudaSuccess)
        which<<<blocks, threads>>>(a, n, both, both + 1);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(maximum, both, sizeof(double), cudaMemcpyDeviceToHost));
    TRY(cudaMemcpy(minimum, both + 1, sizeof(double), cudaMemcpyDeviceToHost));
    cudaFree(a);
    cudaFree(both);
    return error;
}

int minmax_atomic(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks, unsigned threads)
{
    return run(atomic_kernel, data, n, minimum, maximum, blocks, threads);
}

int minmax_fused(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks, unsigned threads)
{
    return run(fused_kernel, data, n, minimum, maximum, blocks, threads);
}

int minmax_index(const double *data, size_t n, size_t *minimum_at, size_t *maximum_at, unsigned blocks, unsigned threads)
{
    double *a = NULL;
    char *device = NULL, *host = (char *)malloc(32 * (size_t)blocks);
    cudaError_t error = host != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
    TRY(cudaMalloc(&a, n * sizeof(double) + 8));
    TRY(cudaMalloc(&device, 32 * (size_t)blocks));
    TRY(cudaMemcpy(a, data, n * sizeof(double), cudaMemcpyHostToDevice));
    if (error == cudaSuccess)
        places_kernel<<<blocks, threads>>>(a, n, (double *)device, (double *)device + blocks,
                                           (size_t *)device + 2 * blocks, (size_t *)device + 3 * blocks);
    TRY(cudaGetLastError());
    TRY(cudaMemcpy(host, device, 32 * (size_t)blocks, cudaMemcpyDeviceToHost));
    if (error == cudaSuccess) {
        const double *max = (const double *)host, *min = max + blocks;
        const size_t *max_at = (const size_t *)host + 2 * blocks, *min_at = max_at + blocks;
        unsigned high = 0, low = 0;
        for (unsigned b = 1; b < blocks; b++) {
            if (max[b] > max[high] || (max[b] == max[high] && max_at[b] < max_at[high]))
                high = b;
            if (min[b] < min[low] || (min[b] == min[low] && min_at[b] < min_at[low]))
                low = b;
        }
        *maximum_at = max_at[high];
        *minimum_at = min_at[low];
    }
    cudaFree(a);
    cudaFree(device);
    free(host);
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
