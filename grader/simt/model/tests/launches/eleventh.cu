/*
 * An eleventh held-out set: what books and courses print, chapter by chapter: scans, convolutions, bodies, options, sorting, sparse
 * products, histograms, occupancy, latency, transpositions, sums, stencils, rows that are normalised. Predicted before they were measured.
 */
#include "bench.h"

#include <cooperative_groups.h>
#include <cuda_fp16.h>

namespace groups = cooperative_groups;

#define AT (blockIdx.x * blockDim.x + threadIdx.x)

/* ---- scans ---- */
__global__ void scan_hillis(const float *in, float *out) { /* in place, two barriers a step */
    __shared__ float line[1024];
    unsigned t = threadIdx.x;
    line[t] = in[AT];
    for (unsigned d = 1; d < blockDim.x; d *= 2) {
        __syncthreads();
        float before = t >= d ? line[t - d] : 0;
        __syncthreads();
        line[t] += before;
    }
    out[AT] = line[t];
}
#define PADDED(k) ((k) + ((k) >> 5))
__global__ void scan_blelloch(const int *in, int *out, int *sums) { /* up and down a tree, two elements a thread, padded */
    __shared__ int tree[1024 + 32];
    int t = threadIdx.x, base = blockIdx.x * 1024, offset = 1;
    tree[PADDED(t)] = in[base + t], tree[PADDED(t + 512)] = in[base + t + 512];
    for (int d = 512; d > 0; d >>= 1, offset *= 2) {
        __syncthreads();
        if (t < d) tree[PADDED(offset * (2 * t + 2) - 1)] += tree[PADDED(offset * (2 * t + 1) - 1)];
    }
    if (t == 0) sums[blockIdx.x] = tree[PADDED(1023)], tree[PADDED(1023)] = 0;
    for (int d = 1; d < 1024; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int left = PADDED(offset * (2 * t + 1) - 1), right = PADDED(offset * (2 * t + 2) - 1), kept = tree[left];
            tree[left] = tree[right], tree[right] += kept;
        }
    }
    __syncthreads();
    out[base + t] = tree[PADDED(t)], out[base + t + 512] = tree[PADDED(t + 512)];
}
/* Blocks look back at what those before have summed up: 1: their own sum, 2: all up to them. `run` tells launches apart. */
__global__ void scan_look_back(const int *in, int *out, volatile int *state, volatile int *own, volatile int *all, int run) {
    __shared__ int warp_sum[8], before;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int4 v = ((const int4 *)in)[AT];
    v.y += v.x, v.z += v.y, v.w += v.z;
    int sum = v.w;
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(~0u, sum, d);
        if (lane >= d) sum += other;
    }
    if (lane == 31) warp_sum[warp] = sum;
    __syncthreads();
    int base = sum - v.w, total = 0;
    for (int w = 0; w < 8; w++) base += w < warp ? warp_sum[w] : 0, total += warp_sum[w];
    if (threadIdx.x == 0) {
        int sum_before = 0, b = int(blockIdx.x) - 1;
        own[blockIdx.x] = total;
        __threadfence();
        state[blockIdx.x] = 2 * run;
        while (b >= 0) {
            int s = state[b];
            if (s < 2 * run) continue;
            __threadfence();
            if (s == 2 * run + 1) {
                sum_before += all[b];
                break;
            }
            sum_before += own[b--];
        }
        all[blockIdx.x] = sum_before + total;
        __threadfence();
        state[blockIdx.x] = 2 * run + 1;
        before = sum_before;
    }
    __syncthreads();
    base += before;
    ((int4 *)out)[AT] = make_int4(base + v.x, base + v.y, base + v.z, base + v.w);
}
__global__ void scan_raking(const int *in, int *out) { /* 2048 a block; one warp adds up rows of 64 */
    __shared__ int line[2048 + 64];
    int t = threadIdx.x, base = blockIdx.x * 2048;
    for (int k = t; k < 2048; k += 256) line[k + k / 64] = in[base + k];
    __syncthreads();
    if (t < 32) {
        int sum = 0;
        for (int k = 0; k < 64; k++) sum += line[t * 65 + k];
        int total = sum;
        for (int d = 1; d < 32; d *= 2) {
            int other = __shfl_up_sync(~0u, total, d);
            if (t >= d) total += other;
        }
        sum = total - sum;
        for (int k = 0; k < 64; k++) sum += line[t * 65 + k], line[t * 65 + k] = sum;
    }
    __syncthreads();
    for (int k = t; k < 2048; k += 256) out[base + k] = line[k + k / 64];
}

