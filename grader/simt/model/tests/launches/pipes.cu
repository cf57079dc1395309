/*
 * What a scheduler can start in a cycle, by kind of instruction: eight warps each, four chains a warp. And streams of 4 and of 16 bytes
 * a lane that read, write and do both; loads from random places; lists that all lanes follow.
 */
#include "bench.h"

#define AT (blockIdx.x * blockDim.x + threadIdx.x)
__constant__ float taps[256];
enum { ROUNDS = 16, EACH = 32 };
#define PIPE(name, type, start, one)                                                                                       \
    __global__ void name(type *o, long long *cycles, type p, type q, int rounds) {                                         \
        type v[4];                                                                                                         \
        for (int c = 0; c < 4; c++) v[c] = (type)(start + threadIdx.x + c);                                                \
        __syncthreads();                                                                                                   \
        long long begin = clock64();                                                                                       \
        _Pragma("unroll 1") for (int r = 0; r < rounds; r++) {                                                             \
            _Pragma("unroll") for (int k = 0; k < EACH; k++) {                                                             \
                type &x = v[k % 4];                                                                                        \
                one;                                                                                                       \
            }                                                                                                              \
        }                                                                                                                  \
        __syncthreads();                                                                                                   \
        long long end = clock64();                                                                                         \
        if (threadIdx.x == 0) *cycles = end - begin;                                                                       \
        o[AT] = v[0] + v[1] + v[2] + v[3];                                                                                 \
    }
#define ASM3(op, c) asm volatile(op " %0, %0, %1, %2;" : "+" c(x) : c(p), c(q))
#define ASM2(op, c) asm volatile(op " %0, %0, %1;" : "+" c(x) : c(p))
PIPE(ffma, float, 1, ASM3("fma.rn.f32", "f"))
PIPE(fadd, float, 1, ASM2("add.f32", "f"))
PIPE(fmax_, float, 1, ASM2("max.f32", "f"))
PIPE(ffma_tap, float, 1, x = x * taps[k] + p)
PIPE(ffma_tap_twice, float, 1, x = x * taps[k] + taps[k + 32])
PIPE(iadd, int, 1, ASM2("add.s32", "r"))
PIPE(isub_lop, int, 1, asm volatile("add.s32 %0, %0, %1; xor.b32 %0, %0, %2;" : "+r"(x) : "r"(p), "r"(q)))
PIPE(lop, int, 1, asm volatile("xor.b32 %0, %0, %1;" : "+r"(x) : "r"(p)))
PIPE(shift, int, 1, asm volatile("shr.s32 %0, %0, %1;" : "+r"(x) : "r"(p)))
PIPE(shift_left, int, 1, asm volatile("shl.b32 %0, %0, 3;" : "+r"(x)))
PIPE(imin, int, 1, ASM2("min.s32", "r"))
PIPE(imad, int, 1, ASM3("mad.lo.s32", "r"))
PIPE(imul_hi, int, 1, ASM2("mul.hi.s32", "r"))
PIPE(imad_wide, long long, 1, asm volatile("mad.wide.s32 %0, %1, %2, %0;" : "+l"(x) : "r"((int)p), "r"((int)q)))
PIPE(iadd64, long long, 1, ASM2("add.s64", "l"))
PIPE(select_, int, 1, asm volatile("{.reg .pred t; setp.lt.s32 t, %0, %1; selp.s32 %0, %2, %0, t;}" : "+r"(x) : "r"(p), "r"(q)))
PIPE(fselect, float, 1, asm volatile("{.reg .pred t; setp.lt.f32 t, %0, %1; selp.f32 %0, %2, %0, t;}" : "+f"(x) : "f"(p), "f"(q)))
PIPE(ffma_iadd, float, 1, asm volatile("{.reg .s32 i; fma.rn.f32 %0, %0, %1, %2; mov.b32 i, %0; add.s32 i, i, 7; mov.b32 %0, i;}" : "+f"(x) : "f"(p), "f"(q)))
PIPE(ffma_lop, float, 1, asm volatile("{.reg .s32 i; fma.rn.f32 %0, %0, %1, %2; mov.b32 i, %0; xor.b32 i, i, 7; mov.b32 %0, i;}" : "+f"(x) : "f"(p), "f"(q)))
PIPE(prmt, int, 1, asm volatile("prmt.b32 %0, %0, %1, 0x2104;" : "+r"(x) : "r"(p)))
PIPE(popcount, int, 1, asm volatile("popc.b32 %0, %0;" : "+r"(x)))
PIPE(to_float, int, 1, asm volatile("{.reg .f32 t; cvt.rn.f32.s32 t, %0; mov.b32 %0, t;}" : "+r"(x)))
PIPE(to_int, float, 1, asm volatile("{.reg .s32 t; cvt.rzi.s32.f32 t, %0; mov.b32 %0, t;}" : "+f"(x)))
PIPE(special, float, 1, asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x)))
PIPE(root, float, 1, asm volatile("rsqrt.approx.ftz.f32 %0, %0;" : "+f"(x)))
PIPE(bit_field, int, 1, asm volatile("bfe.u32 %0, %0, 3, 9;" : "+r"(x)))
PIPE(shuffle, int, 1, x += __shfl_xor_sync(~0u, x, 1))
PIPE(vote, int, 1, x += __ballot_sync(~0u, x & 1))

