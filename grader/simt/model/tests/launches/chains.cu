/*
 * Blocks that wait for each other: what a hand-over costs, alone and in scans of one pass.
 *
 *     nvcc -O3 -std=c++17 -arch=sm_90 chains.cu -o chains; ./chains (events); ncu … ./chains once
 */
#include "bench.h"

#include <cooperative_groups.h>

namespace groups = cooperative_groups;
typedef unsigned long long u64;

/* ---- hand-overs alone: thread 0 of each block waits for the block before it ---- */
__global__ void hand_on(volatile int *flag, int run) {
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        if (b > 0) {
            while (flag[b - 1] != run) {
            }
        }
        flag[b] = run;
    }
}
__global__ void hand_on_word(volatile u64 *word, int run) { /* a number travels with the flag */
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        u64 before = u64(run) << 32;
        if (b > 0) {
            while (((before = word[b - 1]) >> 32) != run) {
            }
        }
        word[b] = before + 1;
    }
}
__global__ void hand_on_sum(volatile int *flag, volatile int *sum, int run) { /* a number beside the flag: fences */
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        int before = 0;
        if (b > 0) {
            while (flag[b - 1] != run) {
            }
            __threadfence();
            before = sum[b - 1];
        }
        sum[b] = before + 1;
        __threadfence();
        flag[b] = run;
    }
}
__global__ void hand_on_atomic(int *flag, int *sum, int run) { /* as a book has it: atomics of 0 wait */
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        int before = 0;
        if (b > 0) {
            while (atomicAdd(&flag[b - 1], 0) < run) {
            }
            before = sum[b - 1];
        }
        sum[b] = before + 1;
        __threadfence();
        atomicAdd(&flag[b], 1);
    }
}
__global__ void hand_on_order(int *flag, int *sum, int run) { /* acquire, release */
    int b = blockIdx.x;
    if (threadIdx.x == 0) {
        int before = 0, seen = run;
        if (b > 0) {
            do {
                asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag + b - 1) : "memory");
            } while (seen != run);
            before = sum[b - 1];
        }
        sum[b] = before + 1;
        asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(flag + b), "r"(run) : "memory");
    }
}