/* ---- convolutions ---- */
__constant__ float filter[25];
__constant__ float taps[17];
__global__ void blur_constant(const float *in, float *out, int width, int height) { /* 5 x 5, bounds checked at each place */
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int r = 0; r < 5; r++)
        for (int c = 0; c < 5; c++) {
            int row = y + r - 2, column = x + c - 2;
            if (row >= 0 && row < height && column >= 0 && column < width) sum += filter[r * 5 + c] * in[row * width + column];
        }
    out[y * width + x] = sum;
}
__global__ void blur_tile(const float *in, float *out, int width, int height) { /* 32 x 32 read, 28 x 28 written */
    __shared__ float tile[32][32];
    int x = blockIdx.x * 28 + threadIdx.x - 2, y = blockIdx.y * 28 + threadIdx.y - 2, tx = threadIdx.x - 2, ty = threadIdx.y - 2;
    tile[threadIdx.y][threadIdx.x] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0;
    __syncthreads();
    if (x >= 0 && x < width && y >= 0 && y < height && tx >= 0 && tx < 28 && ty >= 0 && ty < 28) {
        float sum = 0;
        for (int r = 0; r < 5; r++)
            for (int c = 0; c < 5; c++) sum += filter[r * 5 + c] * tile[ty + r][tx + c];
        out[y * width + x] = sum;
    }
}
__global__ void columns_17(const float *in, float *out, int width) { /* a strip of 16 columns, eight results a thread */
    __shared__ float strip[16][8 * 8 + 16 + 1];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 64;
    for (int k = threadIdx.y; k < 80; k += 8) strip[threadIdx.x][k] = in[(y + k) * width + x];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; k++) {
        float sum = 0;
#pragma unroll
        for (int j = 0; j < 17; j++) sum += taps[j] * strip[threadIdx.x][threadIdx.y + 8 * k + j];
        out[(y + threadIdx.y + 8 * k) * width + x] = sum;
    }
}
__global__ void line_halo_cached(const float *in, float *out, int n) { /* a tile; what lies beyond it comes through the caches */
    __shared__ float tile[256];
    int i = AT, t = threadIdx.x;
    tile[t] = in[i];
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < 9; j++) {
        int at = i - 4 + j, place = t - 4 + j;
        if (at >= 0 && at < n) sum += taps[j] * (place >= 0 && place < 256 ? tile[place] : in[at]);
    }
    out[i] = sum;
}