template <class T, int IN, bool OUT> __global__ void stream(const T *a, T *o) {
    size_t n = (size_t)gridDim.x * blockDim.x;
    T v = {};
    for (int k = 0; k < IN; k++) {
        T w = a[AT + k * n];
        if constexpr (sizeof(T) == 16) v.x += w.x, v.y += w.y, v.z += w.z, v.w += w.w;
        else v += w;
    }
    if (OUT) o[AT] = v;
    else if constexpr (sizeof(T) == 16) { if (v.x == 0.123f) o[AT] = v; }
    else { if (v == 0.123f) o[AT] = v; }
}
__global__ void in_place(float4 *a) { float4 v = a[AT]; v.x += 1, v.y += 1; a[AT] = v; }
template <int U> __global__ void random_loads(const float *a, float *o, unsigned mask) {
    float v = 0;
    unsigned s = AT * 2654435761u + 12345;
    for (int u = 0; u < U; u++) s = s * 1664525u + 1013904223u, v += a[(s >> 2) & mask];
    o[AT] = v;
}
__global__ void follow(const unsigned *next, unsigned *o, int hops, unsigned mask) {
    unsigned p = (AT * 2654435761u) & mask;
    for (int h = 0; h < hops; h++) p = next[p];
    o[AT] = p;
}
static float *x, *y;
static long long *cycles;
template <class T> static void pipe(const char *name, void (*kernel)(T *, long long *, T, T, int)) {
    for (int r = 0; r < 2; r++) kernel<<<1, 1024>>>((T *)x, cycles, (T)1, (T)1, ROUNDS);
    long long took;
    cudaMemcpy(&took, cycles, 8, cudaMemcpyDeviceToHost);
    for (int r = 0; r < 2; r++) kernel<<<1, 32>>>((T *)x, cycles, (T)1, (T)1, ROUNDS);
    long long alone;
    cudaMemcpy(&alone, cycles, 8, cudaMemcpyDeviceToHost);
    fprintf(stderr, "%-14s full %.2f cycles each, one warp %.2f\n", name, took / (8.0 * ROUNDS * EACH), alone / (1.0 * ROUNDS * EACH));
}
#define RUNPIPE(name) pipe(#name, name)
int main(int argc, char **argv) {
    bench_begin(argc, argv);
    cudaMalloc((void **)&x, 1u << 30), cudaMalloc((void **)&y, 1u << 28), cudaMalloc((void **)&cycles, 8);
    cudaMemset(x, 0, 1u << 30);
    {
        RUNPIPE(ffma), RUNPIPE(fadd), RUNPIPE(fmax_), RUNPIPE(ffma_tap), RUNPIPE(ffma_tap_twice), RUNPIPE(iadd), RUNPIPE(isub_lop), RUNPIPE(lop), RUNPIPE(shift), RUNPIPE(shift_left), RUNPIPE(imin), RUNPIPE(imad), RUNPIPE(imul_hi), RUNPIPE(imad_wide), RUNPIPE(iadd64), RUNPIPE(select_), RUNPIPE(fselect), RUNPIPE(ffma_iadd), RUNPIPE(ffma_lop), RUNPIPE(prmt), RUNPIPE(popcount), RUNPIPE(to_float), RUNPIPE(to_int), RUNPIPE(special), RUNPIPE(root), RUNPIPE(bit_field), RUNPIPE(shuffle), RUNPIPE(vote);
    }
    for (int mb : {1, 4, 16, 32}) {
        int t = mb << 16; /* of 16 bytes */
        launch("read16", mb, [=] { stream<float4, 1, false><<<t / 256, 256>>>((float4 *)x, (float4 *)y); });
        launch("write16", mb, [=] { stream<float4, 0, true><<<t / 256, 256>>>((float4 *)x, (float4 *)y); });
        launch("copy16", mb, [=] { stream<float4, 1, true><<<t / 256, 256>>>((float4 *)x, (float4 *)y); });
        launch("two_in16", mb, [=] { stream<float4, 2, true><<<t / 256, 256>>>((float4 *)x, (float4 *)y); });
        launch("two_read16", mb, [=] { stream<float4, 2, false><<<t / 256, 256>>>((float4 *)x, (float4 *)y); });
        launch("four_in16", mb, [=] { stream<float4, 4, true><<<t / 256, 256>>>((float4 *)x, (float4 *)y); });
        launch("in_place16", mb, [=] { in_place<<<t / 256, 256>>>((float4 *)x); });
        launch("two_in4", mb, [=] { stream<float, 2, true><<<t / 64, 256>>>(x, y); });
    }
    for (int kb : {64, 1024, 16384, 262144, 1048576})
        for (int blocks : {132, 1056, 4096}) {
            launch("random_one", kb, [=] { random_loads<1><<<blocks, 256>>>(x, y, kb * 256u - 1); });
            launch("random_eight", kb, [=] { random_loads<8><<<blocks, 256>>>(x, y, kb * 256u - 1); });
        }
    std::vector<unsigned> next(1 << 24);
    for (unsigned i = 0; i < 1 << 24; i++) next[i] = (i * 1103515245u + 12345u) & ((1 << 24) - 1);
    unsigned *big = on_device(next);
    next.resize(1 << 14);
    for (unsigned i = 0; i < 1 << 14; i++) next[i] = (i * 1103515245u + 12345u) & ((1 << 14) - 1);
    unsigned *small = on_device(next);
    for (int threads : {1, 32, 64, 256, 1024})
        for (int blocks : {1, 132}) {
            char name[32];
            snprintf(name, sizeof name, "follow/%dx%d", blocks, threads);
            launch(name, 64, [=] { follow<<<blocks, threads>>>(small, (unsigned *)y, 256, (1 << 14) - 1); });
            launch(name, 65536, [=] { follow<<<blocks, threads>>>(big, (unsigned *)y, 64, (1 << 24) - 1); });
        }
    return 0;
}
