/* Launches of launches.cu: prefix sums by steps, by a tree and by shuffles; comparison networks, and counting digits. */
#pragma once
#include "launches.h"

/* ---- scans ----------------------------------------------------------------------------------- */

__global__ void scan_steps(const unsigned *in, unsigned *out, unsigned *sums) {
    __shared__ unsigned s[2][256];
    int t = threadIdx.x, at = 0;
    s[0][t] = in[INDEX];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        s[1 - at][t] = t >= d ? s[at][t] + s[at][t - d] : s[at][t];
        at = 1 - at;
        __syncthreads();
    }
    out[INDEX] = s[at][t];
    if (t == 255) sums[blockIdx.x] = s[at][t];
}
__global__ void scan_tree(const unsigned *in, unsigned *out) {
    __shared__ unsigned s[512];
    int t = threadIdx.x, from = blockIdx.x * 512;
    s[2 * t] = in[from + 2 * t];
    s[2 * t + 1] = in[from + 2 * t + 1];
    int stride = 1;
    for (int d = 256; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) s[stride * (2 * t + 2) - 1] += s[stride * (2 * t + 1) - 1];
        stride *= 2;
    }
    if (t == 0) s[511] = 0;
    for (int d = 1; d < 512; d *= 2) {
        stride /= 2;
        __syncthreads();
        if (t < d) {
            int a = stride * (2 * t + 1) - 1, b = stride * (2 * t + 2) - 1;
            unsigned kept = s[a];
            s[a] = s[b];
            s[b] += kept;
        }
    }
    __syncthreads();
    out[from + 2 * t] = s[2 * t];
    out[from + 2 * t + 1] = s[2 * t + 1];
}
__global__ void scan_shuffle(const unsigned *in, unsigned *out, unsigned *sums) {
    __shared__ unsigned totals[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned v = in[INDEX];
    for (int d = 1; d < 32; d *= 2) {
        unsigned other = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += other;
    }
    if (lane == 31) totals[warp] = v;
    __syncthreads();
    if (warp == 0) {
        unsigned total = lane < blockDim.x / 32 ? totals[lane] : 0;
        for (int d = 1; d < 32; d *= 2) {
            unsigned other = __shfl_up_sync(~0u, total, d);
            if (lane >= d) total += other;
        }
        totals[lane] = total;
    }
    __syncthreads();
    if (warp > 0) v += totals[warp - 1];
    out[INDEX] = v;
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = v;
}
__global__ void add_offsets(unsigned *data, const unsigned *offsets) { data[INDEX] += offsets[blockIdx.x]; }
__global__ void compact(const unsigned *in, unsigned *out, unsigned *count, int n) {
    int i = INDEX;
    if (i < n && in[i] % 4 == 0) out[atomicAdd(count, 1)] = in[i];
}

static void scans() {
    for (int n : {64 * K, M, 4 * M}) {
        launch("scan_steps", n, [=] { scan_steps<<<n / 256, 256>>>(words, more, little); });
        launch("scan_tree", n, [=] { scan_tree<<<n / 512, 256>>>(words, more); });
        launch("scan_shuffle", n, [=] { scan_shuffle<<<n / 512, 512>>>(words, more, little); });
        launch("add_offsets", n, [=] { add_offsets<<<n / 512, 512>>>(more, little); });
    }
    launch("compact", M, [=] { compact<<<M / 256, 256>>>(words, more, counter, M); });
}

/* ---- sorting --------------------------------------------------------------------------------- */

__global__ void bitonic_step(unsigned *data, int j, int k) {
    int i = INDEX, other = i ^ j;
    if (other > i) {
        unsigned a = data[i], b = data[other];
        if (((i & k) == 0) == (a > b)) data[i] = b, data[other] = a;
    }
}
__global__ void bitonic_block(unsigned *data) {
    __shared__ unsigned s[512];
    int t = threadIdx.x, from = blockIdx.x * 512;
    s[t] = data[from + t];
    s[t + 256] = data[from + t + 256];
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int a = 2 * t - (t & (j - 1)), b = a + j;
            bool up = (a & k) == 0;
            unsigned x = s[a], y = s[b];
            if (up == (x > y)) s[a] = y, s[b] = x;
        }
    __syncthreads();
    data[from + t] = s[t];
    data[from + t + 256] = s[t + 256];
}
__global__ void odd_even(unsigned *data, int n) {
    extern __shared__ unsigned s[];
    int t = threadIdx.x;
    s[t] = data[INDEX];
    __syncthreads();
    for (int round = 0; round < n; round++) {
        int i = 2 * t + round % 2;
        if (i + 1 < blockDim.x && s[i] > s[i + 1]) {
            unsigned kept = s[i];
            s[i] = s[i + 1];
            s[i + 1] = kept;
        }
        __syncthreads();
    }
    data[INDEX] = s[t];
}
__global__ void radix_count(const unsigned *keys, unsigned *counts, int n, int shift) {
    __shared__ unsigned s[16];
    if (threadIdx.x < 16) s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[keys[i] >> shift & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}

static void sorting() {
    for (int n : {64 * K, M}) {
        launch("bitonic_near", n, [=] { bitonic_step<<<n / 256, 256>>>(words, 1, 1024); });
        launch("bitonic_far", n, [=] { bitonic_step<<<n / 256, 256>>>(words, n / 4, n / 2); });
        launch("bitonic_block", n, [=] { bitonic_block<<<n / 512, 256>>>(more); });
        launch("radix_count", n, [=] { radix_count<<<std::min(n / 256, 264), 256>>>(words, little, n, 4); });
    }
    launch("odd_even", 256, [=] { odd_even<<<132, 256, 1024>>>(more, 256); });
}
