/* Kernels of the nineteenth set: learning, particles, chance, whole numbers, latency, occupancy. */
#pragma once
#include "seventeenth.cuh"
#include <cuda_bf16.h>
#include <cuda_pipeline.h>

/* ---- learning ---- */
__global__ void sums_of_clusters(const float *points, const unsigned *cluster, float *sums, unsigned *counts, int n) { /* 12 clusters, 3 coordinates by planes */
    __shared__ float s[12 * 3];
    __shared__ unsigned many[12];
    if (threadIdx.x < 36) s[threadIdx.x] = 0;
    if (threadIdx.x < 12) many[threadIdx.x] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        unsigned c = cluster[i] % 12;
        for (int k = 0; k < 3; k++) atomicAdd(&s[c * 3 + k], points[k * n + i]);
        atomicAdd(&many[c], 1u);
    }
    __syncthreads();
    if (threadIdx.x < 36) atomicAdd(&sums[threadIdx.x], s[threadIdx.x]);
    if (threadIdx.x < 12) atomicAdd(&counts[threadIdx.x], many[threadIdx.x]);
}
__global__ void five_nearest(const float2 *points, float *out, int n, int all) { /* n queries among all points, 256 at a time in shared memory */
    __shared__ float2 some[256];
    int i = AT;
    float best[5] = {1e30f, 1e30f, 1e30f, 1e30f, 1e30f};
    float2 p = points[min(i, n - 1)];
    for (int base = 0; base < all; base += 256) {
        for (int k = threadIdx.x; k < 256; k += blockDim.x) some[k] = base + k < all ? points[base + k] : make_float2(1e9f, 1e9f);
        __syncthreads();
        for (int k = 0; k < 256; k++) {
            float dx = some[k].x - p.x, dy = some[k].y - p.y, d = dx * dx + dy * dy;
            if (d < best[4]) {
                best[4] = d;
#pragma unroll
                for (int b = 4; b > 0; b--)
                    if (best[b] < best[b - 1]) {
                        float t = best[b];
                        best[b] = best[b - 1], best[b - 1] = t;
                    }
            }
        }
        __syncthreads();
    }
    if (i < n)
        for (int b = 0; b < 5; b++) out[b * n + i] = best[b];
}
__global__ void rms_norm_half2(const __half2 *in, const __half2 *gain, __half2 *out, int pairs) { /* a block a row */
    __shared__ float warps[8];
    const __half2 *row = in + size_t(blockIdx.x) * pairs;
    float sum = 0;
    for (int k = threadIdx.x; k < pairs; k += 256) {
        float2 w = __half22float2(row[k]);
        sum += w.x * w.x + w.y * w.y;
    }
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) warps[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int k = 0; k < 8; k++) sum += warps[k];
    __half2 scale = __float2half2_rn(rsqrtf(sum / (2 * pairs) + 1e-5f));
    for (int k = threadIdx.x; k < pairs; k += 256) out[size_t(blockIdx.x) * pairs + k] = __hmul2(__hmul2(row[k], scale), gain[k]);
}
/* A warp a query of 64 numbers: scores of all keys up to its own, their soft maximum, the mean of values. */
__global__ void causal_attention(const float2 *q, const float2 *k, const float2 *v, float2 *out, int n) {
    extern __shared__ float scores[]; /* n to each of 4 warps */
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = blockIdx.x * 4 + warp;
    float *s = scores + warp * n;
    float2 mine = q[row * 32 + lane];
    float most = -1e30f, sum = 0;
    for (int j = 0; j <= row; j++) {
        float2 key = k[j * 32 + lane];
        float dot = mine.x * key.x + mine.y * key.y;
        for (int d = 16; d; d /= 2) dot += __shfl_xor_sync(~0u, dot, d);
        dot *= 0.125f;
        most = fmaxf(most, dot);
        if (lane == 0) s[j] = dot;
    }
    __syncwarp();
    for (int j = lane; j <= row; j += 32) {
        float e = expf(s[j] - most);
        s[j] = e, sum += e;
    }
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    __syncwarp();
    float2 mean = {0, 0};
    for (int j = 0; j <= row; j++) {
        float2 value = v[j * 32 + lane];
        mean.x += s[j] * value.x, mean.y += s[j] * value.y;
    }
    out[row * 32 + lane] = make_float2(mean.x / sum, mean.y / sum);
}
__global__ void adam_step(float *weight, const float *gradient, float *m, float *v, int n) { /* in place */
    int i = AT;
    if (i >= n) return;
    float g = gradient[i], a = 0.9f * m[i] + 0.1f * g, b = 0.999f * v[i] + 0.001f * g * g;
    m[i] = a, v[i] = b;
    weight[i] -= 0.001f * (a / 0.1f) / (sqrtf(b / 0.001f) + 1e-8f);
}
__global__ void axpy_bfloat16(const __nv_bfloat162 *x, const __nv_bfloat162 *y, __nv_bfloat162 *out, float a, int n) {
    __nv_bfloat162 by = __float2bfloat162_rn(a);
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) out[i] = __hfma2(by, x[i], y[i]);
}