/* ---- scans of one pass ---- */
/* Four elements a thread; the sum of the block is in *total, what lies before the thread in the block is returned. */
template <int THREADS> __device__ int before_in_block(int4 &v, int *total) {
    __shared__ int warp_sum[THREADS / 32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    v.y += v.x, v.z += v.y, v.w += v.z;
    int sum = v.w;
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(~0u, sum, d);
        if (lane >= d) sum += other;
    }
    if (lane == 31) warp_sum[warp] = sum;
    __syncthreads();
    int base = sum - v.w;
    *total = 0;
    for (int w = 0; w < THREADS / 32; w++) base += w < warp ? warp_sum[w] : 0, *total += warp_sum[w];
    return base;
}
__device__ void finish(int4 v, int base, int *out, int at) {
    ((int4 *)out)[at] = make_int4(base + v.x, base + v.y, base + v.z, base + v.w);
}
/* Blocks take their numbers as they come, and wait for the one before. */
template <int THREADS> __global__ void scan_chained(const int *in, int *out, int *next, int *flag, volatile int *sum, int run) {
    __shared__ int number, before;
    if (threadIdx.x == 0) number = atomicAdd(next, 1) - (run - 1) * gridDim.x;
    __syncthreads();
    int b = number, at = b * THREADS + threadIdx.x, total;
    int4 v = ((const int4 *)in)[at];
    int base = before_in_block<THREADS>(v, &total);
    if (threadIdx.x == 0) {
        int sum_before = 0;
        if (b > 0) {
            while (atomicAdd(&flag[b - 1], 0) < run) {
            }
            sum_before = sum[b - 1];
        }
        sum[b] = sum_before + total;
        __threadfence();
        atomicAdd(&flag[b], 1);
        before = sum_before;
    }
    __syncthreads();
    finish(v, base + before, out, at);
}
/* A word for each block: its own sum (2 * run in the upper half), or all up to it (2 * run + 1). One thread looks back. */
__device__ u64 word_of(int state, int sum) {
    return u64(unsigned(state)) << 32 | unsigned(sum);
}
template <int THREADS> __global__ void scan_by_thread(const int *in, int *out, volatile u64 *word, int run) {
    __shared__ int before;
    int b = blockIdx.x, at = b * THREADS + threadIdx.x, total;
    int4 v = ((const int4 *)in)[at];
    int base = before_in_block<THREADS>(v, &total);
    if (threadIdx.x == 0) {
        int sum = 0, from = b - 1;
        word[b] = word_of(2 * run, total);
        while (from >= 0) {
            u64 seen = word[from];
            int state = int(seen >> 32);
            if (state < 2 * run) continue;
            sum += int(seen);
            if (state == 2 * run + 1) break;
            from--;
        }
        word[b] = word_of(2 * run + 1, sum + total);
        before = sum;
    }
    __syncthreads();
    finish(v, base + before, out, at);
}
/* The same by a warp: 32 words at a time. */
template <int THREADS> __global__ void scan_by_warp(const int *in, int *out, volatile u64 *word, int run) {
    __shared__ int before;
    int b = blockIdx.x, at = b * THREADS + threadIdx.x, total;
    int4 v = ((const int4 *)in)[at];
    int base = before_in_block<THREADS>(v, &total);
    if (threadIdx.x < 32) {
        int lane = threadIdx.x, sum = 0, from = b - 1;
        if (lane == 0) word[b] = word_of(b == 0 ? 2 * run + 1 : 2 * run, total);
        while (from >= 0) {
            u64 seen = from - lane >= 0 ? word[from - lane] : word_of(2 * run + 1, 0);
            int state = int(seen >> 32);
            if (__any_sync(~0u, state < 2 * run)) continue;
            unsigned whole = __ballot_sync(~0u, state == 2 * run + 1);
            int upto = whole ? __ffs(whole) - 1 : 31, part = lane <= upto ? int(seen) : 0;
            for (int d = 16; d > 0; d /= 2) part += __shfl_xor_sync(~0u, part, d);
            sum += part;
            if (whole) break;
            from -= 32;
        }
        if (lane == 0) {
            if (b > 0) word[b] = word_of(2 * run + 1, sum + total);
            before = sum;
        }
    }
    __syncthreads();
    finish(v, base + before, out, at);
}
/* Keeps what is positive, in order, in one pass. */
__global__ void compact_one_pass(const int *in, int *out, volatile u64 *word, int run) {
    __shared__ int warp_sum[8], before;
    int b = blockIdx.x, t = threadIdx.x, lane = t % 32, value = in[b * 256 + t];
    bool keep = value % 3 != 0;
    unsigned who = __ballot_sync(~0u, keep);
    if (lane == 0) warp_sum[t / 32] = __popc(who);
    __syncthreads();
    int base = __popc(who & ((1u << lane) - 1)), total = 0;
    for (int w = 0; w < 8; w++) base += w < t / 32 ? warp_sum[w] : 0, total += warp_sum[w];
    if (t == 0) {
        int sum = 0, from = b - 1;
        word[b] = word_of(2 * run, total);
        while (from >= 0) {
            u64 seen = word[from];
            int state = int(seen >> 32);
            if (state < 2 * run) continue;
            sum += int(seen);
            if (state == 2 * run + 1) break;
            from--;
        }
        word[b] = word_of(2 * run + 1, sum + total);
        before = sum;
    }
    __syncthreads();
    if (keep) out[before + base] = value;
}

/* ---- barriers of the grid, and fences ---- */
__global__ void grid_syncs(int times, int *out) {
    auto grid = groups::this_grid();
    for (int k = 0; k < times; k++) grid.sync();
    if (times == 12345) *out = 1;
}
__global__ void fences(int times, int *out) {
    for (int k = 0; k < times; k++) __threadfence();
    if (times == 12345) *out = 1;
}
__global__ void fences_stored(int times, volatile int *out) {
    for (int k = 0; k < times; k++) {
        out[blockIdx.x * blockDim.x + threadIdx.x] = k;
        __threadfence();
    }
}
__global__ void fences_loaded(int times, volatile int *out) {
    int sum = 0;
    for (int k = 0; k < times; k++) {
        sum += out[blockIdx.x * blockDim.x + threadIdx.x];
        __threadfence();
    }
    if (sum == 12345) *out = 1;
}