/* ---- bodies, options ---- */
__global__ void bodies_float4(const float4 *body, float4 *force, int n) { /* tiles of 256 bodies */
    __shared__ float4 tile[256];
    float4 mine = body[AT], sum = make_float4(0, 0, 0, 0);
    for (int base = 0; base < n; base += 256) {
        tile[threadIdx.x] = body[base + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 256; k++) {
            float4 b = tile[k];
            float dx = b.x - mine.x, dy = b.y - mine.y, dz = b.z - mine.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 1e-3f), s = b.w * inverse * inverse * inverse;
            sum.x += dx * s, sum.y += dy * s, sum.z += dz * s;
        }
        __syncthreads();
    }
    force[AT] = sum;
}
__global__ void leap_frog(float4 *place, float4 *speed, const float4 *force, float dt) {
    float4 p = place[AT], v = speed[AT], f = force[AT];
    v.x += f.x * dt, v.y += f.y * dt, v.z += f.z * dt;
    p.x += v.x * dt, p.y += v.y * dt, p.z += v.z * dt;
    place[AT] = p, speed[AT] = v;
}
__global__ void scholes_normal(const float *price, const float *strike, const float *years, float *call, float *put, int n) {
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        float s = price[i] + 5, x = strike[i] + 1, t = years[i] * 0.01f + 0.25f, root = 0.3f * sqrtf(t);
        float d1 = (__logf(s / x) + (0.02f + 0.045f) * t) / root, d2 = d1 - root;
        float discounted = x * __expf(-0.02f * t), c = s * normcdff(d1) - discounted * normcdff(d2);
        call[i] = c, put[i] = c + discounted - s;
    }
}
__global__ void trinomial(const float *strike, float *out, int steps) { /* a block an option, three branches */
    __shared__ float value[2][259];
    int t = threadIdx.x, from = 0;
    float k = strike[blockIdx.x] * 0.1f;
    value[0][t] = fmaxf(100 * __expf(0.02f * (t - steps)) - k, 0);
    for (int step = steps - 1; step >= 0; step--) {
        __syncthreads();
        if (t < 2 * step + 1) value[1 - from][t] = 0.999f * (0.25f * value[from][t] + 0.5f * value[from][t + 1] + 0.25f * value[from][t + 2]);
        from = 1 - from;
    }
    if (t == 0) out[blockIdx.x] = value[from][0];
}
__global__ void carlo_antithetic(float *sums, int paths) { /* two prices for each pair of numbers, a block adds up */
    __shared__ float part[256];
    unsigned seed = AT * 1664525u + 1013904223u;
    float sum = 0;
    for (int p = 0; p < paths; p++) {
        seed = seed * 1664525u + 1013904223u;
        float u = (seed >> 8) * (1.0f / 16777216) + 1e-7f;
        seed = seed * 1664525u + 1013904223u;
        float z = sqrtf(-2 * __logf(u)) * __cosf(6.2831853f * (seed >> 8) * (1.0f / 16777216));
        sum += fmaxf(100 * __expf(0.01f + 0.2f * z) - 105, 0) + fmaxf(100 * __expf(0.01f - 0.2f * z) - 105, 0);
    }
    part[threadIdx.x] = sum;
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

/* ---- sorting ---- */
__global__ void bitonic_last_steps(int *keys, unsigned size) { /* 2048 keys in shared memory, a thread a pair */
    __shared__ int line[2048];
    unsigned t = threadIdx.x, base = blockIdx.x * 2048;
    line[t] = keys[base + t], line[t + 1024] = keys[base + t + 1024];
    bool rising = ((base + 2 * t) & size) == 0;
    for (unsigned stride = 1024; stride > 0; stride >>= 1) {
        __syncthreads();
        unsigned at = 2 * t - (t & (stride - 1));
        int a = line[at], b = line[at + stride];
        if ((a > b) == rising) line[at] = b, line[at + stride] = a;
    }
    __syncthreads();
    keys[base + t] = line[t], keys[base + t + 1024] = line[t + 1024];
}
__global__ void digits_of_blocks(const unsigned *keys, unsigned *counts, int shift) { /* 256 digits, 2048 keys a block, digit by digit */
    __shared__ unsigned count[256];
    count[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 8; k++) atomicAdd(&count[keys[blockIdx.x * 2048 + k * 256 + threadIdx.x] >> shift & 255], 1);
    __syncthreads();
    counts[threadIdx.x * gridDim.x + blockIdx.x] = count[threadIdx.x];
}
__global__ void merge_sort_block(int *keys) { /* 512 keys a block; each finds its place in the other half */
    __shared__ int line[2][512];
    int t = threadIdx.x, from = 0;
    line[0][t] = keys[AT];
    for (int half = 1; half < 512; half *= 2) {
        __syncthreads();
        int key = line[from][t], pair = t & ~(2 * half - 1), second = t & half, low = second ? pair : pair + half, high = low + half, first = low;
        while (low < high) {
            int middle = (low + high) / 2, other = line[from][middle];
            if (second ? other <= key : other < key) low = middle + 1;
            else high = middle;
        }
        line[1 - from][pair + (t & (half - 1)) + low - first] = key;
        from = 1 - from;
    }
    __syncthreads();
    keys[AT] = line[from][t];
}

/* ---- sparse products ---- */
__global__ void rows_scalar(const int *start, const int *column, const float *value, const float *x, float *y, int rows) {
    int row = AT;
    if (row < rows) {
        float sum = 0;
        for (int k = start[row]; k < start[row + 1]; k++) sum += value[k] * x[column[k]];
        y[row] = sum;
    }
}
__global__ void rows_vector(const int *start, const int *column, const float *value, const float *x, float *y, int rows) { /* a warp a row */
    int row = AT / 32, lane = threadIdx.x % 32;
    if (row < rows) {
        float sum = 0;
        for (int k = start[row] + lane; k < start[row + 1]; k += 32) sum += value[k] * x[column[k]];
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
        if (lane == 0) y[row] = sum;
    }
}
__global__ void ell_padded(const int *column, const float *value, const float *x, float *y, int rows, int width) { /* -1: nothing there */
    int row = AT;
    if (row >= rows) return;
    float sum = 0;
    for (int k = 0; k < width; k++) {
        int c = column[k * rows + row];
        if (c >= 0) sum += value[k * rows + row] * x[c];
    }
    y[row] = sum;
}
__global__ void triples(const int *row, const int *column, const float *value, const float *x, float *y, int n) {
    for (int k = AT; k < n; k += gridDim.x * blockDim.x) atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}

/* ---- histograms, atomics ---- */
__global__ void bins_of_thread(const uchar4 *in, unsigned *bins, int n) { /* 64 bins of a byte for each thread, as CUDA's first samples had */
    __shared__ unsigned char table[64 * 64];
    int t = threadIdx.x;
    for (int k = t; k < 1024; k += 64) ((unsigned *)table)[k] = 0;
    __syncthreads();
    for (int i = AT, k = 0; k < 63 && i < n; k++, i += gridDim.x * 64) {
        uchar4 v = in[i];
        table[(v.x & 63) * 64 + t]++, table[(v.y & 63) * 64 + t]++, table[(v.z & 63) * 64 + t]++, table[(v.w & 63) * 64 + t]++;
    }
    __syncthreads();
    unsigned sum = 0;
    for (int k = 0; k < 64; k++) sum += table[t * 64 + (k + t) % 64];
    atomicAdd(&bins[t], sum);
}
__global__ void bins_matched(const int *in, unsigned *bins) { /* lanes of one bin let one of them add */
    int bin = in[AT] & 127;
    unsigned same = __match_any_sync(~0u, bin);
    if (threadIdx.x % 32 == __ffs(same) - 1) atomicAdd(&bins[bin], __popc(same));
}
__global__ void bins_copies(const unsigned *in, unsigned *bins, int n) { /* eight tables a block, each padded */
    __shared__ unsigned table[8][257];
    for (int b = threadIdx.x; b < 8 * 257; b += blockDim.x) table[b / 257][b % 257] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) atomicAdd(&table[threadIdx.x % 8][in[i] & 255], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x) {
        unsigned sum = 0;
        for (int k = 0; k < 8; k++) sum += table[k][b];
        atomicAdd(&bins[b], sum);
    }
}
__global__ void most_by_swap(const float *in, float *most) { /* the greatest of each of 4096 places, by compare-and-swap */
    int at = AT & 4095;
    float mine = in[AT];
    int *place = (int *)&most[at], seen = *place;
    while (__int_as_float(seen) < mine) {
        int before = atomicCAS(place, seen, __float_as_int(mine));
        if (before == seen) break;
        seen = before;
    }
}
__global__ void double_bins(const int *in, double *bins) { atomicAdd(&bins[in[AT] & 2047], 0.5 * in[AT]); }
__global__ void positive_of_group(const int *in, int *out, int *count) { /* lanes that are there share an atomic */
    int v = in[AT];
    if (v & 4) {
        auto here = groups::coalesced_threads();
        int base = here.thread_rank() == 0 ? atomicAdd(count, here.size()) : 0;
        out[here.shfl(base, 0) + here.thread_rank()] = v;
    }
}

