/* Kernels of fifteenth.cu on arrays: scans, sorting, sparse products, histograms, reductions, gathers, atomics. */
#pragma once
#include "bench.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;
#define AT (blockIdx.x * blockDim.x + threadIdx.x)
#define STEP (gridDim.x * blockDim.x)

/* ---- scans ---- */
template <int B> __global__ void one_buffer_scan(const float *in, float *out, int n) { /* two barriers a step */
    __shared__ float s[B];
    int i = AT, t = threadIdx.x;
    s[t] = i < n ? in[i] : 0;
    for (int d = 1; d < B; d *= 2) {
        __syncthreads();
        float before = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += before;
    }
    if (i < n) out[i] = s[t];
}
__global__ void coarse_scan(const int *in, int *out) { /* eight elements a thread, staged through shared memory */
    __shared__ int s[2048], totals[256];
    int t = threadIdx.x, base = blockIdx.x * 2048;
    for (int k = 0; k < 8; k++) s[k * 256 + t] = in[base + k * 256 + t];
    __syncthreads();
    for (int k = 1; k < 8; k++) s[8 * t + k] += s[8 * t + k - 1];
    totals[t] = s[8 * t + 7];
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        int before = t >= d ? totals[t - d] : 0;
        __syncthreads();
        totals[t] += before;
    }
    __syncthreads();
    if (t > 0)
        for (int k = 0; k < 8; k++) s[8 * t + k] += totals[t - 1];
    __syncthreads();
    for (int k = 0; k < 8; k++) out[base + k * 256 + t] = s[k * 256 + t];
}
__global__ void tile_scan(const int *in, int *out, int n) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int i = AT, v = i < n ? in[i] : 0;
    for (unsigned d = 1; d < tile.size(); d *= 2) {
        int before = tile.shfl_up(v, d);
        if (tile.thread_rank() >= d) v += before;
    }
    if (i < n) out[i] = v;
}
__global__ void ballot_positions(const int *in, int *out, int n) { /* which place in its warp a positive element gets */
    int i = AT, lane = threadIdx.x % 32;
    unsigned kept = __ballot_sync(~0u, i < n && (in[i] & 1));
    if (i < n) out[i] = __popc(kept & ((1u << lane) - 1));
}

/* ---- sorting ---- */
__global__ void block_counting_sort(const unsigned char *in, unsigned char *out) { /* 1024 bytes a block */
    __shared__ int count[256], start[256];
    int t = threadIdx.x, base = blockIdx.x * 1024;
    count[t] = 0;
    __syncthreads();
    for (int k = 0; k < 4; k++) atomicAdd(&count[in[base + k * 256 + t]], 1);
    __syncthreads();
    start[t] = count[t];
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        int before = t >= d ? start[t - d] : 0;
        __syncthreads();
        start[t] += before;
    }
    for (int k = start[t] - count[t]; k < start[t]; k++) out[base + k] = (unsigned char)t;
}
__global__ void bucket_of_splitters(const int *in, const int *splitters, unsigned char *bucket, int *counts, int n) {
    __shared__ int s[64], of_bucket[64];
    if (threadIdx.x < 64) s[threadIdx.x] = splitters[threadIdx.x], of_bucket[threadIdx.x] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += STEP) {
        int key = in[i], low = 0;
        for (int half = 32; half > 0; half /= 2)
            if (key >= s[low + half]) low += half;
        bucket[i] = (unsigned char)low;
        atomicAdd(&of_bucket[low], 1);
    }
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&counts[threadIdx.x], of_bucket[threadIdx.x]);
}
__global__ void radix_one_bit(const unsigned *in, unsigned *out, int bit) { /* a stable split of 512 keys by one bit */
    __shared__ int zeros[512];
    int t = threadIdx.x, i = blockIdx.x * 512 + t;
    unsigned key = in[i], set = key >> bit & 1;
    zeros[t] = !set;
    for (int d = 1; d < 512; d *= 2) {
        __syncthreads();
        int before = t >= d ? zeros[t - d] : 0;
        __syncthreads();
        zeros[t] += before;
    }
    __syncthreads();
    int place = set ? zeros[511] + t - zeros[t] : zeros[t] - 1;
    out[blockIdx.x * 512 + place] = key;
}
__global__ void partition_by_pivot(const int *in, int *out, int *ends, int pivot, int n) { /* small ones from the left, others from the right */
    __shared__ int below, above, left, right;
    if (threadIdx.x == 0) below = above = 0;
    __syncthreads();
    int i = AT, v = in[i], place = v < pivot ? atomicAdd(&below, 1) : atomicAdd(&above, 1);
    __syncthreads();
    if (threadIdx.x == 0) left = atomicAdd(&ends[0], below) % n, right = atomicAdd(&ends[1], above) % n;
    __syncthreads();
    out[v < pivot ? (left + place) % n : n - 1 - (right + place) % n] = v;
}
__global__ void sorted_runs_of_8(const int *in, int *out) { /* a network of compare-exchanges in registers */
    int v[8], i = AT * 8;
    for (int k = 0; k < 8; k++) v[k] = in[i + k];
#pragma unroll
    for (int round = 0; round < 8; round++)
#pragma unroll
        for (int k = round & 1; k < 7; k += 2) {
            int low = min(v[k], v[k + 1]), high = max(v[k], v[k + 1]);
            v[k] = low, v[k + 1] = high;
        }
    for (int k = 0; k < 8; k++) out[i + k] = v[k];
}

