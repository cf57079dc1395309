// Both halves of the data have a stream of their own, and a launch of the whole grid; managed
// memory, policies.
#include "histogram.h"
#include <cstring>
#include <memory>
#include <functional>
#include <array>

namespace gpu {
struct stream {
    cudaStream_t id{};
    cudaError_t status;
    stream() : status(cudaStreamCreate(&id)) {
    }
    ~stream() {
        if (id)
            cudaStreamDestroy(id);
    }
};
struct event {
    cudaEvent_t id{};
    cudaError_t status;
    event() : status(cudaEventCreate(&id)) {
    }
    ~event() {
        if (id)
            cudaEventDestroy(id);
    }
};
struct deleter {
    void operator()(void *p) const {
        cudaFree(p);
    }
};
struct host_deleter {
    void operator()(void *p) const {
        cudaFreeHost(p);
    }
};
template <class T> using ptr = std::unique_ptr<T, deleter>;
template <class T> using pinned = std::unique_ptr<T, host_deleter>;
template <class T> ptr<T> make(size_t n, cudaError_t &e) {
    void *p = nullptr;
    if (e == cudaSuccess)
        e = cudaMalloc(&p, n * sizeof(T) + 16);
    return ptr<T>(static_cast<T *>(p));
}
template <class T> ptr<T> managed(size_t n, cudaError_t &e) {
    void *p = nullptr;
    if (e == cudaSuccess)
        e = cudaMallocManaged(&p, n * sizeof(T) + 16);
    return ptr<T>(static_cast<T *>(p));
}
template <class T> pinned<T> pin(size_t n, unsigned flags, cudaError_t &e) {
    void *p = nullptr;
    if (e == cudaSuccess)
        e = cudaHostAlloc(&p, n * sizeof(T) + 16, flags);
    return pinned<T>(static_cast<T *>(p));
}
} // namespace gpu

struct walk {
    size_t first, step;
    __device__ walk()
        : first(threadIdx.x + size_t(blockIdx.x) * blockDim.x),
          step(size_t(blockDim.x) * gridDim.x) {
    }
};

struct shared_policy {
    static __device__ void count(const uint8_t *data, size_t n, uint32_t *out) {
        __shared__ uint32_t table[256];
        for (unsigned b = threadIdx.x; b < 256u; b += blockDim.x)
            table[b] = 0u;
        __syncthreads();
        walk w;
        for (size_t i = w.first; i < n; i += w.step)
            atomicAdd(table + data[i], 1u);
        __syncthreads();
        for (unsigned b = threadIdx.x; b < 256u; b += blockDim.x)
            atomicAdd(out + b, table[b]);
    }
};
struct global_policy {
    static __device__ void count(const uint8_t *data, size_t n, uint32_t *out) {
        walk w;
        for (size_t i = w.first; i < n; i += w.step)
            atomicAdd(out + data[i], 1u);
    }
};
struct lane_policy {
    static __device__ void count(const uint8_t *data, size_t n, uint32_t *out) {
        __shared__ uint32_t t[256][32];
        const unsigned lane = threadIdx.x & 31;
        for (unsigned i = threadIdx.x; i < 256 * 32; i += blockDim.x)
            t[i / 32][i % 32] = 0;
        __syncthreads();
        walk w;
        for (size_t i = w.first; i < n; i += w.step)
            atomicAdd(&t[data[i]][lane], 1u);
        __syncthreads();
        for (unsigned b = threadIdx.x; b < 256; b += blockDim.x) {
            uint32_t s = 0;
            for (unsigned k = lane; k < lane + 32; k++)
                s += t[b][k & 31];
            atomicAdd(out + b, s);
        }
    }
};
template <class Policy> __global__ void kernel(const uint8_t *data, size_t n, uint32_t *out) {
    Policy::count(data, n, out);
}