/* ---- occupancy ---- */
__global__ void gemm_8x8(const float *a, const float *b, float *c, int n) { /* 64 results a thread, tiles of 128 x 128 */
    __shared__ float ta[8][128], tb[8][128];
    int t = threadIdx.x, row = blockIdx.y * 128, column = blockIdx.x * 128, tx = t % 16, ty = t / 16;
    float sum[8][8] = {}, x[8], y[8];
    for (int k = 0; k < n; k += 8) {
        float4 va = *(const float4 *)&a[(row + t / 2) * n + k + t % 2 * 4];
        ta[t % 2 * 4][t / 2] = va.x, ta[t % 2 * 4 + 1][t / 2] = va.y, ta[t % 2 * 4 + 2][t / 2] = va.z, ta[t % 2 * 4 + 3][t / 2] = va.w;
        *(float4 *)&tb[t / 32][t % 32 * 4] = *(const float4 *)&b[(k + t / 32) * n + column + t % 32 * 4];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; i++) {
#pragma unroll
            for (int j = 0; j < 8; j++) x[j] = ta[i][ty * 8 + j], y[j] = tb[i][tx * 8 + j];
#pragma unroll
            for (int j = 0; j < 8; j++)
#pragma unroll
                for (int l = 0; l < 8; l++) sum[j][l] += x[j] * y[l];
        }
        __syncthreads();
    }
