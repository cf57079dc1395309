/* Cooperative groups, managed memory, four bytes a load, a mapped result, memory from a stream's
 * pool, one lane that adds for all lanes with the same value, a merge by shuffles. */
#include "histogram.h"
#include <cuda_runtime.h>
#include <cooperative_groups.h>
#include <cstring>
namespace cg = cooperative_groups;
__global__ void k_cg(const uint8_t *data, size_t n, unsigned *f) {
    __shared__ unsigned table[256];
    cg::thread_block block = cg::this_thread_block();
    for (unsigned i = block.thread_rank(); i < 256; i += block.size())
        table[i] = 0;
    block.sync();
    auto grid = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += grid)
        atomicAdd_block(&table[data[i]], 1u);
    cg::sync(block);
    for (unsigned i = block.thread_rank(); i < 256; i += block.size())
        atomicAdd(&f[i], table[i]);
}
int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    uint8_t *d = nullptr;
    unsigned *f = nullptr;
    cudaError_t e = cudaMallocManaged(&f, 1024);
    if (!e)
        e = cudaMallocManaged(&d, n + 4);
    if (!e) {
        memcpy(d, data, n);
        memset(f, 0, 1024);
        k_cg<<<blocks, threads>>>(d, n, f);
        e = cudaGetLastError();
    }
    if (!e)
        e = cudaDeviceSynchronize();
    if (!e)
        for (int i = 0; i < 256; ++i)
            frequency[i] = f[i];
    cudaFree(d);
    cudaFree(f);
    return e;
}
__global__ void k_vec(const uchar4 *data4, const uint8_t *data, size_t n, unsigned *f) {
    __shared__ unsigned table[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        table[i] = 0;
    __syncthreads();
    size_t tid = (size_t)blockIdx.x * blockDim.x + threadIdx.x, T = (size_t)gridDim.x * blockDim.x;
    for (size_t i = tid; i < n / 4; i += T) {
        uchar4 v = data4[i];
        atomicAdd(table + v.x, 1u);
        atomicAdd(table + v.y, 1u);
        atomicAdd(table + v.z, 1u);
        atomicAdd(table + v.w, 1u);
    }
    for (size_t i = n / 4 * 4 + tid; i < n; i += T)
        atomicAdd(table + data[i], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        atomicAdd(f + i, table[i]);
}
int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    // everything mapped: also the histogram
    uint8_t *h = nullptr;
    unsigned *hf = nullptr;
    void *d, *df;
    cudaError_t e;
    if ((e = cudaHostAlloc((void **)&h, n + 4, cudaHostAllocMapped)) != cudaSuccess)
        return e;
    if ((e = cudaHostAlloc((void **)&hf, 1024, cudaHostAllocMapped)) != cudaSuccess) {
        cudaFreeHost(h);
        return e;
    }
    memcpy(h, data, n);
    memset(hf, 0, 1024);
    cudaHostGetDevicePointer(&d, h, 0);
    cudaHostGetDevicePointer(&df, hf, 0);
    k_vec<<<blocks, threads>>>((const uchar4 *)d, (const uint8_t *)d, n, (unsigned *)df);
    e = cudaGetLastError();
    cudaError_t s = cudaDeviceSynchronize();
    if (e == cudaSuccess)
        e = s;
    if (e == cudaSuccess)
        memcpy(frequency, hf, 1024);
    cudaFreeHost(h);
    cudaFreeHost(hf);
    return e;
}
__global__ void k_red(const uint8_t *data, size_t n, unsigned *f) {
    size_t T = (size_t)gridDim.x * blockDim.x;
#pragma unroll 4
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += T) {
        int v = data[i];
        (void)atomicAdd((int *)f + v, 1);
    }
}
int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    void *mem = nullptr;
    cudaStream_t st;
    cudaError_t e = cudaStreamCreateWithFlags(&st, cudaStreamNonBlocking);
    if (e)
        return e;
    e = cudaMallocAsync(&mem, 1024 + n, st);
    if (e) {
        cudaStreamDestroy(st);
        return e;
    }
    unsigned *f = (unsigned *)mem;
    uint8_t *d = (uint8_t *)mem + 1024;
    cudaMemsetAsync(f, 0, 1024, st);
    cudaMemcpyAsync(d, data, n, cudaMemcpyHostToDevice, st);
    k_red<<<blocks, threads, 0, st>>>(d, n, f);
    e = cudaGetLastError();
    if (!e)
        e = cudaMemcpyAsync(frequency, f, 1024, cudaMemcpyDeviceToHost, st);
    cudaFreeAsync(mem, st);
    cudaError_t s = cudaStreamSynchronize(st);
    cudaStreamDestroy(st);
    return e ? e : s;
}
__global__ void k_shared(const uint16_t *data, size_t n, unsigned *f, unsigned m) {
    extern __shared__ unsigned t[];
    for (unsigned i = threadIdx.x; i < m; i += blockDim.x)
        t[i] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(&t[data[i]], 1u);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < m; i += blockDim.x)
        atomicAdd(&f[i], t[i]);
}
__global__ void k_big(const uint16_t *data, size_t n, unsigned *f) {
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        unsigned v = data[i];
        unsigned active = __activemask();
        unsigned same = __match_any_sync(active, v);
        if ((threadIdx.x & 31) == (unsigned)(__ffs(same) - 1))
            atomicAdd(&f[v], __popc(same));
    }
}
int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads) {
    uint16_t *d;
    unsigned *f;
    cudaError_t e = cudaMalloc(&d, (n + 1) * sizeof *d);
    if (e)
        return e;
    e = cudaMalloc(&f, m * sizeof *f);
    if (e) {
        cudaFree(d);
        return e;
    }
    cudaMemcpy(d, data, n * sizeof *d, cudaMemcpyHostToDevice);
    cudaMemset(f, 0, m * sizeof *f);
    if (m <= 12288)
        k_shared<<<blocks, threads, m * sizeof(unsigned)>>>(d, n, f, m);
    else
        k_big<<<blocks, threads>>>(d, n, f);
    e = cudaGetLastError();
    if (e == cudaSuccess)
        e = cudaMemcpy(frequency, f, m * sizeof *f, cudaMemcpyDeviceToHost);
    cudaFree(f), cudaFree(d);
    return e;
}
// conflict free by warp matching on one table per lane, merged by shuffles
__global__ void k_cf(const uint8_t *data, size_t n, unsigned *f) {
    __shared__ unsigned t[256 * 32];
    for (int i = threadIdx.x; i < 256 * 32; i += blockDim.x)
        t[i] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(&t[data[i] * 32 + threadIdx.x % 32], 1u);
    __syncthreads();
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, full = blockDim.x / 32;
    if (full == 0) {
        for (int b = threadIdx.x; b < 256; b += blockDim.x) {
            unsigned s = 0;
            for (int k = 0; k < 32; ++k)
                s += t[b * 32 + k];
            atomicAdd(&f[b], s);
        }
        return;
    }
    if (warp < full)
        for (unsigned b = warp; b < 256; b += full) {
            unsigned v = t[b * 32 + lane];
            for (int o = 16; o; o >>= 1)
                v += __shfl_down_sync(0xffffffff, v, o);
            if (lane == 0)
                atomicAdd(&f[b], v);
        }
}
int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads) {
    uint8_t *d = 0;
    unsigned *f = 0;
    cudaError_t e = cudaMalloc(&d, n ? n : 1);
    if (!e)
        e = cudaMalloc(&f, 1024);
    if (!e)
        e = cudaMemcpy(d, data, n, cudaMemcpyHostToDevice);
    if (!e)
        e = cudaMemset(f, 0, 1024);
    if (!e) {
        k_cf<<<blocks, threads>>>(d, n, f);
        e = cudaGetLastError();
    }
    if (!e)
        e = cudaMemcpy(frequency, f, 1024, cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaFree(f);
    return e;
}