/* ---- sparse products ---- */
__global__ void csr_times_eight(const int *start, const int *column, const float *value, const float *x, float *y, int rows) { /* eight right-hand sides */
    int r = AT / 8, c = AT % 8;
    if (r >= rows) return;
    float sum = 0;
    for (int k = start[r]; k < start[r + 1]; k++) sum += value[k] * x[column[k] * 8 + c];
    y[r * 8 + c] = sum;
}
__global__ void csc_adds(const int *start, const int *row, const float *value, const float *x, float *y, int columns) {
    int c = AT;
    if (c >= columns) return;
    float xc = x[c];
    for (int k = start[c]; k < start[c + 1]; k++) atomicAdd(&y[row[k]], value[k] * xc);
}
__global__ void jacobi_of_csr(const int *start, const int *column, const float *value, const float *b, const float *x, float *next, int rows) {
    int r = AT;
    if (r >= rows) return;
    float sum = b[r], diagonal = 1;
    for (int k = start[r]; k < start[r + 1]; k++) {
        if (column[k] == r)
            diagonal += value[k];
        else
            sum -= value[k] * x[column[k]];
    }
    next[r] = sum / diagonal;
}
__global__ void sampled_dense(const int *row, const int *column, const float *a, const float *b, float *out, int entries) { /* A B' where S has entries */
    int i = AT;
    if (i >= entries) return;
    const float4 *p = (const float4 *)(a + row[i] * 16), *q = (const float4 *)(b + column[i] * 16);
    float sum = 0;
    for (int k = 0; k < 4; k++) sum += p[k].x * q[k].x + p[k].y * q[k].y + p[k].z * q[k].z + p[k].w * q[k].w;
    out[i] = sum;
}

/* ---- histograms ---- */
__global__ void hist_runs(const unsigned char *in, unsigned *bins, int n, int each) { /* a thread its own stretch; equal neighbours are one atomic */
    int from = AT * each, to = min(n, from + each), last = -1;
    unsigned run = 0;
    for (int i = from; i < to; i++) {
        int bin = in[i] / 16;
        if (bin == last) {
            run++;
        } else {
            if (run > 0) atomicAdd(&bins[last], run);
            last = bin, run = 1;
        }
    }
    if (run > 0) atomicAdd(&bins[last], run);
}
__global__ void hist_scaled(const float *in, unsigned *bins, float least, float scale, int n) {
    __shared__ unsigned s[64];
    if (threadIdx.x < 64) s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += STEP) atomicAdd(&s[min(63, max(0, int((in[i] - least) * scale)))], 1);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}
__global__ void hist_weighted(const int *key, const float *weight, float *bins, int n) {
    int i = AT;
    if (i < n) atomicAdd(&bins[key[i] & 1023], weight[i]);
}