#pragma unroll
    for (int j = 0; j < 8; j++)
#pragma unroll
        for (int l = 0; l < 8; l += 4)
            *(float4 *)&c[(row + ty * 8 + j) * n + column + tx * 8 + l] = make_float4(sum[j][l], sum[j][l + 1], sum[j][l + 2], sum[j][l + 3]);
}
__global__ void room_48k(const float *in, float *out) { /* 12,288 words of shared memory, a block turns them round */
    extern __shared__ float line[];
    int base = blockIdx.x * 12288;
    for (int k = threadIdx.x; k < 12288; k += blockDim.x) line[k] = in[base + k];
    __syncthreads();
    for (int k = threadIdx.x; k < 12288; k += blockDim.x) out[base + k] = line[12287 - k] * 2;
}
__global__ void few_blocks_float4(const float4 *in, float4 *out, int n) {
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        float4 v = in[i];
        out[i] = make_float4(v.x + 1, v.y + 1, v.z + 1, v.w + 1);
    }
}
__global__ void triad(const float *a, const float *b, float *c, float s, int n) {
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + s * b[i];
}

/* ---- latency ---- */
template <int CHAINS> __global__ void ilp(float *out, int rounds) { /* chains beside each other in one thread */
    float v[CHAINS];
    for (int c = 0; c < CHAINS; c++) v[c] = threadIdx.x + c;
    for (int k = 0; k < rounds; k++)
        for (int c = 0; c < CHAINS; c++) v[c] = v[c] * 1.0001f + 0.5f;
    float sum = 0;
    for (int c = 0; c < CHAINS; c++) sum += v[c];
    out[AT] = sum;
}
__global__ void roots_chain(float *out, int rounds) {
    float v = threadIdx.x + 2;
    for (int k = 0; k < rounds; k++) v = sqrtf(v) + 3;
    out[AT] = v;
}
__global__ void eight_loads(const float *in, float *out) { /* all on their way before the first is used */
    int base = blockIdx.x * blockDim.x * 8 + threadIdx.x;
    float v[8], sum = 0;
    for (int k = 0; k < 8; k++) v[k] = in[base + k * blockDim.x];
    for (int k = 0; k < 8; k++) sum += v[k] * v[k];
    out[AT] = sum;
}
__global__ void chase_table(const int *next, int *out, int hops) { /* 64 KiB that L1 keeps, a list for each lane */
    int at = threadIdx.x;
    for (int k = 0; k < hops; k++) at = next[at];
    out[AT] = at;
}

/* ---- transposition, sums, stencils ---- */
__global__ void transpose_swizzled(const float *in, float *out, int width, int height) { /* places by exclusive or, no padding */
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int r = 0; r < 32; r += 8) tile[threadIdx.y + r][threadIdx.x ^ (threadIdx.y + r)] = in[(y + r) * width + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int r = 0; r < 32; r += 8) out[(y + r) * height + x] = tile[threadIdx.x][threadIdx.x ^ (threadIdx.y + r)];
}
__global__ void sum_of_grid(const float *in, float *part, float *out, int n) { /* a barrier of all blocks, then block 0 */
    __shared__ float warp_sum[8];
    auto grid = groups::this_grid();
    auto warp = groups::tiled_partition<32>(groups::this_thread_block());
    float sum = 0;
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    for (int d = 16; d > 0; d /= 2) sum += warp.shfl_down(sum, d);
    if (warp.thread_rank() == 0) warp_sum[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++) sum += warp_sum[w];
        part[blockIdx.x] = sum;
    }
    grid.sync();
    if (blockIdx.x == 0 && threadIdx.x < 32) {
        sum = 0;
        for (unsigned b = threadIdx.x; b < gridDim.x; b += 32) sum += part[b];
        for (int d = 16; d > 0; d /= 2) sum += warp.shfl_down(sum, d);
        if (threadIdx.x == 0) *out = sum;
    }
}
__global__ void dot_double_pairs(const double2 *a, const double2 *b, double *out, int n) {
    __shared__ double part[256];
    double sum = 0;
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        double2 p = a[i], q = b[i];
        sum += p.x * q.x + p.y * q.y;
    }
    part[threadIdx.x] = sum;
    for (int d = 128; d > 0; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d) part[threadIdx.x] += part[threadIdx.x + d];
    }
    if (threadIdx.x == 0) atomicAdd(out, part[0]);
}
__global__ void marching(const float *in, float *out, int n) { /* 3-D, seven points; a plane in shared memory, neighbours above and below in registers */
    __shared__ float plane[18][34];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1, x = blockIdx.x * 32 + tx, y = blockIdx.y * 16 + ty, area = n * n, at = y * n + x;
    float below = in[at], here = in[at + area];
    for (int z = 1; z < n - 1; z++) {
        float above = in[at + (z + 1) * area];
        plane[ty][tx] = here;
        if (threadIdx.x == 0) plane[ty][0] = in[at + z * area - 1];
        if (threadIdx.x == 31) plane[ty][33] = in[at + z * area + 1];
        if (threadIdx.y == 0) plane[0][tx] = in[at + z * area - n];
        if (threadIdx.y == 15) plane[17][tx] = in[at + z * area + n];
        __syncthreads();
        out[at + z * area] = 0.4f * here + 0.1f * (below + above + plane[ty][tx - 1] + plane[ty][tx + 1] + plane[ty - 1][tx] + plane[ty + 1][tx]);
        __syncthreads();
        below = here, here = above;
    }
}
__global__ void heat_3d_double(const double *in, double *out, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1) {
        int at = (z * ny + y) * nx + x;
        out[at] = in[at] + 0.1 * (in[at - 1] + in[at + 1] + in[at - nx] + in[at + nx] + in[at - nx * ny] + in[at + nx * ny] - 6 * in[at]);
    }
}

