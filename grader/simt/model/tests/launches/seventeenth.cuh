/* Memory, runs, checks and times of the seventeenth set's launches. */
#pragma once
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>
#include <cuda_fp16.h>

/* ---- harness ---- */
#define AT int(blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned char byte;
typedef unsigned long long u64;
constexpr int K = 1024, M = 1024 * 1024, X = 48 * M, U = 16 * M;
static bool once, poison;
static long wrong, launches;
static std::string current;
static std::function<void()> before; /* what must happen before each launch of the next RUN, untimed */
static std::vector<float> hx;
static std::vector<unsigned> hu;
static std::vector<byte> hb;
static float *x, *y;
static unsigned *u, *v, *bins;
static byte *bytes, *bytes_out;

__host__ __device__ inline unsigned mix(unsigned a) {
    a ^= a >> 16, a *= 0x7feb352du, a ^= a >> 15, a *= 0x846ca68bu, a ^= a >> 16;
    return a;
}
static void must(cudaError_t e) {
    if (e != cudaSuccess) fprintf(stderr, "%s: %s\n", current.c_str(), cudaGetErrorString(e)), exit(2);
}
template <class T> static T *room(size_t n) {
    T *p;
    must(cudaMalloc(&p, n * sizeof(T)));
    return p;
}
template <class T> static T *on_device(const std::vector<T> &h) {
    T *p = room<T>(h.size());
    must(cudaMemcpy(p, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}
template <class T> static std::vector<T> back(const T *p, size_t n) {
    std::vector<T> h(n);
    must(cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return h;
}
template <class F> static void launch(const char *name, long n, F go) {
    current = std::string(name) + "," + std::to_string(n);
    launches++;
    if (once) {
        if (poison) {
            must(cudaMemset(y, 255, size_t(X) * 4)), must(cudaMemset(v, 255, size_t(U) * 4)), must(cudaMemset(bytes_out, 255, U));
        }
        if (before) before();
        go();
        must(cudaGetLastError()), must(cudaDeviceSynchronize());
        printf("%s\n", current.c_str());
    } else {
        cudaEvent_t a, b;
        cudaEventCreate(&a), cudaEventCreate(&b);
        std::vector<float> t;
        for (int k = 0; k < 10; k++) {
            if (before) before();
            cudaEventRecord(a);
            go();
            cudaEventRecord(b);
            must(cudaEventSynchronize(b));
            float ms;
            cudaEventElapsedTime(&ms, a, b);
            if (k) t.push_back(ms * 1000);
        }
        must(cudaGetLastError());
        std::sort(t.begin(), t.end());
        printf("%s,%.2f\n", current.c_str(), t[4]);
        cudaEventDestroy(a), cudaEventDestroy(b);
    }
    fflush(stdout);
    before = nullptr;
}
#define RUN(n, kernel, ...) launch(#kernel, n, [&] { kernel __VA_ARGS__; })
#define RUN_AS(name, n, ...) launch(name, n, [&] { __VA_ARGS__; })

static void complain(size_t i, double is, double should) {
    wrong++;
    fprintf(stderr, "WRONG %s at %zu: %.9g, not %.9g\n", current.c_str(), i, is, should);
}
/* up to `samples` of the n results, the first and the last among them */
template <class T, class F> static void expect(const T *p, size_t n, F f, double tolerance = 0, size_t samples = 3000) {
    if (!once) return;
    std::vector<T> h = back(p, n);
    int bad = 0;
    size_t many = std::min(n, samples);
    for (size_t k = 0; k < many && bad < 3; k++) {
        size_t i = many == n ? k : k == 0 ? 0 : k == many - 1 ? n - 1 : (size_t(mix(unsigned(k))) << 8 ^ mix(unsigned(k + 77777))) % n;
        double is = double(h[i]), should = double(f(i));
        if (!(std::fabs(is - should) <= tolerance * std::max(1.0, std::fabs(should)))) complain(i, is, should), bad++;
    }
}
static void expect_true(bool right) {
    if (once && !right) complain(0, 0, 1);
}
template <class T> static void clear_before(T *p, size_t n, int value = 0) {
    before = [=] { must(cudaMemset(p, value, n * sizeof(T))); };
}
template <class T> static void copy_before(T *to, const T *from, size_t n) {
    before = [=] { must(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToDevice)); };
}
