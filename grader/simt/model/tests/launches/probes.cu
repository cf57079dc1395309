/* What launches in a program cost beside the kernel, and a few mechanisms alone. Built from the project's folder:
 *
 *     nvcc -O3 -std=c++17 -arch=sm_90 grader/simt/model/tests/launches/probes.cu -o probes && ./probes
 *
 * Lines: E,what,n,µs between two events round it, median; C,copy or way,bytes,µs by the host's clock; H,call,µs;
 * S,what,ways,threads of a block,cycles of a multiprocessor for one operation of each of its warps. With an argument each
 * kernel runs three times and nothing else: for Nsight Compute with --cache-control all and none. */
#include "../../../../../solutions/histogram-cuda/histogram.cu"
namespace mm {
#include "../../../../../solutions/minmax-cuda/minmax.cu"
}
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>
#define OK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e_)); exit(1);} } while (0)
__global__ void empty() {}
__global__ void one_store(int *p) { if (threadIdx.x == 0 && blockIdx.x == 0) *p = 1; }
/* 2^shift lanes share a word; or, with banks > 1, so many words share a bank. */
template <int BACK> __global__ void shared_atomics(unsigned *out, int shift, int banks, int times) {
    __shared__ unsigned s[8192];
    for (int i = threadIdx.x; i < 8192; i += blockDim.x) s[i] = 0;
    __syncthreads();
    unsigned lane = threadIdx.x % 32, at = (lane >> shift) + (lane & (banks - 1)) * 32 * 0;
    if (banks > 1) at = (lane % (32 / banks)) + (lane / (32 / banks)) * 32;
    unsigned sum = 0;
    long long begin = clock64();
    for (int k = 0; k < times; k++) {
        if (BACK) { sum += atomicAdd(&s[at + (sum >> 31)], 1); }
        else atomicAdd(&s[at], 1u + (k & 1));
    }
    __syncthreads();
    long long took = clock64() - begin;
    if (threadIdx.x == 0) out[blockIdx.x] = (unsigned)took;
    if (sum == 12345 || s[threadIdx.x] == 54321) out[0] = 1;
}
__global__ void shared_random(const unsigned char *data, unsigned *out, int bins, int times) {
    __shared__ unsigned s[8192];
    for (int i = threadIdx.x; i < 8192; i += blockDim.x) s[i] = 0;
    __syncthreads();
    unsigned h = threadIdx.x * 2654435761u + blockIdx.x * 97u;
    long long begin = clock64();
    for (int k = 0; k < times; k++) { h = h * 1664525u + 1013904223u; atomicAdd(&s[(h >> 16) & (bins - 1)], 1); }
    __syncthreads();
    long long took = clock64() - begin;
    if (threadIdx.x == 0) out[blockIdx.x] = (unsigned)took;
    if (s[threadIdx.x] == 54321) out[0] = 1;
}
template <int D> __global__ void shuffle(unsigned *out, int times) {
    unsigned a = threadIdx.x, b = a * 3, c = a * 5, d = a * 7;
    long long begin = clock64();
    for (int k = 0; k < times; k++) {
        a = __shfl_xor_sync(~0u, a, 1);
        if (D) b = __shfl_xor_sync(~0u, b, 2), c = __shfl_xor_sync(~0u, c, 4), d = __shfl_xor_sync(~0u, d, 8);
    }
    __syncthreads();
    long long took = clock64() - begin;
    if (threadIdx.x == 0) out[blockIdx.x] = (unsigned)took;
    if (a + b + c + d == 54321) out[0] = 1;
}
/* Atomics in global memory: `run` neighbours share a word, and words lie `spread` words apart. */
__global__ void float_atomics(float *y, int run, int spread, int times) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < times; k++) {
        unsigned at = ((t + k * 7919u * 32) / run * spread) & ((1 << 20) - 1);
        atomicAdd(&y[at], 1.5f);
    }
}
__global__ void int_atomics(unsigned *y, int run, int spread, int times) {
    unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < times; k++) {
        unsigned at = ((t + k * 7919u * 32) / run * spread) & ((1 << 20) - 1);
        atomicAdd(&y[at], t);
    }
}
template <class W> static double host_us(W w, int runs = 21) {
    std::vector<double> t;
    for (int i = -3; i < runs; i++) {
        auto a = std::chrono::steady_clock::now(); w();
        std::chrono::duration<double> d = std::chrono::steady_clock::now() - a;
        if (i >= 0) t.push_back(d.count() * 1e6);
    }
    std::sort(t.begin(), t.end()); return t[t.size() / 2];
}
template <class W> static double event_us(W w, int runs = 31) {
    cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b); std::vector<float> t;
    for (int i = -5; i < runs; i++) {
        float ms; OK(cudaDeviceSynchronize()); cudaEventRecord(a); w(); cudaEventRecord(b); OK(cudaEventSynchronize(b));
        cudaEventElapsedTime(&ms, a, b); if (i >= 0) t.push_back(ms * 1000);
    }
    std::sort(t.begin(), t.end()); return t[t.size() / 2];
}
static unsigned gm_blocks(size_t n) { size_t w = (n + 1024 * 16 - 1) / (1024 * 16); return (unsigned)(w < 264 ? w : 264); }
int main(int argc, char **argv) {
    bool once = argc > 1;
    uint8_t *data; uint32_t *bins; double *d; unsigned *out; float *y; size_t N = 1 << 26;
    OK(cudaMalloc(&data, N)); OK(cudaMalloc(&bins, 1024)); OK(cudaMalloc(&d, N * 2)); OK(cudaMalloc(&out, 1 << 22)); OK(cudaMalloc(&y, 1 << 22));
    std::vector<uint8_t> h(N); unsigned r = 1; for (size_t i = 0; i < N; i++) { r = r * 1664525u + 1013904223u; h[i] = r >> 24; }
    OK(cudaMemcpy(data, h.data(), N, cudaMemcpyHostToDevice));
    std::vector<double> hd(N / 4); for (auto &v : hd) { r = r * 1664525u + 1013904223u; v = r; }
    OK(cudaMemcpy(d, hd.data(), N * 2, cudaMemcpyHostToDevice));
    double *part = (double *)y; unsigned long long *keys = (unsigned long long *)out;
    auto say = [&](const char *what, long n, auto w) {
        if (once) { for (int i = 0; i < 3; i++) w(); OK(cudaDeviceSynchronize()); printf("L,%s,%ld\n", what, n); }
        else printf("E,%s,%ld,%.3f\n", what, n, event_us(w));
    };
    say("empty", 1, [&] { empty<<<1, 32>>>(); });
    say("empty", 132, [&] { empty<<<132, 1024>>>(); });
    say("one_store", 1, [&] { one_store<<<1, 32>>>((int *)out); });
    for (size_t n : {4096, 65536, 262144, 1048576, 4194304, 16777216}) {
        say("gm", n, [&] { count_in_shared<<<gm_blocks(n), 1024>>>(data, n, bins); });
        say("conflict_free", n, [&] { count_conflict_free<<<std::min<size_t>(264, (n + 65535) / 65536), 1024>>>(data, n, bins); });
    }
    for (size_t n : {1024, 65536, 262144, 1048576, 4194304}) {
        unsigned b = (unsigned)std::min<size_t>(1056, (n + 2047) / 2048);
        say("mm_blocks", n, [&] { mm::minmax_of_blocks<<<b, 256, 4096>>>(d, n, part, part + b); });
        say("mm_partial", n, [&] { mm::minmax_of_partial_results<<<1, 256, 4096>>>(part, part + b, b, part + 2 * b); });
        say("mm_fused", n, [&] { mm::minmax_in_one_pass<<<b, 256, 4096>>>(d, n, keys); });
    }
    for (int run : {1, 2, 4, 8, 16, 32}) for (int spread : {1, 8}) {
        say(spread == 1 ? "float_atomics" : "float_atomics_apart", run, [&] { float_atomics<<<1024, 256>>>(y, run, spread, 4); });
        say(spread == 1 ? "int_atomics" : "int_atomics_apart", run, [&] { int_atomics<<<1024, 256>>>(out, run, spread, 4); });
    }
    if (once) return 0;
    for (size_t n : {65536, 1048576, 4194304}) {
        say("memset+gm", n, [&] { cudaMemsetAsync(bins, 0, 1024); count_in_shared<<<gm_blocks(n), 1024>>>(data, n, bins); });
        unsigned b = (unsigned)std::min<size_t>(1056, (n + 2047) / 2048);
        say("two", n, [&] { mm::minmax_of_blocks<<<b, 256, 4096>>>(d, n, part, part + b); mm::minmax_of_partial_results<<<1, 256, 4096>>>(part, part + b, b, part + 2 * b); });
        say("d2d+fused", n, [&] { cudaMemcpyAsync(keys, keys + 64, 16, cudaMemcpyDeviceToDevice); mm::minmax_in_one_pass<<<b, 256, 4096>>>(d, n, keys); });
        say("memset+fused", n, [&] { cudaMemsetAsync(keys, 0, 16); mm::minmax_in_one_pass<<<b, 256, 4096>>>(d, n, keys); });
    }
    say("nothing", 0, [&] {});
    say("memset", 16, [&] { cudaMemsetAsync(bins, 0, 16); });
    say("memset", 1024, [&] { cudaMemsetAsync(bins, 0, 1024); });
    say("memset", 1 << 20, [&] { cudaMemsetAsync(data, 0, 1 << 20); });
    say("memset", 1 << 26, [&] { cudaMemsetAsync(data, 0, 1 << 26); });
    say("d2d", 16, [&] { cudaMemcpyAsync(keys, keys + 64, 16, cudaMemcpyDeviceToDevice); });
    say("d2d", 1024, [&] { cudaMemcpyAsync(keys, keys + 6400, 1024, cudaMemcpyDeviceToDevice); });
    say("d2d", 1 << 25, [&] { cudaMemcpyAsync(data, data + (1 << 25), 1 << 25, cudaMemcpyDeviceToDevice); });
    for (int k : {1, 2, 3, 4, 8}) {
        say("empties", k, [&] { for (int i = 0; i < k; i++) empty<<<1, 32>>>(); });
        say("memset+empties", k, [&] { cudaMemsetAsync(bins, 0, 1024); for (int i = 0; i < k; i++) empty<<<1, 32>>>(); });
        say("d2d+empties", k, [&] { cudaMemcpyAsync(keys, keys + 64, 16, cudaMemcpyDeviceToDevice); for (int i = 0; i < k; i++) empty<<<1, 32>>>(); });
        say("memsets", k, [&] { for (int i = 0; i < k; i++) cudaMemsetAsync(bins, 0, 1024); });
    }
    uint8_t *pinned; OK(cudaHostAlloc(&pinned, N, cudaHostAllocMapped)); uint8_t *mapped; OK(cudaHostGetDevicePointer(&mapped, pinned, 0));
    std::vector<uint8_t> back(N);
    for (size_t n = 4; n <= N; n *= n < 1024 ? 16 : 2) {
        size_t m = n;
        printf("C,h2d pageable,%zu,%.2f\n", m, host_us([&] { cudaMemcpy(data, h.data(), m, cudaMemcpyHostToDevice); }));
        printf("C,h2d pageable async+sync,%zu,%.2f\n", m, host_us([&] { cudaMemcpyAsync(data, h.data(), m, cudaMemcpyHostToDevice); cudaDeviceSynchronize(); }));
        printf("C,h2d pageable async call,%zu,%.2f\n", m, host_us([&] { cudaMemcpyAsync(data, h.data(), m, cudaMemcpyHostToDevice); }));
        cudaDeviceSynchronize();
        printf("C,h2d pinned,%zu,%.2f\n", m, host_us([&] { cudaMemcpy(data, pinned, m, cudaMemcpyHostToDevice); }));
        printf("C,d2h pageable,%zu,%.2f\n", m, host_us([&] { cudaMemcpy(back.data(), data, m, cudaMemcpyDeviceToHost); }));
        printf("C,d2h pinned,%zu,%.2f\n", m, host_us([&] { cudaMemcpy(pinned, data, m, cudaMemcpyDeviceToHost); }));
        if (n >= 4096) {
            printf("C,gm with copies,%zu,%.2f\n", m, host_us([&] { cudaMemcpyAsync(data, h.data(), m, cudaMemcpyHostToDevice); cudaMemsetAsync(bins, 0, 1024); count_in_shared<<<gm_blocks(m), 1024>>>(data, m, bins); cudaMemcpy(back.data(), bins, 1024, cudaMemcpyDeviceToHost); }));
            printf("C,gm pinned,%zu,%.2f\n", m, host_us([&] { cudaMemcpyAsync(data, pinned, m, cudaMemcpyHostToDevice); cudaMemsetAsync(bins, 0, 1024); count_in_shared<<<gm_blocks(m), 1024>>>(data, m, bins); cudaMemcpy(back.data(), bins, 1024, cudaMemcpyDeviceToHost); }));
            printf("C,gm mapped,%zu,%.2f\n", m, host_us([&] { cudaMemsetAsync(bins, 0, 1024); count_in_shared<<<gm_blocks(m), 1024>>>(mapped, m, bins); cudaMemcpy(back.data(), bins, 1024, cudaMemcpyDeviceToHost); }));
            printf("C,cf mapped,%zu,%.2f\n", m, host_us([&] { cudaMemsetAsync(bins, 0, 1024); count_conflict_free<<<std::min<size_t>(264, (m + 65535) / 65536), 1024>>>(mapped, m, bins); cudaMemcpy(back.data(), bins, 1024, cudaMemcpyDeviceToHost); }));
            printf("C,gm kernel+sync,%zu,%.2f\n", m, host_us([&] { count_in_shared<<<gm_blocks(m), 1024>>>(data, m, bins); cudaDeviceSynchronize(); }));
        }
    }
    printf("H,launch call,%.3f\n", host_us([&] { for (int i = 0; i < 100; i++) empty<<<1, 32>>>(); }) / 100); cudaDeviceSynchronize();
    printf("H,launch+sync,%.3f\n", host_us([&] { empty<<<1, 32>>>(); cudaDeviceSynchronize(); }));
    printf("H,sync nothing,%.3f\n", host_us([&] { cudaDeviceSynchronize(); }));
    printf("H,memset call,%.3f\n", host_us([&] { for (int i = 0; i < 100; i++) cudaMemsetAsync(bins, 0, 1024); }) / 100); cudaDeviceSynchronize();
    printf("H,malloc+free 1M,%.3f\n", host_us([&] { void *p; cudaMalloc(&p, 1 << 20); cudaFree(p); }));
    unsigned took;
    auto cycles = [&](const char *what, int a, int threads, int times) { cudaDeviceSynchronize(); cudaMemcpy(&took, out, 4, cudaMemcpyDeviceToHost); printf("S,%s,%d,%d,%.2f\n", what, a, threads, took / (double)times); };
    for (int threads : {32, 128, 1024}) {
        for (int shift = 0; shift <= 5; shift++) { shared_atomics<0><<<132, threads>>>(out, shift, 1, 256); cycles("no return same address lanes", 1 << shift, threads, 256); }
        for (int shift = 0; shift <= 5; shift++) { shared_atomics<1><<<132, threads>>>(out, shift, 1, 256); cycles("return same address lanes", 1 << shift, threads, 256); }
        for (int banks = 2; banks <= 32; banks *= 2) { shared_atomics<0><<<132, threads>>>(out, 0, banks, 256); cycles("no return bank ways", banks, threads, 256); }
        for (int b = 1; b <= 8192; b *= 2) { shared_random<<<132, threads>>>(data, out, b, 256); cycles("random bins", b, threads, 256); }
        shuffle<0><<<132, threads>>>(out, 256); cycles("shuffle chain", 1, threads, 256);
        shuffle<1><<<132, threads>>>(out, 256); cycles("shuffle four", 4, threads, 256);
    }
    return 0;
}