/* ---- matrices, rows ---- */
__global__ void row_of_block(const float4 *a, const float4 *x, float *y, int columns) { /* y = A x, a block a row */
    __shared__ float warp_sum[4];
    float sum = 0;
    for (int k = threadIdx.x; k < columns / 4; k += 128) {
        float4 p = a[blockIdx.x * (columns / 4) + k], q = x[k];
        sum += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) warp_sum[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) y[blockIdx.x] = warp_sum[0] + warp_sum[1] + warp_sum[2] + warp_sum[3];
}
__global__ void product_any_size(const float *a, const float *b, float *c, int m, int n, int k) { /* tiles of 16, edges checked */
    __shared__ float ta[16][16], tb[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    float sum = 0;
    for (int base = 0; base < (k + 15) / 16; base++) {
        ta[ty][tx] = row < m && base * 16 + tx < k ? a[row * k + base * 16 + tx] : 0;
        tb[ty][tx] = column < n && base * 16 + ty < k ? b[(base * 16 + ty) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += ta[ty][i] * tb[i][tx];
        __syncthreads();
    }
    if (row < m && column < n) c[row * n + column] = sum;
}
__global__ void softmax_online(const float *in, float *out, int columns) { /* a warp a row, the greatest and the sum in one pass */
    int row = AT / 32, lane = threadIdx.x % 32;
    float most = -1e30f, sum = 0;
    for (int k = lane; k < columns; k += 32) {
        float v = in[row * columns + k] * 0.01f, before = most;
        most = fmaxf(most, v);
        sum = sum * __expf(before - most) + __expf(v - most);
    }
    for (int d = 16; d > 0; d /= 2) {
        float other = __shfl_xor_sync(~0u, most, d), others = __shfl_xor_sync(~0u, sum, d), greater = fmaxf(most, other);
        sum = sum * __expf(most - greater) + others * __expf(other - greater);
        most = greater;
    }
    float scale = 1 / sum;
    for (int k = lane; k < columns; k += 32) out[row * columns + k] = __expf(in[row * columns + k] * 0.01f - most) * scale;
}
__global__ void layer_norm_block(const float4 *in, float4 *out, float gain, float bias) { /* 512 columns, 128 threads a row */
    __shared__ float part[2][4];
    float4 v = in[AT];
    float sum = v.x + v.y + v.z + v.w, squares = v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d), squares += __shfl_xor_sync(~0u, squares, d);
    if (threadIdx.x % 32 == 0) part[0][threadIdx.x / 32] = sum, part[1][threadIdx.x / 32] = squares;
    __syncthreads();
    sum = part[0][0] + part[0][1] + part[0][2] + part[0][3], squares = part[1][0] + part[1][1] + part[1][2] + part[1][3];
    float mean = sum / 512, scale = rsqrtf(squares / 512 - mean * mean + 1e-5f) * gain;
    out[AT] = make_float4((v.x - mean) * scale + bias, (v.y - mean) * scale + bias, (v.z - mean) * scale + bias, (v.w - mean) * scale + bias);
}

/* ---- arithmetic ---- */
__global__ void gelu_half2(const __half2 *in, __half2 *out) {
    float2 v = __half22float2(in[AT]);
    v.x = 0.5f * v.x * (1 + tanhf(0.79788456f * (v.x + 0.044715f * v.x * v.x * v.x)));
    v.y = 0.5f * v.y * (1 + tanhf(0.79788456f * (v.y + 0.044715f * v.y * v.y * v.y)));
    out[AT] = __float22half2_rn(v);
}
__global__ void decay_double(const double *in, double *out) { out[AT] = exp(-0.001 * in[AT]) * log(in[AT] + 2); }
__global__ void wrapped(const int *in, int *out, unsigned step, unsigned n) { out[AT] = in[AT * step % n]; }
__global__ void angles(const float *x, const float *y, float *out) { out[AT] = atan2f(y[AT], x[AT] + 1) + powf(x[AT] + 1, 0.3f); }

static const int K = 1 << 10, M = 1 << 20;
static int runs = 0;
#define RUN(n, what, ...) launch(#what, n, [=] { what __VA_ARGS__; })

static void run_sparse(const float *x, float *y) { /* one row of 64 is eight times as long */
    draws draw{21};
    const int rows = 32 * K;
    std::vector<int> start(1, 0), column, padded(size_t(64) * K * 24), row_of;
    for (int r = 0; r < rows; r++) {
        int many = 6 + int(draw(20));
        for (int k = draw(64) == 0 ? 8 * many : many; k > 0; k--) column.push_back(int(draw(rows))), row_of.push_back(r);
        start.push_back(int(column.size()));
    }
    for (int &c : padded) c = draw(4) == 0 ? -1 : int(draw(64 * K));
    int *s = on_device(start), *c = on_device(column), *r = on_device(row_of), *p = on_device(padded), n = int(column.size());
    RUN(rows, rows_scalar, <<<rows / 128, 128>>>(s, c, x, x, y, rows));
    RUN(rows, rows_vector, <<<rows / 8, 256>>>(s, c, x, x, y, rows));
    RUN(64 * K, ell_padded, <<<64 * K / 256, 256>>>(p, x, x, y, 64 * K, 24));
    RUN(n, triples, <<<528, 256>>>(r, c, x, x, y, n));
}

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    float *x = drawn<float>(8 * M, 1000, 31), *y = drawn<float>(8 * M, 1000, 32), *z = drawn<float>(4 * M, 1000, 33);
    int *u = drawn<int>(4 * M, M, 34), *v = drawn<int>(4 * M, M, 35);
    double *d = drawn<double>(4 * M, 1000, 36), *e = drawn<double>(4 * M, 1000, 37);
    unsigned char *bytes = drawn<unsigned char>(8 * M, 256, 38);
    int *zero = on_device(std::vector<int>(M, 0)), *kept = nullptr; /* room for what all runs keep */
    cudaMalloc((void **)&kept, sizeof(int) * 10 * M);
    std::vector<int> list(16 * K);
    for (int k = 0; k < 16 * K; k++) list[k] = (k + 5003) % (16 * K);
    int *next = on_device(list);

    RUN(2 * M, scan_hillis, <<<2 * M / 1024, 1024>>>(x, y));
    RUN(M, scan_blelloch, <<<M / 1024, 512>>>(u, v, zero));
    RUN(2 * M, scan_look_back, <<<2 * M / 1024, 256>>>(u, v, zero + 8 * K, zero + 16 * K, zero + 24 * K, ++runs));
    RUN(M, scan_raking, <<<M / 2048, 256>>>(u, v));
    RUN(1000, blur_constant, <<<dim3(63, 63), dim3(16, 16)>>>(x, y, 1000, 1000));
    RUN(1000, blur_tile, <<<dim3(36, 36), dim3(32, 32)>>>(x, y, 1000, 1000));
    RUN(1024, columns_17, <<<dim3(64, 16), dim3(16, 8)>>>(x, y, 1024));
    RUN(4 * M, line_halo_cached, <<<4 * M / 256, 256>>>(x, y, 4 * M));
    RUN(8 * K, bodies_float4, <<<32, 256>>>((float4 *)x, (float4 *)y, 8 * K));
    RUN(512 * K, leap_frog, <<<2 * K, 256>>>((float4 *)y, (float4 *)y + M, (float4 *)x, 0.01f));
    RUN(M, scholes_normal, <<<480, 128>>>(x, x + M, x + 2 * M, y, y + M, M));
    RUN(126, trinomial, <<<528, 256>>>(x, y, 126));
    RUN(32, carlo_antithetic, <<<396, 256>>>(y, 32));
    RUN(M, bitonic_last_steps, <<<M / 2048, 1024>>>(v, 1 << 14));
    RUN(2 * M, digits_of_blocks, <<<2 * M / 2048, 256>>>((unsigned *)u, (unsigned *)v, 4));
    RUN(512 * K, merge_sort_block, <<<K, 512>>>(v + M));
    run_sparse(x, y);
    RUN(M, bins_of_thread, <<<261, 64>>>((uchar4 *)bytes, (unsigned *)zero + 40 * K, M));
    RUN(M, bins_matched, <<<M / 256, 256>>>(u, (unsigned *)zero + 41 * K));
    RUN(4 * M, bins_copies, <<<264, 256>>>((unsigned *)u, (unsigned *)zero + 42 * K, 4 * M));
    RUN(64 * K, most_by_swap, <<<256, 256>>>(x, (float *)zero + 48 * K));
    RUN(256 * K, double_bins, <<<K, 256>>>(u, (double *)(zero + 64 * K)));
    RUN(512 * K, positive_of_group, <<<2 * K, 256>>>(u, kept, zero + 72 * K));
    RUN(1024, gemm_8x8, <<<dim3(8, 8), 256>>>(x, x + M, y, 1024));
    RUN(264, room_48k, <<<264, 512, 12288 * sizeof(float)>>>(x, y));
    RUN(256 * K, few_blocks_float4, <<<20, 256>>>((float4 *)x, (float4 *)y, 256 * K));
    for (int n : {K, 32 * K, 512 * K, 4 * M}) RUN(n, triad, <<<n < 264 * 256 ? n / 256 : 264, 256>>>(x, z, y, 3.0f, n));
    RUN(2048, ilp<1>, <<<132, 128>>>(y, 2048));
    RUN(2048, ilp<3>, <<<132, 128>>>(y, 2048));
    RUN(2048, ilp<6>, <<<132, 128>>>(y, 2048));
    RUN(512, roots_chain, <<<66, 64>>>(y, 512));
    RUN(4 * M, eight_loads, <<<4 * M / 2048, 256>>>(x, y));
    RUN(256, chase_table, <<<132, 64>>>(next, v, 256));
    RUN(2 * M, transpose_swizzled, <<<dim3(64, 32), dim3(32, 8)>>>(x, y, 2048, 1024));
    int many = 2 * M;
    float *in = x, *part = (float *)zero + 80 * K, *sum = (float *)zero + 90 * K;
    launch("sum_of_grid", many, [=]() mutable {
        void *arguments[] = {&in, &part, &sum, &many};
        cudaLaunchCooperativeKernel((void *)sum_of_grid, dim3(128), dim3(256), arguments, 0, 0);
    });
    RUN(2 * M, dot_double_pairs, <<<528, 256>>>((double2 *)d, (double2 *)e, (double *)(zero + 100 * K), M));
    RUN(130, marching, <<<dim3(4, 8), dim3(32, 16)>>>(x, y, 130));
    RUN(128, heat_3d_double, <<<dim3(4, 16, 64), dim3(32, 8)>>>(d, e, 128, 128, 64));
    RUN(1024, row_of_block, <<<K, 128>>>((float4 *)x, (float4 *)z, y, 4096));
    RUN(500, product_any_size, <<<dim3(32, 25), dim3(16, 16)>>>(x, x + M, y, 400, 500, 300));
    RUN(1024, softmax_online, <<<K / 8 * 2, 128>>>(x, y, 1024));
    RUN(4 * K, layer_norm_block, <<<4 * K, 128>>>((float4 *)x, (float4 *)y, 1.5f, 0.5f));
    RUN(M, gelu_half2, <<<M / 256, 256>>>((__half2 *)x, (__half2 *)y));
    RUN(256 * K, decay_double, <<<K, 256>>>(d, e));
    RUN(M, wrapped, <<<M / 256, 256>>>(u, v, 7919, 3000017));
    RUN(512 * K, angles, <<<2 * K, 256>>>(x, x + M, y));
    return 0;
}
