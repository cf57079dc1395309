/* No helpers: each function written out, each kernel on its own. */
#define _GNU_SOURCE
#include "histogram.h"

#include <cuda_runtime.h>
#include <string.h>

__global__ void k_zero(uint32_t *f, unsigned m) {
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < m; i += gridDim.x * blockDim.x)
        f[i] = 0;
}

__global__ void k_gm(const uint8_t *d, unsigned long long n, uint32_t *f) {
    __shared__ int h[256];
    if (blockDim.x >= 256) {
        if (threadIdx.x < 256)
            h[threadIdx.x] = 0;
    } else {
        for (int i = threadIdx.x; i < 256; i += blockDim.x)
            h[i] = 0;
    }
    __syncthreads();
    unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
    while (i < n) {
        atomicInc((unsigned *)&h[d[i]], 0xffffffffu);
        i += (unsigned long long)gridDim.x * blockDim.x;
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        atomicAdd((int *)&f[b], h[b]);
}

__global__ void k_atomics(const uint8_t *d, unsigned long long n, uint32_t *f) {
    unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    do {
        atomicAdd(f + d[i], 1u);
        i += (unsigned long long)gridDim.x * blockDim.x;
    } while (i < n);
}

__global__ void k_m(const uint16_t *d, unsigned long long n, uint32_t *f, int m) {
    extern __shared__ uint32_t hm[];
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        hm[i] = 0;
    __syncthreads();
    for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; i < n;
         i += (unsigned long long)gridDim.x * blockDim.x)
        atomicAdd(hm + d[i], 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        atomicAdd(f + i, hm[i]);
}

__global__ void k_m_global(const uint16_t *d, unsigned long long n, uint32_t *f) {
    for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; i < n;
         i += (unsigned long long)gridDim.x * blockDim.x)
        atomicAdd(f + d[i], 1u);
}

__global__ void k_banks(const uint8_t *d, unsigned long long n, uint32_t *f) {
    __shared__ uint32_t h[256 * 32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, warps = (blockDim.x + 31) / 32;
    const int lanes = min(32, (int)blockDim.x - warp * 32);
    for (int b = warp; b < 256; b += warps)
        for (int l = lane; l < 32; l += lanes)
            h[b * 32 + l] = 0;
    __syncthreads();
    for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; i < n;
         i += (unsigned long long)gridDim.x * blockDim.x)
        atomicAdd(&h[d[i] * 32 + lane], 1u);
    __syncthreads();
    for (int b = warp; b < 256; b += warps) {
        uint32_t sum = 0;
        for (int l = lane; l < 32; l += lanes)
            sum += h[b * 32 + l];
        if (lanes == 32)
            for (int away = 16; away > 0; away /= 2)
                sum += __shfl_xor_sync(0xffffffffu, sum, away);
        if (lanes < 32 || lane == 0)
            atomicAdd(&f[b], sum);
    }
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    uint8_t *d = 0;
    uint32_t *f = 0;
    cudaError_t e;
    if ((e = cudaMalloc(&d, n ? n : 1)) == cudaSuccess &&
        (e = cudaMalloc(&f, 1024)) == cudaSuccess &&
        (e = cudaMemcpy(d, data, n, cudaMemcpyHostToDevice)) == cudaSuccess) {
        k_zero<<<1, 256>>>(f, 256);
        k_gm<<<blocks, threads>>>(d, n, f);
        e = cudaGetLastError();
        if (e == cudaSuccess)
            e = cudaDeviceSynchronize();
        if (e == cudaSuccess)
            e = cudaMemcpy(frequency, f, 1024, cudaMemcpyDeviceToHost);
    }
    cudaFree(d);
    cudaFree(f);
    return e;
}

int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    uint8_t *h = 0, *d = 0;
    uint32_t *f = 0;
    cudaError_t e = cudaHostAlloc((void **)&h, n + 1, cudaHostAllocMapped | cudaHostAllocPortable);
    if (e != cudaSuccess)
        return e;
    for (size_t i = 0; i < n; i++)
        h[i] = data[i];
    if ((e = cudaHostGetDevicePointer((void **)&d, h, 0)) == cudaSuccess &&
        (e = cudaMalloc(&f, 1024)) == cudaSuccess) {
        k_zero<<<1, 32>>>(f, 256);
        k_gm<<<blocks, threads>>>(d, n, f);
        e = cudaGetLastError();
        if (e == cudaSuccess)
            e = cudaMemcpy(frequency, f, 1024, cudaMemcpyDeviceToHost);
    }
    cudaFree(f);
    cudaFreeHost(h);
    return e;
}

int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    const uint32_t zeros[256] = {0};
    uint8_t *d = 0;
    uint32_t *f = 0;
    cudaError_t e;
    if ((e = cudaMalloc(&d, n ? n : 1)) == cudaSuccess &&
        (e = cudaMalloc(&f, 1024)) == cudaSuccess &&
        (e = cudaMemcpy(d, data, n, cudaMemcpyHostToDevice)) == cudaSuccess &&
        (e = cudaMemcpy(f, zeros, 1024, cudaMemcpyHostToDevice)) == cudaSuccess) {
        k_atomics<<<blocks, threads>>>(d, n, f);
        e = cudaGetLastError();
        if (e == cudaSuccess)
            e = cudaMemcpy(frequency, f, 1024, cudaMemcpyDeviceToHost);
    }
    cudaFree(d);
    cudaFree(f);
    return e;
}

int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads) {
    uint16_t *d = 0;
    uint32_t *f = 0;
    cudaError_t e;
    if ((e = cudaMalloc(&d, 2 * n + 2)) == cudaSuccess &&
        (e = cudaMalloc(&f, 4 * m)) == cudaSuccess &&
        (e = cudaMemcpy(d, data, 2 * n, cudaMemcpyHostToDevice)) == cudaSuccess &&
        (e = cudaMemset(f, 0, 4 * m)) == cudaSuccess) {
        if (m > 8192)
            k_m_global<<<blocks, threads>>>(d, n, f);
        else
            k_m<<<blocks, threads, 4 * m>>>(d, n, f, m);
        e = cudaGetLastError();
        if (e == cudaSuccess)
            e = cudaMemcpy(frequency, f, 4 * m, cudaMemcpyDeviceToHost);
    }
    cudaFree(d);
    cudaFree(f);
    return e;
}

int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads) {
    uint8_t *d = 0;
    uint32_t *f = 0;
    cudaError_t e;
    if ((e = cudaMalloc(&d, n ? n : 1)) == cudaSuccess &&
        (e = cudaMalloc(&f, 1024)) == cudaSuccess &&
        (e = cudaMemcpy(d, data, n, cudaMemcpyHostToDevice)) == cudaSuccess) {
        k_zero<<<1, 256>>>(f, 256);
        k_banks<<<blocks, threads>>>(d, n, f);
        e = cudaGetLastError();
        if (e == cudaSuccess)
            e = cudaMemcpy(frequency, f, 1024, cudaMemcpyDeviceToHost);
    }
    cudaFree(d);
    cudaFree(f);
    return e;
}