// each half goes by its own stream; both add to the same table, which the first stream sets to zero
int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    cudaError_t e = cudaSuccess;
    gpu::stream s[2];
    gpu::event zeroed, second_done;
    for (auto &x : s)
        if (x.status)
            return x.status;
    auto stage = gpu::pin<uint8_t>(n, cudaHostAllocDefault, e);
    auto result = gpu::pin<uint32_t>(256, cudaHostAllocDefault, e);
    auto d = gpu::make<uint8_t>(n, e);
    auto table = gpu::make<uint32_t>(256, e);
    if (e)
        return e;
    std::memcpy(stage.get(), data, n);
    const size_t half = n / 2 / 32 * 32;
    auto check = [&](cudaError_t x) {
        if (!e)
            e = x;
    };
    check(cudaMemsetAsync(table.get(), 0, 1024, s[0].id));
    check(cudaEventRecord(zeroed.id, s[0].id));
    check(cudaStreamWaitEvent(s[1].id, zeroed.id, 0));
    const std::array<size_t, 3> at{0, half, n};
    for (int i = 0; i < 2 && !e; i++) {
        check(cudaMemcpyAsync(d.get() + at[i], stage.get() + at[i], at[i + 1] - at[i],
                              cudaMemcpyHostToDevice, s[i].id));
        if (e)
            break;
        kernel<shared_policy>
            <<<blocks, threads, 0, s[i].id>>>(d.get() + at[i], at[i + 1] - at[i], table.get());
        check(cudaGetLastError());
    }
    check(cudaEventRecord(second_done.id, s[1].id));
    check(cudaStreamWaitEvent(s[0].id, second_done.id, 0));
    if (!e)
        check(cudaMemcpyAsync(result.get(), table.get(), 1024, cudaMemcpyDeviceToHost, s[0].id));
    for (auto &x : s)
        check(cudaStreamSynchronize(x.id));
    if (!e)
        std::memcpy(frequency, result.get(), 1024);
    return e;
}

int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    cudaError_t e = cudaSuccess;
    auto in = gpu::pin<uint8_t>(n, cudaHostAllocMapped, e);
    auto out = gpu::pin<uint32_t>(256, cudaHostAllocMapped, e); // the histogram is mapped, too
    if (e)
        return e;
    std::memcpy(in.get(), data, n);
    std::memset(out.get(), 0, 1024);
    uint8_t *din;
    uint32_t *dout;
    if ((e = cudaHostGetDevicePointer((void **)&din, in.get(), 0)))
        return e;
    if ((e = cudaHostGetDevicePointer((void **)&dout, out.get(), 0)))
        return e;
    kernel<shared_policy><<<blocks, threads>>>(din, n, dout);
    if ((e = cudaGetLastError()))
        return e;
    if ((e = cudaDeviceSynchronize()))
        return e;
    std::memcpy(frequency, out.get(), 1024);
    return 0;
}

template <class Policy>
static int with_managed(const uint8_t *data, size_t n, uint32_t *frequency, unsigned blocks,
                        unsigned threads) {
    cudaError_t e = cudaSuccess;
    auto in = gpu::managed<uint8_t>(n, e);
    auto out = gpu::managed<uint32_t>(256, e);
    if (e)
        return e;
    std::memcpy(in.get(), data, n);
    for (int b = 0; b < 256; b++)
        out.get()[b] = 0;
    int device = 0;
    cudaGetDevice(&device);
    cudaMemPrefetchAsync(in.get(), n, device, 0);
    kernel<Policy><<<blocks, threads>>>(in.get(), n, out.get());
    e = cudaGetLastError();
    cudaError_t f = cudaDeviceSynchronize();
    if (e || f)
        return e ? e : f;
    std::memcpy(frequency, out.get(), 1024);
    return 0;
}
int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    return with_managed<global_policy>(data, n, frequency, blocks, threads);
}
int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads) {
    return with_managed<lane_policy>(data, n, frequency, blocks, threads);
}

// any m: a range of bins at a time would be needed for shared memory; global memory beyond 12,288
__global__ void m_kernel(const uint16_t *data, size_t n, uint32_t *out, unsigned m,
                         unsigned shared_bins) {
    extern __shared__ uint32_t bins[];
    for (unsigned b = threadIdx.x; b < shared_bins; b += blockDim.x)
        bins[b] = 0;
    if (shared_bins)
        __syncthreads();
    walk w;
    for (size_t i = w.first; i < n; i += w.step) {
        const unsigned v = data[i];
        if (v < shared_bins)
            atomicAdd(&bins[v], 1u);
        else
            atomicAdd(&out[v], 1u);
    }
    if (shared_bins)
        __syncthreads();
    for (unsigned b = threadIdx.x; b < shared_bins; b += blockDim.x)
        atomicAdd(&out[b], bins[b]);
}
int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads) {
    cudaError_t e = cudaSuccess;
    auto in = gpu::make<uint16_t>(n, e);
    auto out = gpu::make<uint32_t>(m, e);
    if (!e)
        e = cudaMemcpy(in.get(), data, n * 2, cudaMemcpyHostToDevice);
    if (!e)
        e = cudaMemset(out.get(), 0, m * 4);
    if (!e) {
        const unsigned in_shared =
            m < 12288 ? (unsigned)m
                      : 12288; // the first bins in shared memory, the others in global
        m_kernel<<<blocks, threads, in_shared * 4>>>(in.get(), n, out.get(), (unsigned)m,
                                                     in_shared);
        e = cudaGetLastError();
    }
    if (!e)
        e = cudaMemcpy(frequency, out.get(), m * 4, cudaMemcpyDeviceToHost);
    return e;
}
