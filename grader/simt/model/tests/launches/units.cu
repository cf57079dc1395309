/* What the memory pipe, the instruction pipes and the TLB of a multiprocessor do, each alone. Lines: what,way,warps,cycles */
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <algorithm>
#define OK(x) do { cudaError_t e_ = (x); if (e_ != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e_)); exit(1);} } while (0)
typedef unsigned u; typedef unsigned long long u64;
static u *out; 
template <class F> static void say(const char *what, long way, int warps, int blocks, double ops, F f) {
    f(); f(); OK(cudaDeviceSynchronize());
    std::vector<u> t(blocks); cudaMemcpy(t.data(), out, blocks * 4, cudaMemcpyDeviceToHost);
    std::sort(t.begin(), t.end());
    printf("%s,%ld,%d,%d,%.3f\n", what, way, warps, blocks, t[blocks / 2] / ops);
}
/* ---- L1: 16 loads of a round, lanes at place[lane] ---- */
template <int BYTES, bool FAR> __device__ __forceinline__ u get(const char *p) {
    u a, b, c, d;
    if (BYTES == 4) { if (FAR) asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(a) : "l"(p)); else asm volatile("ld.global.ca.u32 %0, [%1];" : "=r"(a) : "l"(p)); return a; }
    if (BYTES == 8) { if (FAR) asm volatile("ld.global.cg.v2.u32 {%0,%1}, [%2];" : "=r"(a), "=r"(b) : "l"(p)); else asm volatile("ld.global.ca.v2.u32 {%0,%1}, [%2];" : "=r"(a), "=r"(b) : "l"(p)); return a ^ b; }
    if (FAR) asm volatile("ld.global.cg.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p)); else asm volatile("ld.global.ca.v4.u32 {%0,%1,%2,%3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(p));
    return a ^ b ^ c ^ d;
}
template <int BYTES, bool FAR> __global__ void gather(const char *table, const u *place, u *out, u step, u mask, int rounds) {
    u at = place[threadIdx.x % 32] * BYTES + blockIdx.x * (FAR ? 4096u * 61 : 0) + threadIdx.x / 32 * step, sum = 0;
    for (u k = threadIdx.x * 128; k <= mask; k += blockDim.x * 128) sum += get<4, FAR>(table + k);
    __syncthreads();
    long long begin = clock64();
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < 8; k++) { sum ^= get<BYTES, FAR>(table + (at & mask)); at += step; }
    }
    __syncthreads();
    long long took = clock64() - begin;
    if (threadIdx.x == 0) out[blockIdx.x] = (u)took;
    if (sum == 12345) out[blockIdx.x] = sum;
}
__global__ void chain(const u *table, u *out, int hops, u start, int lanes, u spread) { /* latency: lanes each their own chain */
    u at = start + threadIdx.x * spread;
    if (threadIdx.x < lanes) {
        for (int k = 0; k < 64; k++) at = __ldcg(table + at) ;
        long long begin = clock64();
        for (int k = 0; k < hops; k++) at = __ldcg(table + at);
        long long took = clock64() - begin;
        if (threadIdx.x == 0) out[blockIdx.x] = (u)took;
        if (at == 0xffffffff) out[blockIdx.x] = at;
    }
}
__global__ void chain_l1(u *out, int hops, const u *next, int lanes, u stride) {
    u at = threadIdx.x * stride;
    long long begin = 0, took;
    for (int p = 0; p < 2; p++) { begin = clock64(); for (int k = 0; k < hops; k++) at = next[at]; took = clock64() - begin; }
    if (threadIdx.x == 0) out[blockIdx.x] = (u)took;
    if (at == 0xffffffff) out[blockIdx.x] = at;
}
__global__ void identity(u *p, u n) { u i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] = i; }
__global__ void ring(u *p, u n, u stride) { /* p[i * stride] -> a jump that covers all n places */
    u i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { u64 a = 2654435761ull % n | 1; p[(size_t)i * stride] = (u)((u64)(((u64)i * 1 + a) % n) * stride); }
}
/* ---- instructions ---- */
#define BODY(NAME, T, INIT, OPER) \
__global__ void NAME##_many(u *out, int rounds, T c) { T a[8]; for (int k = 0; k < 8; k++) a[k] = (T)(threadIdx.x + k INIT); long long begin = clock64(); \
  for (int r = 0; r < rounds; r++) { _Pragma("unroll") for (int i = 0; i < 4; i++) { _Pragma("unroll") for (int k = 0; k < 8; k++) { T &x = a[k]; OPER; } } } \
  __syncthreads(); long long took = clock64() - begin; T s = 0; for (int k = 0; k < 8; k++) s += a[k]; if (threadIdx.x == 0) out[blockIdx.x] = (u)took; if (s == (T)123456789) out[blockIdx.x] = 1; } \
