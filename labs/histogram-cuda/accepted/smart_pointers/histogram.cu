/* As C++ programmers write: memory that releases itself, templates, lambdas that launch. */
#include "histogram.h"
#include <cuda_runtime.h>
#include <memory>
#include <vector>
#include <algorithm>
#include <type_traits>
#include <cstring>
namespace {
struct cuda_free {
    void operator()(void *p) const {
        cudaFree(p);
    }
};
template <typename T> using device_ptr = std::unique_ptr<T[], cuda_free>;
template <typename T> cudaError_t make(device_ptr<T> &p, size_t n) {
    T *raw = nullptr;
    cudaError_t e = cudaMalloc(&raw, std::max<size_t>(n, 1) * sizeof(T));
    if (e == cudaSuccess)
        p.reset(raw);
    return e;
}
template <typename T, int BINS>
__global__ void count(const T *__restrict__ data, size_t n, unsigned *out) {
    __shared__ unsigned table[BINS];
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        table[i] = 0;
    __syncthreads();
    const size_t stride = size_t(blockDim.x) * gridDim.x;
    for (size_t i = threadIdx.x + size_t(blockIdx.x) * blockDim.x; i < n; i += stride)
        atomicAdd(table + __ldg(data + i), 1u);
    __syncthreads();
    for (int i = threadIdx.x; i < BINS; i += blockDim.x)
        atomicAdd(out + i, table[i]);
}
template <typename F> __global__ void for_each(size_t n, F f) {
    for (size_t i = threadIdx.x + size_t(blockIdx.x) * blockDim.x; i < n;
         i += size_t(blockDim.x) * gridDim.x)
        f(i);
}
struct add_one {
    const uint8_t *d;
    unsigned *f;
    __device__ void operator()(size_t i) const {
        atomicAdd(&f[d[i]], 1u);
    }
};
struct add_one16 {
    const uint16_t *d;
    unsigned *f;
    __device__ void operator()(size_t i) const {
        atomicAdd(&f[d[i]], 1u);
    }
};
extern __shared__ unsigned dyn[];
__global__ void dynamic(const uint16_t *d, size_t n, unsigned *f, unsigned m) {
    for (unsigned i = threadIdx.x; i < m; i += blockDim.x)
        dyn[i] = 0;
    __syncthreads();
    for (size_t i = threadIdx.x + size_t(blockIdx.x) * blockDim.x; i < n;
         i += size_t(blockDim.x) * gridDim.x)
        atomicAdd(&dyn[d[i]], 1u);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < m; i += blockDim.x)
        if (dyn[i] != 0)
            atomicAdd(&f[i], dyn[i]);
}
__global__ void striped(const uint8_t *d, size_t n, unsigned *f) {
    __shared__ unsigned t[256][32];
    auto *flat = &t[0][0];
    for (unsigned i = threadIdx.x; i < 256 * 32; i += blockDim.x)
        flat[i] = 0;
    __syncthreads();
    const unsigned lane = threadIdx.x & 31u;
    for (size_t i = threadIdx.x + size_t(blockIdx.x) * blockDim.x; i < n;
         i += size_t(blockDim.x) * gridDim.x)
        atomicAdd(&t[d[i]][lane], 1u);
    __syncthreads();
    for (unsigned b = threadIdx.x; b < 256; b += blockDim.x) {
        unsigned s = 0;
        for (unsigned k = 0; k < 32; ++k)
            s += t[b][(k + lane) & 31u];
        atomicAdd(&f[b], s);
    }
}
template <typename T, typename Launch>
int run(const T *data, size_t n, uint32_t *frequency, size_t m, Launch launch) {
    device_ptr<T> d;
    device_ptr<uint32_t> f;
    cudaError_t e;
    if ((e = make(d, n)) || (e = make(f, m)))
        return e;
    if ((e = cudaMemcpy(d.get(), data, n * sizeof(T), cudaMemcpyHostToDevice)))
        return e;
    if ((e = cudaMemset(f.get(), 0, m * sizeof(uint32_t))))
        return e;
    launch(d.get(), f.get());
    if ((e = cudaGetLastError()))
        return e;
    std::vector<uint32_t> back(m);
    if ((e = cudaMemcpy(back.data(), f.get(), m * sizeof(uint32_t), cudaMemcpyDeviceToHost)))
        return e;
    std::copy(back.begin(), back.end(), frequency);
    return cudaSuccess;
}
} // namespace
int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    return run(data, n, frequency, 256, [=](const uint8_t *d, uint32_t *f) {
        count<uint8_t, 256><<<blocks, threads>>>(d, n, f);
    });
}
int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    struct host_free {
        void operator()(uint8_t *p) const {
            cudaFreeHost(p);
        }
    };
    uint8_t *raw = nullptr, *dev = nullptr;
    cudaError_t e;
    if ((e = cudaHostAlloc(&raw, n + 1, cudaHostAllocMapped | cudaHostAllocWriteCombined)))
        return e;
    std::unique_ptr<uint8_t, host_free> keep(raw);
    std::copy(data, data + n, raw);
    if ((e = cudaHostGetDevicePointer(&dev, raw, 0)))
        return e;
    device_ptr<uint32_t> f;
    if ((e = make(f, 256)))
        return e;
    if ((e = cudaMemset(f.get(), 0, 1024)))
        return e;
    count<uint8_t, 256><<<dim3(blocks), dim3(threads), 0, cudaStreamPerThread>>>(dev, n, f.get());
    if ((e = cudaPeekAtLastError())) {
        cudaGetLastError();
        return e;
    }
    if ((e = cudaStreamSynchronize(cudaStreamPerThread)))
        return e;
    return cudaMemcpy(frequency, f.get(), 1024, cudaMemcpyDefault);
}
int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    return run(data, n, frequency, 256, [=](const uint8_t *d, uint32_t *f) {
        for_each<<<blocks, threads>>>(n, add_one{d, f});
    });
}
int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads) {
    return run(data, n, frequency, m, [=](const uint16_t *d, uint32_t *f) {
        if (m * sizeof(uint32_t) <= 48u << 10)
            dynamic<<<blocks, threads, m * sizeof(uint32_t)>>>(d, n, f, (unsigned)m);
        else
            for_each<<<blocks, threads>>>(n, add_one16{d, f});
    });
}
int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads) {
    return run(data, n, frequency, 256,
               [=](const uint8_t *d, uint32_t *f) { striped<<<blocks, threads>>>(d, n, f); });
}