#define NEXT(n, kernel, grid, block, ...)                                                                                          \
    {                                                                                                                              \
        int *mine = zero + K * 64 * places++;                                                                                      \
        int run = 0;                                                                                                               \
        launch(#kernel "/" #block, n, [=]() mutable { run++; kernel<<<grid, block>>>(__VA_ARGS__); });                              \
    }

static void syncs(int *out, int blocks, int threads, int times) {
    char name[64];
    snprintf(name, sizeof name, "grid_syncs/%d/%d", threads, times);
    launch(name, blocks, [=]() mutable {
        void *arguments[] = {&times, &out};
        cudaLaunchCooperativeKernel((void *)grid_syncs, dim3(blocks), dim3(threads), arguments, 0, 0);
    });
}

template <class Kernel> static void fence(const char *what, Kernel kernel, int threads, int times, int *out) {
    char name[64];
    snprintf(name, sizeof name, "%s/%d", what, times);
    launch(name, threads, [=] { kernel<<<132, threads>>>(times, out); });
}

int main(int argc, char **argv) {
    const int K = 1024, M = K * K;
    bench_begin(argc, argv);
    int *in = drawn<int>(8 * M, 100), *out, *zero, places = 0;
    cudaMalloc((void **)&out, 8 * M * sizeof(int));
    cudaMalloc((void **)&zero, 8 * M * sizeof(int));
    cudaMemset(zero, 0, 8 * M * sizeof(int));
    for (int blocks : {132, 528, 2112, 8448}) NEXT(blocks, hand_on, blocks, 32, mine, run);
    NEXT(1056, hand_on, 1056, 256, mine, run);
    NEXT(2112, hand_on, 2112, 1024, mine, run);
    NEXT(2112, hand_on_word, 2112, 32, (u64 *)mine, run);
    for (int blocks : {132, 2112}) NEXT(blocks, hand_on_sum, blocks, 32, mine, mine + 32 * K, run);
    NEXT(2112, hand_on_sum, 2112, 256, mine, mine + 32 * K, run);
    for (int blocks : {132, 2112}) NEXT(blocks, hand_on_atomic, blocks, 32, mine, mine + 32 * K, run);
    NEXT(2112, hand_on_order, 2112, 32, mine, mine + 32 * K, run);
    for (int n : {256 * K, M, 4 * M}) NEXT(n, scan_chained<256>, n / 1024, 256, in, out, mine, mine + 32, mine + 32 * K, run);
    NEXT(M, scan_chained<1024>, M / 4096, 1024, in, out, mine, mine + 32, mine + 32 * K, run);
    for (int n : {64 * K, 256 * K, M, 4 * M, 8 * M}) NEXT(n, scan_by_thread<256>, n / 1024, 256, in, out, (u64 *)mine, run);
    NEXT(M, scan_by_thread<64>, M / 256, 64, in, out, (u64 *)mine, run);
    NEXT(4 * M, scan_by_thread<1024>, M / 1024, 1024, in, out, (u64 *)mine, run);
    for (int n : {64 * K, 256 * K, M, 4 * M, 8 * M}) NEXT(n, scan_by_warp<256>, n / 1024, 256, in, out, (u64 *)mine, run);
    NEXT(M, scan_by_warp<64>, M / 256, 64, in, out, (u64 *)mine, run);
    NEXT(4 * M, scan_by_warp<1024>, M / 1024, 1024, in, out, (u64 *)mine, run);
    for (int n : {256 * K, M}) NEXT(n, compact_one_pass, n / 256, 256, in, out, (u64 *)mine, run);
    for (int times : {1, 11})
        for (int threads : {32, 256})
            for (int blocks : {33, 64, 128}) syncs(out, blocks, threads, times);
    for (int threads : {32, 1024}) {
        for (int times : {1, 33}) {
            fence("fences", fences, threads, times, out);
            fence("fences_stored", fences_stored, threads, times, out);
            fence("fences_loaded", fences_loaded, threads, times, out);
        }
    }
    return 0;
}