/* ---- reductions ---- */
__global__ void reduce_modulo(const float *in, float *out) { /* the first version of every course */
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[AT];
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        if (t % (2 * d) == 0) s[t] += s[t + d];
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void reduce_by_tiles(const float4 *in, float *out, int n) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    float sum = 0;
    for (int i = AT; i < n; i += STEP) {
        float4 v = in[i];
        sum += v.x + v.y + v.z + v.w;
    }
    for (int d = tile.size() / 2; d > 0; d /= 2) sum += tile.shfl_down(sum, d);
    if (tile.thread_rank() == 0) atomicAdd(out, sum);
}
__global__ void norm_of_doubles(const double *in, double *out, int n) {
    __shared__ double s[128];
    double sum = 0;
    for (int i = AT; i < n; i += STEP) sum += in[i] * in[i];
    s[threadIdx.x] = sum;
    for (int d = 64; d > 0; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
    }
    if (threadIdx.x == 0) atomicAdd(out, s[0]);
}
__global__ void mean_and_variance(const float *in, float2 *out, int columns) { /* a warp a row, Welford */
    int row = AT / 32, lane = threadIdx.x % 32;
    float mean = 0, squares = 0, count = 0;
    for (int c = lane; c < columns; c += 32) {
        float v = in[row * columns + c], delta = v - mean;
        count += 1, mean += delta / count, squares += delta * (v - mean);
    }
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_xor_sync(~0u, mean, d), more = __shfl_xor_sync(~0u, squares, d), delta = other - mean;
        squares += more + delta * delta * count / 2, mean = (mean + other) / 2, count *= 2;
    }
    if (lane == 0) out[row] = make_float2(mean, squares / columns);
}

/* ---- gathers, trees, counters, bits ---- */
__global__ void embed(const int *word, const float4 *table, float4 *out) { /* a row of 64 floats for each word */
    int w = AT / 16, part = AT % 16;
    out[w * 16 + part] = table[(word[w] & 0xffff) * 16 + part];
}
__global__ void add_rows_at(const int *to, const float *rows, float *table) { /* the way back: rows of 32 floats are added */
    int r = AT / 32, c = threadIdx.x % 32;
    atomicAdd(&table[(to[r] & 0xffff) * 32 + c], rows[r * 32 + c]);
}
__global__ void tree_lookup(const int *key, const int *tree, int *depth, int levels) { /* a heap in an array */
    int i = AT, wanted = key[i], node = 0, d = 0;
    while (d < levels && tree[node] != wanted) node = 2 * node + 1 + (wanted > tree[node]), d++;
    depth[i] = d;
}
__global__ void one_counter(const int *in, int *counter, int n) {
    int i = AT;
    if (i < n && in[i] % 3 == 0) atomicAdd(counter, 1);
}
__global__ void aggregated_counter(const int *in, int *out, int *counter, int n) { /* one atomic a warp */
    int i = AT;
    if (i < n && in[i] % 3 == 0) {
        auto active = cg::coalesced_threads();
        int first = 0;
        if (active.thread_rank() == 0) first = atomicAdd(counter, int(active.size()));
        out[i] = active.shfl(first, 0) + active.thread_rank();
    }
}
__global__ void most_by_cas(const float *in, int *most, int n) { /* a maximum of floats, once a warp */
    float v = -1;
    for (int i = AT; i < n; i += STEP) v = fmaxf(v, in[i]);
    for (int d = 16; d > 0; d /= 2) v = fmaxf(v, __shfl_xor_sync(~0u, v, d));
    if (threadIdx.x % 32 == 0) {
        int old = atomicAdd(most, 0), seen;
        while (__int_as_float(old) < v) {
            seen = old, old = atomicCAS(most, seen, __float_as_int(v));
            if (old == seen) break;
        }
    }
}
__global__ void hamming(const uint4 *codes, const uint4 *query, int *out, int queries) {
    int i = AT;
    uint4 c = codes[i];
    int best = 129;
    for (int q = 0; q < queries; q++) {
        uint4 o = query[q];
        best = min(best, __popc(c.x ^ o.x) + __popc(c.y ^ o.y) + __popc(c.z ^ o.z) + __popc(c.w ^ o.w));
    }
    out[i] = best;
}
__global__ void morton(const ushort2 *point, unsigned *code) {
    int i = AT;
    unsigned x = point[i].x, y = point[i].y;
    x = (x | x << 8) & 0x00ff00ff, x = (x | x << 4) & 0x0f0f0f0f, x = (x | x << 2) & 0x33333333, x = (x | x << 1) & 0x55555555;
    y = (y | y << 8) & 0x00ff00ff, y = (y | y << 4) & 0x0f0f0f0f, y = (y | y << 2) & 0x33333333, y = (y | y << 1) & 0x55555555;
    code[i] = x | y << 1;
}
__global__ void to_reversed_bits(const float2 *in, float2 *out, int bits) {
    int i = AT;
    out[__brev(i) >> (32 - bits)] = in[i];
}