__global__ void NAME##_one(u *out, int rounds, T c) { T x = (T)(threadIdx.x INIT); long long begin = clock64(); \
  for (int r = 0; r < rounds; r++) { _Pragma("unroll") for (int i = 0; i < 32; i++) { OPER; } } \
  __syncthreads(); long long took = clock64() - begin; if (threadIdx.x == 0) out[blockIdx.x] = (u)took; if (x == (T)123456789) out[blockIdx.x] = 1; }
BODY(ffma, float, +0.5f, asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x) : "f"(c)))
BODY(fadd, float, +0.5f, asm volatile("add.rn.f32 %0, %0, %1;" : "+f"(x) : "f"(c)))
BODY(fmnmx, float, +0.5f, asm volatile("max.f32 %0, %0, %1;" : "+f"(x) : "f"(c)))
BODY(imad, u, +1, asm volatile("mad.lo.u32 %0, %0, %1, %1;" : "+r"(x) : "r"(c)))
BODY(imad_wide, u64, +1, asm volatile("{.reg .u32 l, h; mov.b64 {l, h}, %0; mad.wide.u32 %0, l, %1, %0;}" : "+l"(x) : "r"((u)c)))
BODY(imad_hi, u, +1, asm volatile("mul.hi.u32 %0, %0, %1;" : "+r"(x) : "r"(c)))
BODY(iadd, u, +1, asm volatile("{.reg .u32 t; sub.u32 t, %1, %0; xor.b32 %0, t, 0;}" : "+r"(x) : "r"(c)); x = __vadd2(x, 0) )
BODY(lop3, u, +1, asm volatile("lop3.b32 %0, %0, %1, %0, 0x1e;" : "+r"(x) : "r"(c)))
BODY(iadd3, u, +1, asm volatile("add.u32 %0, %0, %1;" : "+r"(x) : "r"(c)))
BODY(shf, u, +1, asm volatile("shf.l.wrap.b32 %0, %0, %0, %1;" : "+r"(x) : "r"(c)))
BODY(imnmx, int, +1, asm volatile("max.s32 %0, %0, %1;" : "+r"(x) : "r"(c)))
BODY(select, int, +1, asm volatile("{.reg .pred p; setp.lt.s32 p, %0, %1; selp.s32 %0, %0, %1, p;}" : "+r"(x) : "r"(c)))
BODY(popc, u, +1, asm volatile("popc.b32 %0, %0;" : "+r"(x)))
BODY(prmt, u, +1, asm volatile("prmt.b32 %0, %0, %1, 0x2143;" : "+r"(x) : "r"(c)))
BODY(i2f, u, +1, asm volatile("{.reg .f32 t; cvt.rn.f32.s32 t, %0; mov.b32 %0, t;}" : "+r"(x)))
BODY(f2i, u, +1, asm volatile("{.reg .f32 t; mov.b32 t, %0; cvt.rzi.s32.f32 %0, t;}" : "+r"(x)))
BODY(mufu, float, +0.5f, asm volatile("ex2.approx.ftz.f32 %0, %0;" : "+f"(x)))
BODY(rcp, float, +0.5f, asm volatile("rcp.approx.ftz.f32 %0, %0;" : "+f"(x)))
BODY(dfma, double, +0.5, asm volatile("fma.rn.f64 %0, %0, %1, %1;" : "+d"(x) : "d"(c)))
BODY(dadd, double, +0.5, asm volatile("add.rn.f64 %0, %0, %1;" : "+d"(x) : "d"(c)))
BODY(ddiv, double, +1.5, x = x / c)
BODY(fdiv, float, +1.5f, x = __fdiv_rn(x, c))
BODY(fsqrt, float, +1.5f, x = __fsqrt_rn(x) + c)
BODY(idiv, u, +1000000, x = c / x)
BODY(irem, int, +1000000, x = (int)c % x + 77)
BODY(vote, u, +1, asm volatile("{.reg .pred p; setp.ne.u32 p, %0, 0; vote.sync.ballot.b32 %0, p, 0xffffffff;}" : "+r"(x)))
BODY(shfl, u, +1, asm volatile("shfl.sync.bfly.b32 %0, %0, 1, 0x1f, 0xffffffff;" : "+r"(x)))
BODY(mixed, u, +1, asm volatile("mad.lo.u32 %0, %0, %1, %1; lop3.b32 %0, %0, %1, %0, 0x1e;" : "+r"(x) : "r"(c)))
BODY(mixedf, float, +0.5f, asm volatile("{fma.rn.f32 %0, %0, %1, %1; .reg .u32 t; mov.b32 t, %0; lop3.b32 t, t, 3, t, 0x1e; mov.b32 %0, t;}" : "+f"(x) : "f"(c)))
__constant__ u table_c[1024];
__global__ void ldc_many(u *out, int rounds, u c) { u at[8], s = 0; for (int k = 0; k < 8; k++) at[k] = c + k * 8; long long begin = clock64();
  for (int r = 0; r < rounds; r++) { _Pragma("unroll") for (int i = 0; i < 4; i++) { _Pragma("unroll") for (int k = 0; k < 8; k++) { s += table_c[at[k]]; at[k] = (at[k] + 1) & 255; } } }
  __syncthreads(); long long took = clock64() - begin; if (threadIdx.x == 0) out[blockIdx.x] = (u)took; if (s == 1234567) out[blockIdx.x] = 1; }
