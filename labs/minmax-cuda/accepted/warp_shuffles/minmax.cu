/* Inside a warp, lanes hand values to each other; shared memory holds one value for each warp. */
#include "minmax.h"

#include <cuda_runtime.h>
#include <cfloat>
#include <cmath>
#include <cstring>

struct Pair {
    double lo, hi;
};
struct Place {
    double lo, hi;
    size_t lo_at, hi_at;
};

__device__ Pair better(Pair a, Pair b)
{
    return Pair{fmin(a.lo, b.lo), fmax(a.hi, b.hi)};
}
__device__ Place better(Place a, Place b)
{
    if (b.lo < a.lo || (b.lo == a.lo && b.lo_at < a.lo_at)) {
        a.lo = b.lo;
        a.lo_at = b.lo_at;
    }
    if (b.hi > a.hi || (b.hi == a.hi && b.hi_at < a.hi_at)) {
        a.hi = b.hi;
        a.hi_at = b.hi_at;
    }
    return a;
}
__device__ Pair from_lane(Pair p, unsigned mask, int offset)
{
    return Pair{__shfl_down_sync(mask, p.lo, offset), __shfl_down_sync(mask, p.hi, offset)};
}
__device__ Place from_lane(Place p, unsigned mask, int offset)
{
    return Place{__shfl_down_sync(mask, p.lo, offset), __shfl_down_sync(mask, p.hi, offset),
                 (size_t)__shfl_down_sync(mask, (unsigned long long)p.lo_at, offset),
                 (size_t)__shfl_down_sync(mask, (unsigned long long)p.hi_at, offset)};
}

/* The last warp of a block may have fewer than 32 lanes. */
template <typename T> __device__ T warp_best(T mine)
{
    const unsigned lane = threadIdx.x % 32, first = threadIdx.x - lane;
    const unsigned lanes = min(32u, blockDim.x - first);
    const unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;
    for (unsigned offset = 16; offset > 0; offset /= 2) {
        const T other = from_lane(mine, mask, offset);
        if (lane + offset < lanes)
            mine = better(mine, other);
    }
    return mine;
}

/* Right in thread 0. */
template <typename T> __device__ T block_best(T mine)
{
    __shared__ T of_warp[32];
    mine = warp_best(mine);
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0)
        for (unsigned w = 1; w < (blockDim.x + 31) / 32; w++)
            mine = better(mine, of_warp[w]);
    return mine;
}

__device__ Pair walk(const double *data, size_t n)
{
    const size_t step = (size_t)blockDim.x * gridDim.x;
    Pair mine{INFINITY, -INFINITY};
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        mine = better(mine, Pair{data[i], data[i]});
    return mine;
}

__global__ void blocks_kernel(const double *data, size_t n, double *minima, double *maxima)
{
    const Pair best = block_best(walk(data, n));
    if (threadIdx.x == 0) {
        minima[blockIdx.x] = best.lo;
        maxima[blockIdx.x] = best.hi;
    }
}

__global__ void final_kernel(const double *minima, const double *maxima, size_t count, Pair *result)
{
    Pair mine{INFINITY, -INFINITY};
    for (size_t i = threadIdx.x; i < count; i += blockDim.x)
        mine = better(mine, Pair{minima[i], maxima[i]});
    mine = block_best(mine);
    if (threadIdx.x == 0)
        *result = mine;
}

__device__ unsigned long long order(double x)
{
    const long long bits = __double_as_longlong(x);
    return bits < 0 ? ~bits : bits ^ LLONG_MIN;
}

static double unorder(unsigned long long key)
{
    const unsigned long long bits = key >> 63 ? key & LLONG_MAX : ~key;
    double x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

/* Every warp agrees by shuffles: no shared memory. keys: of the minimum, and of the maximum. */
__global__ void atomic_kernel(const double *data, size_t n, unsigned long long *keys)
{
    const Pair best = warp_best(walk(data, n));
    if (threadIdx.x % 32 == 0) {
        atomicMin(&keys[0], order(best.lo));
        atomicMax(&keys[1], order(best.hi));
    }
}

__global__ void fused_kernel(const double *data, size_t n, unsigned long long *keys)
{
    const Pair best = block_best(walk(data, n));
    if (threadIdx.x == 0) {
        atomicMin(&keys[0], order(best.lo));
        atomicMax(&keys[1], order(best.hi));
    }
}

__global__ void places_kernel(const double *data, size_t n, Place *of_block)
{
    const size_t step = (size_t)blockDim.x * gridDim.x;
    Place mine{INFINITY, -INFINITY, n, n};
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
        mine = better(mine, Place{data[i], data[i], i, i});
    mine = block_best(mine);
    if (threadIdx.x == 0)
        of_block[blockIdx.x] = mine;
}

__global__ void final_places(const Place *of_block, unsigned count, size_t n, Place *result)
{
    Place mine{INFINITY, -INFINITY, n, n};
    for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
        mine = better(mine, of_block[i]);
    mine = block_best(mine);
    if (threadIdx.x == 0)
        *result = mine;
}

/* Device memory for a while, with the first error remembered. */
struct Device {
    cudaError_t error = cudaSuccess;
    void *memory[4] = {};
    int used = 0;

    template <typename T> T *get(size_t count)
    {
        if (error == cudaSuccess)
            error = cudaMalloc(&memory[used], (count + 1) * sizeof(T));
        return (T *)memory[used++];
    }
    template <typename T> T *put(const T *from, size_t count)
    {
        T *to = get<T>(count);
        if (error == cudaSuccess)
            error = cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyHostToDevice);
        return to;
    }
    template <typename T> void back(T *to, const T *from, size_t count)
    {
        if (error == cudaSuccess)
            error = cudaMemcpy(to, from, count * sizeof(T), cudaMemcpyDeviceToHost);
    }
    void launched()
    {
        error = cudaGetLastError();
    }
    ~Device()
    {
        for (void *each : memory)
            cudaFree(each);
    }
};

