/*
 * What a launch does for the first time: code and constants that are fetched, memory whose place nobody knows, warps and
 * blocks that start and end. Each kernel writes the cycles that its parts took, and the program prints them as
 *
 *     name,n,blocks,threads,first,second,…
 *
 * Run under Nsight Compute with one metric, so that each launch runs once, with cold caches.
 */
#include "bench.h"

#define AT (blockIdx.x * blockDim.x + threadIdx.x)
#define NOTE(p) if (threadIdx.x == 0 && blockIdx.x == 0) cycles[p] = clock64() - last
enum { PASSES = 3, HOPS = 24, TAPS = 4096, WORDS = 1000 };
__constant__ float taps[TAPS];
struct words { float at[WORDS]; };

/* N instructions in a row, in CHAINS chains. */
template <int N, int CHAINS> __global__ void row(float *o, long long *cycles, int passes) {
    float v[CHAINS];
    for (int c = 0; c < CHAINS; c++) v[c] = threadIdx.x + c;
#pragma unroll 1
    for (int p = 0; p < passes; p++) {
        long long last = clock64();
#pragma unroll
        for (int k = 0; k < N / CHAINS; k++)
            for (int c = 0; c < CHAINS; c++) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(v[c]));
        NOTE(p);
    }
    for (int c = 0; c < CHAINS; c++) o[AT] = v[c];
}
/* N branches, each over FILL instructions that nobody needs. */
template <int N, int FILL> __global__ void jumps(float *o, long long *cycles, int passes, unsigned which) {
    float v = threadIdx.x;
#pragma unroll 1
    for (int p = 0; p < passes; p++) {
        long long last = clock64();
#pragma unroll
        for (int k = 0; k < N; k++) {
            asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(v));
            if (which >> k & 1) {
#pragma unroll
                for (int f = 0; f < FILL; f++) asm volatile("fma.rn.f32 %0, %0, %0, %0;" : "+f"(v));
            }
        }
        NOTE(p);
    }
    o[AT] = v;
}
/* N constants, STEP words apart, each a part of an instruction. */
template <int N, int STEP> __global__ void constants(float *o, long long *cycles, int passes) {
    float v = threadIdx.x;
#pragma unroll 1
    for (int p = 0; p < passes; p++) {
        long long last = clock64();
#pragma unroll
        for (int k = 0; k < N; k++) v = v * taps[k * STEP] + v;
        asm volatile("" : "+f"(v));
        NOTE(p);
    }
    o[AT] = v;
}
/* The same, from places that are not known before. */
__global__ void constants_at(float *o, long long *cycles, int passes, int n, int step) {
    float v = threadIdx.x;
#pragma unroll 1
    for (int p = 0; p < passes; p++) {
        long long last = clock64();
#pragma unroll 1
        for (int k = 0; k < n; k++) v += taps[k * step + (v == 0.123f)];
        NOTE(p);
    }
    o[AT] = v;
}
/* Parameters. */
template <int N, int STEP> __global__ void parameters(words w, float *o, long long *cycles, int passes) {
    float v = threadIdx.x;
#pragma unroll 1
    for (int p = 0; p < passes; p++) {
        long long last = clock64();
#pragma unroll
        for (int k = 0; k < N; k++) v = v * w.at[k * STEP] + v;
        asm volatile("" : "+f"(v));
        NOTE(p);
    }
    o[AT] = v;
}
/* Loads that wait for one another, and the cycles of each. */
__global__ void hops(const unsigned *next, float *o, long long *cycles, unsigned from, int lanes) {
    unsigned at = from + (threadIdx.x < lanes ? threadIdx.x * 8 : 0) + blockIdx.x * 8 * 32;
    for (int h = 0; h < HOPS; h++) {
        long long last = clock64();
        at = next[at];
        asm volatile("" : "+r"(at));
        if (at == 0x12345678) o[0] = 1;
        NOTE(h);
    }
    o[AT] = at;
}
/* Sums whose old value is used. */
__global__ void olds(unsigned *table, float *o, long long *cycles, int step, int lanes) {
    unsigned sum = 0;
    if (threadIdx.x >= lanes) return;
    for (int h = 0; h < HOPS; h++) {
        long long last = clock64();
        sum = atomicAdd(&table[(AT * step + sum)], sum);
        if (sum == 0x12345678) o[0] = 1;
        NOTE(h);
    }
}
/* Blocks that end with a store, or without: does the next one wait for it? */
template <int STORES, int LOADS> __global__ void ends(float *o, const float *in, long long *cycles, float never) {
    extern __shared__ float room[];
    float v = threadIdx.x;
    for (int k = 0; k < LOADS; k++) v += in[AT + k];
    if (v == never) room[threadIdx.x] = v;
    if (STORES > 0 || v == never) o[AT] = v;
}
/* When each warp of the first multiprocessor starts. */
__global__ void starts(long long *cycles, int *which) {
    unsigned sm;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
    if (threadIdx.x % 32 == 0) {
        const unsigned warp = AT / 32;
        cycles[warp] = clock64();
        which[warp] = sm;
    }
}
static float *x, *o;
static long long *cycles;
static void say(const char *name, int n, int blocks, int threads, int count) {
    long long took[HOPS];
    check(name);
    cudaMemcpy(took, cycles, sizeof took, cudaMemcpyDeviceToHost);
    printf("%s,%d,%d,%d", name, n, blocks, threads);
    for (int k = 0; k < count; k++) printf(",%lld", took[k]);
    printf("\n");
}
static const int shapes[][2] = {{1, 32}, {132, 32}, {132, 256}, {132, 1024}};
template <int N, int CHAINS> static void rows() {
    for (auto &s : shapes)
        for (int passes : {1, 2}) row<N, CHAINS><<<s[0], s[1]>>>(o, cycles, passes), say(CHAINS == 1 ? "row" : "row_four", N, s[0], s[1], passes);
}
template <int N, int FILL> static void jumping() {
    char name[32];
    snprintf(name, sizeof name, "jumps_%d", FILL);
    for (auto &s : shapes)
        if (s[1] < 1024) jumps<N, FILL><<<s[0], s[1]>>>(o, cycles, 2, 0), say(name, N, s[0], s[1], 2);
}
template <int N, int STEP> static void constant() {
    char name[32];
    for (auto &s : shapes)
        if (s[1] < 1024) {
            snprintf(name, sizeof name, "constants_%d", STEP);
            constants<N, STEP><<<s[0], s[1]>>>(o, cycles, 2), say(name, N, s[0], s[1], 2);
            snprintf(name, sizeof name, "constants_at_%d", STEP);
            constants_at<<<s[0], s[1]>>>(o, cycles, 2, N, STEP), say(name, N, s[0], s[1], 2);
        }
}
template <int N, int STEP> static void parameter() {
    char name[32];
    snprintf(name, sizeof name, "parameters_%d", STEP);
    words w = {};
    for (auto &s : shapes)
        if (s[1] < 1024) parameters<N, STEP><<<s[0], s[1]>>>(w, o, cycles, 2), say(name, N, s[0], s[1], 2);
}
template <int STORES, int LOADS> static void ending() {
    char name[32];
    snprintf(name, sizeof name, "ends_%d_%d", STORES, LOADS);
    cudaFuncSetAttribute(ends<STORES, LOADS>, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000);
    for (int threads : {32, 256, 1024})
        for (int blocks : {132, 528, 1056, 2112}) ends<STORES, LOADS><<<blocks, threads, 120000>>>(o, x, cycles, -1.5f), say(name, 0, blocks, threads, 0);
}
int main(int argc, char **argv) {
    const size_t bytes = size_t(1) << 30;
    cudaMalloc((void **)&x, bytes), cudaMalloc((void **)&o, 1 << 24), cudaMalloc((void **)&cycles, 1 << 20);
    cudaMemset(x, 0, bytes), cudaMemset(o, 0, 1 << 24);
    rows<16, 1>(), rows<64, 1>(), rows<256, 1>(), rows<512, 1>(), rows<1024, 1>(), rows<2048, 1>();
    rows<64, 4>(), rows<256, 4>(), rows<512, 4>(), rows<1024, 4>(), rows<2048, 4>();
    jumping<16, 8>(), jumping<16, 32>(), jumping<16, 128>(), jumping<4, 512>();
    constant<4, 1>(), constant<16, 1>(), constant<64, 1>(), constant<16, 16>(), constant<16, 64>(), constant<64, 64>();
    parameter<4, 1>(), parameter<16, 1>(), parameter<64, 1>(), parameter<16, 16>(), parameter<15, 64>();
    for (unsigned step : {8u, 64u, 1024u, 16384u, 262144u, 524288u, 8388608u}) { /* words */
        std::vector<unsigned> next(bytes / 4 / 4);
        for (size_t i = 0; i < next.size(); i++) next[i] = unsigned((i + step + (step > 64 ? 8 * 32 * 133 : 0)) % next.size());
        cudaMemcpy(x, next.data(), next.size() * 4, cudaMemcpyHostToDevice);
        for (int lanes : {1, 32})
            for (int blocks : {1, 132})
                for (int threads : {32, 256}) hops<<<blocks, threads>>>((unsigned *)x, o, cycles, 0, lanes), say(lanes == 1 ? "hops" : "hops_32", step * 4, blocks, threads, HOPS);
    }
    cudaMemset(x, 0, bytes);
    for (int step : {0, 1, 8, 64})
        for (int lanes : {1, 32})
            for (int blocks : {1, 132}) olds<<<blocks, 32>>>((unsigned *)x, o, cycles, step, lanes), say(lanes == 1 ? "olds" : "olds_32", step, blocks, 32, 8);
    ending<0, 0>(), ending<1, 0>(), ending<0, 1>(), ending<1, 1>();
    for (int threads : {32, 128, 256, 1024})
        for (int blocks : {1, 132, 1056}) {
            int *which = (int *)o;
            starts<<<blocks, threads>>>(cycles, which);
            check("starts");
            const int warps = blocks * threads / 32;
            std::vector<long long> took(warps);
            std::vector<int> sm(warps);
            cudaMemcpy(took.data(), cycles, warps * 8, cudaMemcpyDeviceToHost);
            cudaMemcpy(sm.data(), which, warps * 4, cudaMemcpyDeviceToHost);
            std::vector<long long> own;
            for (int w = 0; w < warps; w++)
                if (sm[w] == sm[0]) own.push_back(took[w]);
            std::sort(own.begin(), own.end());
            printf("starts,%zu,%d,%d", own.size(), blocks, threads);
            for (size_t w = 1; w < own.size(); w += own.size() < 40 ? 1 : own.size() / 32) printf(",%lld", own[w] - own[0]);
            printf("\n");
        }
    (void)argc, (void)argv;
    return 0;
}