__global__ void ldc_one(u *out, int rounds, u c) { u at = c; long long begin = clock64();
  for (int r = 0; r < rounds; r++) { _Pragma("unroll") for (int i = 0; i < 32; i++) at = table_c[at & 255]; }
  __syncthreads(); long long took = clock64() - begin; if (threadIdx.x == 0) out[blockIdx.x] = (u)took; if (at == 1234567) out[blockIdx.x] = 1; }
/* ---- shared memory, barriers ---- */
__global__ void lds(u *out, int rounds, int stride) { __shared__ u s[8192]; for (int i = threadIdx.x; i < 8192; i += blockDim.x) s[i] = i; __syncthreads(); u sum = 0, at = threadIdx.x * stride & 4095; long long begin = clock64();
  for (int r = 0; r < rounds; r++) { _Pragma("unroll") for (int k = 0; k < 32; k++) sum ^= *(volatile u *)&s[at + k * 32]; }
  __syncthreads(); long long took = clock64() - begin; if (threadIdx.x == 0) out[blockIdx.x] = (u)took; if (sum == 1234567) out[blockIdx.x] = 1; }
__global__ void sts(u *out, int rounds, int stride) { __shared__ u s[8192]; u at = threadIdx.x * stride & 4095; long long begin = clock64();
  for (int r = 0; r < rounds; r++) { _Pragma("unroll") for (int k = 0; k < 32; k++) *(volatile u *)&s[at + k * 32] = k; }
  __syncthreads(); long long took = clock64() - begin; if (threadIdx.x == 0) out[blockIdx.x] = (u)took; if (s[threadIdx.x] == 1234567) out[blockIdx.x] = 1; }
__global__ void lds_chain(u *out, int rounds) { __shared__ u s[1024]; s[threadIdx.x] = threadIdx.x; __syncthreads(); u at = threadIdx.x; long long begin = clock64();
  for (int r = 0; r < rounds; r++) at = s[at]; 
  __syncthreads(); long long took = clock64() - begin; if (threadIdx.x == 0) out[blockIdx.x] = (u)took; if (at == 1234567) out[blockIdx.x] = 1; }