int minmax_block(const double *data, size_t n, double *minima, double *maxima, unsigned blocks, unsigned threads)
{
    Device gpu;
    const double *a = gpu.put(data, n);
    double *lo = gpu.get<double>(blocks), *hi = gpu.get<double>(blocks);
    if (gpu.error == cudaSuccess) {
        blocks_kernel<<<blocks, threads>>>(a, n, lo, hi);
        gpu.launched();
    }
    gpu.back(minima, lo, blocks);
    gpu.back(maxima, hi, blocks);
    return gpu.error;
}

int minmax_final(const double *minima, const double *maxima, size_t count, double *minimum, double *maximum,
                 unsigned threads)
{
    Device gpu;
    const double *lo = gpu.put(minima, count), *hi = gpu.put(maxima, count);
    Pair *result = gpu.get<Pair>(1), both;
    if (gpu.error == cudaSuccess) {
        final_kernel<<<1, threads>>>(lo, hi, count, result);
        gpu.launched();
    }
    gpu.back(&both, result, 1);
    if (gpu.error == cudaSuccess) {
        *minimum = both.lo;
        *maximum = both.hi;
    }
    return gpu.error;
}

int minmax_two_kernels(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                       unsigned threads)
{
    Device gpu;
    const double *a = gpu.put(data, n);
    double *lo = gpu.get<double>(blocks), *hi = gpu.get<double>(blocks);
    Pair *result = gpu.get<Pair>(1), both;
    if (gpu.error == cudaSuccess) {
        blocks_kernel<<<blocks, threads>>>(a, n, lo, hi);
        gpu.launched();
    }
    if (gpu.error == cudaSuccess) {
        final_kernel<<<1, threads>>>(lo, hi, blocks, result);
        gpu.launched();
    }
    gpu.back(&both, result, 1);
    if (gpu.error == cudaSuccess) {
        *minimum = both.lo;
        *maximum = both.hi;
    }
    return gpu.error;
}

template <typename Kernel>
static int with_keys(Kernel *kernel, const double *data, size_t n, double *minimum, double *maximum, unsigned blocks,
                     unsigned threads)
{
    Device gpu;
    const unsigned long long start[2] = {ULLONG_MAX, 0};
    const double *a = gpu.put(data, n);
    unsigned long long *keys = gpu.put(start, 2), both[2];
    if (gpu.error == cudaSuccess) {
        kernel<<<blocks, threads>>>(a, n, keys);
        gpu.launched();
    }
    gpu.back(both, keys, 2);
    if (gpu.error == cudaSuccess) {
        *minimum = unorder(both[0]);
        *maximum = unorder(both[1]);
    }
    return gpu.error;
}

int minmax_atomic(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks, unsigned threads)
{
    return with_keys(atomic_kernel, data, n, minimum, maximum, blocks, threads);
}

int minmax_fused(const double *data, size_t n, double *minimum, double *maximum, unsigned blocks, unsigned threads)
{
    return with_keys(fused_kernel, data, n, minimum, maximum, blocks, threads);
}

int minmax_index(const double *data, size_t n, size_t *minimum_at, size_t *maximum_at, unsigned blocks, unsigned threads)
{
    Device gpu;
    const double *a = gpu.put(data, n);
    Place *of_block = gpu.get<Place>(blocks), *result = gpu.get<Place>(1), best;
    if (gpu.error == cudaSuccess) {
        places_kernel<<<blocks, threads>>>(a, n, of_block);
        gpu.launched();
    }
    if (gpu.error == cudaSuccess) {
        final_places<<<1, threads>>>(of_block, blocks, n, result);
        gpu.launched();
    }
    gpu.back(&best, result, 1);
    if (gpu.error == cudaSuccess) {
        *minimum_at = best.lo_at;
        *maximum_at = best.hi_at;
    }
    return gpu.error;
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