/* ---- particles and chance ---- */
__global__ void gravity_by_parts(const float4 *bodies, float *force, int n, int part) { /* blockIdx.y: which part of the others; sums by atomics */
    int i = AT;
    if (i >= n) return;
    float4 me = bodies[i];
    float fx = 0, fy = 0, fz = 0;
    for (int j = blockIdx.y * part; j < min(n, int(blockIdx.y + 1) * part); j++) {
        float4 o = bodies[j];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z, inv = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = o.w * inv * inv * inv;
        fx += s * dx, fy += s * dy, fz += s * dz;
    }
    atomicAdd(&force[i], fx), atomicAdd(&force[n + i], fy), atomicAdd(&force[2 * n + i], fz);
}
__global__ void bond_by_paths(float *out, int steps, int n) { /* Cox, Ingersoll and Ross: a path a thread, chance by xorshift, the sum of a block by a tree */
    __shared__ float s[128];
    int i = AT;
    unsigned w = mix(i + 1) | 1;
    float rate = 0.03f, sum = 0;
    if (i < n)
        for (int k = 0; k < steps; k++) {
            w ^= w << 13, w ^= w >> 17, w ^= w << 5;
            float a = (w >> 8) * 0x1p-24f + 1e-7f;
            w ^= w << 13, w ^= w >> 17, w ^= w << 5;
            float normal = sqrtf(-2.0f * __logf(a)) * __cosf((w >> 8) * (6.2831853f * 0x1p-24f));
            rate = fmaxf(rate + 0.01f * (0.05f - rate) + 0.01f * sqrtf(rate) * normal, 0.0f);
            sum += rate * 0.01f;
        }
    s[threadIdx.x] = i < n ? expf(-sum) : 0;
    __syncthreads();
    for (int half = 64; half; half /= 2) {
        if (int(threadIdx.x) < half) s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

/* ---- whole numbers ---- */
__global__ void queens_behind_prefix(unsigned *solutions, int size) { /* the first two queens by the thread's number, the rest by trying */
    int i = AT, a = i / size, b = i % size;
    unsigned found = 0, all = (1u << size) - 1;
    if (i < size * size) {
        unsigned cols[20], left[20], right[20], free_at[20];
        unsigned first = 1u << a, second = 1u << b;
        if (!(second & (first | first << 1 | first >> 1))) {
            int depth = 2;
            cols[2] = first | second, left[2] = (first << 1 | second) << 1, right[2] = (first >> 1 | second) >> 1;
            free_at[2] = all & ~(cols[2] | left[2] | right[2]);
            while (depth >= 2) {
                if (!free_at[depth]) {
                    depth--;
                    continue;
                }
                unsigned place = free_at[depth] & -free_at[depth];
                free_at[depth] ^= place;
                if (depth == size - 1) {
                    found++;
                    continue;
                }
                cols[depth + 1] = cols[depth] | place, left[depth + 1] = (left[depth] | place) << 1, right[depth + 1] = (right[depth] | place) >> 1;
                depth++;
                free_at[depth] = all & ~(cols[depth] | left[depth] | right[depth]);
            }
        }
    }
    if (found) atomicAdd(solutions, found);
}
__global__ void dates_of_days(const u64 *in, int *out, int n) { /* days since 1970 to year, month, day, with 64 bits */
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        long long z = (long long)(in[i] % 3000000) + 719468 - 1000000;
        long long era = (z >= 0 ? z : z - 146096) / 146097;
        long long day = z - era * 146097, year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
        long long rest = day - (365 * year + year / 4 - year / 100), month = (5 * rest + 2) / 153;
        out[i] = int((year + era * 400 + (month >= 10)) * 10000 + (month < 10 ? month + 3 : month - 9) * 100 + rest - (153 * month + 2) / 5 + 1);
    }
}
__constant__ float2 taps[48];
__global__ void complex_filter(const float2 *in, float2 *out, int n) { /* 48 taps in constant memory, four results to a thread, a block apart */
    int base = blockIdx.x * blockDim.x * 4 + threadIdx.x;
    float2 sum[4] = {};
    for (int k = 0; k < 48; k++) {
        float2 w = taps[k];
#pragma unroll
        for (int j = 0; j < 4; j++) {
            int at = base + j * blockDim.x + k;
            float2 z = at < n ? in[at] : make_float2(0, 0);
            sum[j].x += w.x * z.x - w.y * z.y, sum[j].y += w.x * z.y + w.y * z.x;
        }
    }
#pragma unroll
    for (int j = 0; j < 4; j++)
        if (base + j * int(blockDim.x) < n) out[base + j * blockDim.x] = sum[j];
}

/* ---- latency and occupancy ---- */
__global__ void chase_per_lane(const unsigned *next, unsigned *out, unsigned mask, int hops) { /* each lane a chain of its own */
    unsigned at = (AT * 40503u) & mask;
    for (int k = 0; k < hops; k++) at = next[at];
    out[AT] = at;
}
template <int BLOCKS> __global__ void __launch_bounds__(128, BLOCKS) fit_in_registers(const float *in, float *out, int rounds, int n) { /* 40 live numbers a thread */
    int i = AT;
    if (i >= n) return;
    float w[40];
#pragma unroll
    for (int k = 0; k < 40; k++) w[k] = in[i] * (k + 1);
    for (int r = 0; r < rounds; r++) {
#pragma unroll
        for (int k = 0; k < 40; k++) w[k] = fmaf(w[k], 0.5f, w[(k + 7) % 40]);
    }
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 40; k++) sum += w[k];
    out[i] = sum;
}
__global__ void few_fit_for_shared_room(const float *in, float *out, int n) { /* the launch asks for much shared memory: few blocks at a time */
    extern __shared__ float room_here[];
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        room_here[threadIdx.x] = in[i];
        __syncthreads();
        out[i] = room_here[threadIdx.x ^ 1] + room_here[blockDim.x - 1 - threadIdx.x];
        __syncthreads();
    }
}
__global__ void stage_by_async_copies(const float4 *in, float4 *out, int tiles) { /* the copy of the next tile under way while one is used */
    __shared__ float4 s[2][128];
    int t = threadIdx.x, b = blockIdx.x;
    if (b < tiles) __pipeline_memcpy_async(&s[0][t], &in[size_t(b) * 128 + t], 16);
    __pipeline_commit();
    for (int now = 0; b < tiles; b += gridDim.x, now ^= 1) {
        int next = b + gridDim.x;
        if (next < tiles) __pipeline_memcpy_async(&s[now ^ 1][t], &in[size_t(next) * 128 + t], 16);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        float4 p = s[now][t], q = s[now][127 - t];
        out[size_t(b) * 128 + t] = make_float4(p.x + q.w, p.y + q.z, p.z + q.y, p.w + q.x);
        __syncthreads();
    }
}
__global__ void heavy_for_some(const float *in, float *out, int n) { /* one lane in eight works long, and every fifth block works longer */
    int i = AT;
    if (i >= n) return;
    float w = in[i];
    int rounds = (i % 8 == 3 ? 60 : 6) * (blockIdx.x % 5 == 0 ? 4 : 1);
    for (int k = 0; k < rounds; k++) w = sqrtf(w * w + 0.25f) * 0.9f;
    out[i] = w;
}
__global__ void accumulate_in_cells(const float *in, const unsigned *cell, double *sums, unsigned cells, int n) { /* doubles added in global memory */
    int i = AT;
    if (i < n) atomicAdd(&sums[cell[i] % cells], double(in[i]));
}
__device__ inline void add_by_swap(float *to, float most_of) { /* keeps the most by compare and swap */
    unsigned *p = (unsigned *)to, seen = *p;
    while (__uint_as_float(seen) < most_of) {
        unsigned was = atomicCAS(p, seen, __float_as_uint(most_of));
        if (was == seen) break;
        seen = was;
    }
}
__global__ void deepest_of_cells(const float *in, const unsigned *cell, float *deepest, unsigned cells, int n) {
    int i = AT;
    if (i < n) add_by_swap(&deepest[cell[i] % cells], in[i]);
}