__global__ void tree(u *out, int rounds) { __shared__ u s[1024]; s[threadIdx.x] = threadIdx.x; long long begin = clock64();
  for (int r = 0; r < rounds; r++) { __syncthreads(); if (threadIdx.x < 32) s[threadIdx.x] += s[threadIdx.x + 32]; }
  __syncthreads(); long long took = clock64() - begin; if (threadIdx.x == 0) out[blockIdx.x] = (u)took; if (s[threadIdx.x] == 1234567) out[blockIdx.x] = 1; }
__global__ void bars(u *out, int rounds) { long long begin = clock64(); for (int r = 0; r < rounds; r++) __syncthreads(); long long took = clock64() - begin; if (threadIdx.x == 0) out[blockIdx.x] = (u)took; }
__global__ void parted(u *out, int rounds, int ways) { u s = threadIdx.x, w = threadIdx.x % ways; long long begin = clock64();
  for (int r = 0; r < rounds; r++) { for (u k = 0; k < w + 1; k++) s = s * 5 + k; __syncwarp(); }
  long long took = clock64() - begin; if (threadIdx.x == 0) out[blockIdx.x] = (u)took; if (s == 1234567) out[blockIdx.x] = 1; }
int main() {
    OK(cudaMalloc(&out, 16384));
    printf("what,way,warps,blocks,cycles\n");
    { /* L1 and L2 patterns */
        char *table; u *place; const u mask = (1 << 17) - 1; OK(cudaMalloc(&table, 256 << 20)); OK(cudaMemset(table, 0, 256 << 20)); OK(cudaMalloc(&place, 128));
        struct { const char *name; int kind, a; } pats[] = {{"stride", 0, 0}, {"stride", 0, 1}, {"stride", 0, 2}, {"stride", 0, 4}, {"stride", 0, 8}, {"stride", 0, 16}, {"stride", 0, 32}, {"stride", 0, 33}, {"stride", 0, 9}, {"stride", 0, 17}, {"stride", 0, 36}, {"stride", 0, 40}, {"stride", 0, 64}, {"stride", 0, 65}, {"random", 1, 64}, {"random", 1, 256}, {"random", 1, 1024}, {"random", 1, 16384}, {"group2", 2, 16}, {"group4", 2, 8}, {"group8", 2, 4}, {"group16", 2, 2}};
        for (auto &p : pats) {
            u host[32]; u s = 12345;
            for (int l = 0; l < 32; l++) { s = s * 1664525 + 1013904223; host[l] = p.kind == 0 ? l * p.a : p.kind == 1 ? (s >> 8) % p.a : (l % p.a) * 32 * (1) + (l / p.a); }
            cudaMemcpy(place, host, 128, cudaMemcpyHostToDevice);
            for (int w : {1, 8, 32}) {
                char name[64];
                snprintf(name, 64, "l1_4_%s", p.name); say(name, p.a, w, 1, 1024.0 * w, [&] { gather<4, false><<<1, w * 32>>>(table, place, out, 128, mask, 128); });
                if (w == 32) {
                    snprintf(name, 64, "l1_8_%s", p.name); say(name, p.a, w, 1, 1024.0 * w, [&] { gather<8, false><<<1, w * 32>>>(table, place, out, 128, mask, 128); });
                    snprintf(name, 64, "l1_16_%s", p.name); say(name, p.a, w, 1, 1024.0 * w, [&] { gather<16, false><<<1, w * 32>>>(table, place, out, 128, mask, 128); });
                    snprintf(name, 64, "l2_4_%s", p.name); say(name, p.a, w, 1, 1024.0 * w, [&] { gather<4, true><<<1, w * 32>>>(table, place, out, 128, (1 << 20) - 1, 128); });
                    say(name, p.a, w, 132, 1024.0 * w, [&] { gather<4, true><<<132, w * 32>>>(table, place, out, 4096 + 128, (1 << 24) - 1, 128); });
                }
            }
        }
        for (u stride : {1u, 2u, 4u, 8u, 16u, 32u, 33u}) { identity<<<64, 256>>>((u *)table, 16384); say("l1_latency", stride, 1, 1, 512, [&] { chain_l1<<<1, 32>>>(out, 512, (u *)table, 32, stride); }); }
        say("l1_latency_lane", 1, 1, 1, 512, [&] { chain_l1<<<1, 1>>>(out, 512, (u *)table, 1, 1); });
        cudaFree(table);
    }
    { /* translation: chains of jumps of 256 bytes' multiples through F MiB */
        u *big; size_t most = size_t(4) << 30; OK(cudaMalloc(&big, most));
        for (long mib : {1, 8, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 2048, 4096}) {
            for (u bytes : {256u, 2097152u + 256u}) { u n = (u)((size_t(mib) << 20) / bytes); if (n < 4) continue;
                ring<<<n / 256 + 1, 256>>>(big, n, bytes / 4);
                for (int lanes : {1, 32}) say(bytes == 256 ? "chain_256" : "chain_2M", mib, lanes, 1, 1024, [&] { chain<<<1, 32>>>(big, out, 1024, 0, lanes, (u)((size_t)(n / 33) * (bytes / 4))); });
                if (bytes == 256) { say("chain_4warps", mib, 4, 132, 256, [&] { chain<<<132, 128>>>(big, out, 256, 0, 128, (u)((size_t)(n / 129) * (bytes / 4))); });
                                     say("chain_32warps", mib, 32, 132, 128, [&] { chain<<<132, 1024>>>(big, out, 128, 0, 1024, (u)((size_t)(n / 1025) * (bytes / 4))); }); }
            }
        }
        cudaFree(big);
    }
#define RUN(N, C) say(#N "_many", 0, 16, 1, 32.0 * 64 * 4, [&] { N##_many<<<1, 512>>>(out, 64, C); }); say(#N "_one", 0, 1, 1, 32.0 * 64, [&] { N##_one<<<1, 32>>>(out, 64, C); });
    RUN(ffma, 0.5f) RUN(fadd, 0.5f) RUN(fmnmx, 3.f) RUN(imad, 3) RUN(imad_wide, 3) RUN(imad_hi, 3000000000u) RUN(iadd, 3) RUN(iadd3, 3) RUN(lop3, 3) RUN(shf, 3) RUN(imnmx, 5) RUN(select, 5) RUN(popc, 0) RUN(prmt, 3) RUN(i2f, 0) RUN(f2i, 0) RUN(mufu, 0) RUN(rcp, 0)
    RUN(dfma, 0.5) RUN(dadd, 0.5) RUN(ddiv, 1.0001) RUN(fdiv, 1.0001f) RUN(fsqrt, 1.5f) RUN(idiv, 4000000000u) RUN(irem, 2000000000) RUN(vote, 0) RUN(shfl, 0) RUN(mixed, 3) RUN(mixedf, 0.5f)
    for (int k = 0; k < 1; k++) { u h[1024]; for (int i = 0; i < 1024; i++) h[i] = (i * 7 + 1) & 255; cudaMemcpyToSymbol(table_c, h, 4096); }
    RUN(ldc, 3)
    for (int stride : {1, 2, 4, 8, 32}) for (int w : {1, 8, 32}) { say("lds", stride, w, 1, 32.0 * 64 * w, [&] { lds<<<1, 32 * w>>>(out, 64, stride); }); say("sts", stride, w, 1, 32.0 * 64 * w, [&] { sts<<<1, 32 * w>>>(out, 64, stride); }); }
    say("lds_chain", 0, 1, 1, 1024, [&] { lds_chain<<<1, 32>>>(out, 1024); });
    for (int w : {1, 2, 4, 8, 16, 32}) { say("bars", 0, w, 1, 1024, [&] { bars<<<1, 32 * w>>>(out, 1024); }); say("tree", 0, w, 1, 1024, [&] { tree<<<1, 32 * w>>>(out, 1024); }); }
    say("bars_8blocks", 0, 8, 1056, 1024, [&] { bars<<<1056, 256>>>(out, 1024); });
    for (int ways : {1, 2, 4, 8, 16, 32}) for (int w : {1, 16}) say("parted", ways, w, 1, 256, [&] { parted<<<1, 32 * w>>>(out, 256, ways); });
    OK(cudaDeviceSynchronize());
    return 0;
}
