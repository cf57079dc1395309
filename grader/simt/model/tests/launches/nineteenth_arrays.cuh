/* Kernels of the nineteenth set: scans, reductions, packing, texts, tables, sorting. */
#pragma once
#include "seventeenth.cuh"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

/* ---- scans and reductions ---- */
__device__ inline int inclusive_in_warp(int value) {
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(~0u, value, d);
        if (int(threadIdx.x % 32) >= d) value += other;
    }
    return value;
}
template <int T> __device__ inline int exclusive_in_block(int value, int *total) { /* T threads */
    __shared__ int sums[T / 32 + 1];
    int inclusive = inclusive_in_warp(value), warp = threadIdx.x / 32, before_me = 0, all = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 31) sums[warp] = inclusive;
    __syncthreads();
    for (int k = 0; k < T / 32; k++) {
        if (k == warp) before_me = all;
        all += sums[k];
    }
    *total = all;
    return before_me + inclusive - value;
}
/* Items come in striped, are turned in shared memory, and each thread scans those that lie side by side. */
template <int T, int ITEMS> __global__ void scan_turned_items(const unsigned *in, unsigned *out, int n) {
    __shared__ int tile[T * ITEMS + T * ITEMS / 32];
    int t = threadIdx.x, base = blockIdx.x * T * ITEMS, item[ITEMS], sum = 0, total;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int p = k * T + t;
        tile[p + p / 32] = base + p < n ? int(in[base + p] & 15) : 0;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int p = t * ITEMS + k;
        item[k] = tile[p + p / 32];
        sum += item[k];
    }
    int running = exclusive_in_block<T>(sum, &total);
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int p = t * ITEMS + k;
        running += item[k];
        tile[p + p / 32] = running;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        int p = k * T + t;
        if (base + p < n) out[base + p] = unsigned(tile[p + p / 32]);
    }
}
__global__ void running_max_of_16(const float *in, float *out, int n) { /* n in sixteens */
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        float most = in[i];
        for (int d = 1; d < 16; d <<= 1) {
            float other = tile.shfl_up(most, d);
            if (int(tile.thread_rank()) >= d) most = fmaxf(most, other);
        }
        out[i] = most;
    }
}
__global__ void least_most_and_sum(const unsigned *in, unsigned *out, u64 *sum_out, int n) { /* out[0]: the least, out[1]: the most */
    __shared__ unsigned low, high;
    __shared__ u64 all;
    if (threadIdx.x == 0) low = ~0u, high = 0, all = 0;
    __syncthreads();
    unsigned least = ~0u, most = 0;
    u64 sum = 0;
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        unsigned w = in[i];
        least = min(least, w), most = max(most, w), sum += w;
    }
    least = __reduce_min_sync(~0u, least), most = __reduce_max_sync(~0u, most);
    for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) atomicMin(&low, least), atomicMax(&high, most), atomicAdd(&all, sum);
    __syncthreads();
    if (threadIdx.x == 0) atomicMin(out, low), atomicMax(out + 1, high), atomicAdd(sum_out, all);
}
/* Welford's mean and variance: one pass, partial results joined in a tree. */
__global__ void welford_of_rows(const float *in, float *mean_out, float *variance_out, int cols) {
    __shared__ float means[128], squares[128], counts[128];
    const float *row = in + size_t(blockIdx.x) * cols;
    float mean = 0, square = 0, count = 0;
    for (int c = threadIdx.x; c < cols; c += 128) {
        float value = row[c], off = value - mean;
        count += 1;
        mean += off / count;
        square += off * (value - mean);
    }
    means[threadIdx.x] = mean, squares[threadIdx.x] = square, counts[threadIdx.x] = count;
    __syncthreads();
    for (int half = 64; half; half /= 2) {
        if (int(threadIdx.x) < half) {
            int a = threadIdx.x, b = a + half;
            float both = counts[a] + counts[b], off = means[b] - means[a];
            if (both > 0) {
                squares[a] += squares[b] + off * off * counts[a] * counts[b] / both;
                means[a] += off * counts[b] / both;
                counts[a] = both;
            }
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) mean_out[blockIdx.x] = means[0], variance_out[blockIdx.x] = squares[0] / cols;
}

/* ---- packing ---- */
__global__ void evens_front_odds_back(const unsigned *in, unsigned *out, unsigned *ends, int n) { /* n in thirty-twos */
    int i = AT, lane = threadIdx.x % 32;
    if (i >= n) return;
    unsigned w = in[i], evens = __ballot_sync(~0u, w % 2 == 0), below = (1u << lane) - 1, front = 0, back = 0;
    if (lane == 0) front = atomicAdd(&ends[0], __popc(evens)), back = atomicAdd(&ends[1], 32 - __popc(evens));
    front = __shfl_sync(~0u, front, 0), back = __shfl_sync(~0u, back, 0);
    if (w % 2 == 0)
        out[front + __popc(evens & below)] = w;
    else
        out[n - 1 - (back + __popc(~evens & below))] = w;
}
/* The runs of each tile of 1024 symbols: its symbols, where they begin, how many there are. */
__global__ void runs_of_tiles(const byte *in, byte *symbols, unsigned short *starts, unsigned *counts) {
    int base = blockIdx.x * 1024 + threadIdx.x * 4, heads = 0, total;
    uchar4 four = ((const uchar4 *)in)[base / 4];
    byte s[5] = {0, byte(four.x >> 6), byte(four.y >> 6), byte(four.z >> 6), byte(four.w >> 6)};
    s[0] = threadIdx.x ? in[base - 1] >> 6 : 255;
#pragma unroll
    for (int k = 1; k < 5; k++) heads += s[k] != s[k - 1];
    int at = blockIdx.x * 1024 + exclusive_in_block<256>(heads, &total);
#pragma unroll
    for (int k = 1; k < 5; k++)
        if (s[k] != s[k - 1]) {
            symbols[at] = s[k];
            starts[at++] = (unsigned short)(threadIdx.x * 4 + k - 1);
        }
    if (threadIdx.x == 0) counts[blockIdx.x] = total;
}
__constant__ char digits64[64];
__global__ void base64_encode(const unsigned *in, uint4 *out, int n) { /* twelve bytes to sixteen letters */
    int i = AT;
    if (i >= n) return;
    unsigned w[3] = {in[3 * i], in[3 * i + 1], in[3 * i + 2]}, letters[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
        unsigned three = 0;
#pragma unroll
        for (int b = 3 * k; b < 3 * k + 3; b++) three = three << 8 | (w[b / 4] >> b % 4 * 8 & 255);
        letters[k] = byte(digits64[three >> 18]) | byte(digits64[three >> 12 & 63]) << 8 | byte(digits64[three >> 6 & 63]) << 16 | unsigned(byte(digits64[three & 63])) << 24;
    }
    out[i] = make_uint4(letters[0], letters[1], letters[2], letters[3]);
}

/* ---- hashes and texts ---- */
__constant__ unsigned sha_k[64];
__global__ void sha256_of_blocks(const unsigned *in, unsigned *out, int n) { /* word k of message i at k * n + i */
    int i = AT;
    if (i >= n) return;
    unsigned w[16], h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    for (int k = 0; k < 16; k++) w[k] = in[k * n + i];
    unsigned a = h[0], b = h[1], c = h[2], d = h[3], e = h[4], f = h[5], g = h[6], z = h[7];
#define ROTR(v, s) __funnelshift_r(v, v, s)
#pragma unroll
    for (int k = 0; k < 64; k++) {
        if (k >= 16) {
            unsigned p = w[(k - 15) & 15], q = w[(k - 2) & 15];
            w[k & 15] += (ROTR(p, 7) ^ ROTR(p, 18) ^ p >> 3) + w[(k - 7) & 15] + (ROTR(q, 17) ^ ROTR(q, 19) ^ q >> 10);
        }
        unsigned one = z + (ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25)) + ((e & f) ^ (~e & g)) + sha_k[k] + w[k & 15];
        unsigned two = (ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
        z = g, g = f, f = e, e = d + one, d = c, c = b, b = a, a = one + two;
    }
    unsigned r[8] = {a, b, c, d, e, f, g, z};
    for (int k = 0; k < 8; k++) out[k * n + i] = h[k] + r[k];
}
__global__ void fnv1a_of_words(const byte *text, const int *start, unsigned *out, int n) { /* words of 1 to 40 letters */
    int i = AT;
    if (i >= n) return;
    unsigned h = 2166136261u;
    for (int k = start[i]; k < start[i + 1]; k++) h = (h ^ text[k]) * 16777619u;
    out[i] = h;
}
__constant__ byte kmp_pattern[8];
__constant__ int kmp_failure[8];
__global__ void kmp_of_chunks(const byte *text, unsigned *out, int n, int chunk) { /* letters are the low two bits */
    int from = AT * chunk, state = 0, found = 0;
    if (from >= n) return;
    int to = min(n, from + chunk + 7);
    for (int i = from; i < to; i++) {
        byte letter = text[i] & 3;
        while (state > 0 && kmp_pattern[state] != letter) state = kmp_failure[state - 1];
        if (kmp_pattern[state] == letter) state++;
        if (state == 8) found++, state = kmp_failure[7];
    }
    out[AT] = found;
}
__global__ void automaton_in_shared(const byte *table, const unsigned *in, unsigned *out, int words, int n) { /* 16 states */
    __shared__ byte next[16 * 256];
    for (int k = threadIdx.x; k < 16 * 256 / 4; k += blockDim.x) ((unsigned *)next)[k] = ((const unsigned *)table)[k];
    __syncthreads();
    int i = AT;
    if (i >= n) return;
    unsigned state = 0, visits = 0;
    for (int k = 0; k < words; k++) {
        unsigned w = in[k * n + i];
        for (int b = 0; b < 4; b++, w >>= 8) {
            state = next[state * 256 + (w & 255)] & 15;
            visits += state == 3;
        }
    }
    out[i] = visits << 4 | state;
}
/* One anti-diagonal of tiles of an alignment of two sequences, 16 threads to a tile. */
__global__ void needleman_tiles(const unsigned *reference, int *score, int n, int diagonal, int penalty) {
    __shared__ int s[17][17], match[16][16];
    int t = threadIdx.x, tx = blockIdx.x, ty = diagonal - tx, cols = n + 1;
    int *corner = score + size_t(ty) * 16 * cols + tx * 16;
    for (int r = 0; r < 16; r++) match[r][t] = int(reference[size_t(ty * 16 + r) * n + tx * 16 + t] % 11) - 5;
    if (t == 0) s[0][0] = corner[0];
    s[t + 1][0] = corner[size_t(t + 1) * cols];
    s[0][t + 1] = corner[t + 1];
    __syncwarp(0xffff);
    for (int m = 0; m < 16; m++) {
        if (t <= m) {
            int c = t + 1, r = m - t + 1;
            s[r][c] = max(s[r - 1][c - 1] + match[r - 1][c - 1], max(s[r][c - 1], s[r - 1][c]) - penalty);
        }
        __syncwarp(0xffff);
    }
    for (int m = 14; m >= 0; m--) {
        if (t <= m) {
            int c = t + 16 - m, r = 16 - t;
            s[r][c] = max(s[r - 1][c - 1] + match[r - 1][c - 1], max(s[r][c - 1], s[r - 1][c]) - penalty);
        }
        __syncwarp(0xffff);
    }
    for (int r = 0; r < 16; r++) corner[size_t(r + 1) * cols + t + 1] = s[r + 1][t + 1];
}

/* ---- tables ---- */
__global__ void bloom_insert(const unsigned *keys, unsigned *filter, unsigned bits, int n) { /* bits: a power of two, less one */
    int i = AT;
    if (i >= n) return;
    unsigned h = mix(keys[i]), step = mix(h) | 1;
    for (int k = 0; k < 4; k++, h += step) atomicOr(&filter[(h & bits) >> 5], 1u << (h & 31));
}
__global__ void push_on_lists(const unsigned *keys, int *head, int *next, unsigned lists, int n) {
    int i = AT;
    if (i < n) next[i] = atomicExch(&head[keys[i] % lists], i);
}

/* ---- sorting ---- */
__global__ void heap_sort_of_24(const float *in, float *out, int n) { /* each thread its own array; item k of array i at k * n + i */
    int i = AT;
    if (i >= n) return;
    float heap[24];
    for (int k = 0; k < 24; k++) heap[k] = in[k * n + i];
    for (int first = 11, last = 24; last > 1;) {
        int hole;
        float value;
        if (first >= 0)
            hole = first, value = heap[first--];
        else
            value = heap[--last], heap[last] = heap[0], hole = 0;
        for (int child; (child = 2 * hole + 1) < last; hole = child) {
            if (child + 1 < last && heap[child + 1] > heap[child]) child++;
            if (heap[child] <= value) break;
            heap[hole] = heap[child];
        }
        heap[hole] = value;
    }
    for (int k = 0; k < 24; k++) out[k * n + i] = heap[k];
}
/* A single block counts, scans and places keys of 8 bits. */
__global__ void counting_sort_by_one_block(const byte *in, byte *out, int n) {
    __shared__ int count[256];
    __shared__ int place[256];
    int t = threadIdx.x, total;
    if (t < 256) count[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += 1024) atomicAdd(&count[in[i]], 1);
    __syncthreads();
    int start = exclusive_in_block<1024>(t < 256 ? count[t] : 0, &total);
    if (t < 256) place[t] = start;
    __syncthreads();
    for (int b = t / 32; b < 256; b += 32)
        for (int k = t % 32; k < count[b]; k += 32) out[place[b] + k] = byte(b);
}
