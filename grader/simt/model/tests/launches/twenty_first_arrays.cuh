/* Kernels of the twenty-first set: scans, reductions, sorting, searching, histograms, compaction, texts, hashes. */
#pragma once
#include "seventeenth.cuh"
#include <algorithm>

/* ---- scans ---- */
__global__ void brent_kung(const int *in, int *out, int n) { /* a textbook's: 512 threads for 1024 numbers, each block its own */
    __shared__ int xy[1024];
    int i = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    xy[threadIdx.x] = i < n ? in[i] & 255 : 0;
    xy[threadIdx.x + 512] = i + 512 < n ? in[i + 512] & 255 : 0;
    for (unsigned stride = 1; stride <= blockDim.x; stride *= 2) {
        __syncthreads();
        unsigned at = (threadIdx.x + 1) * 2 * stride - 1;
        if (at < 1024) xy[at] += xy[at - stride];
    }
    for (int stride = 256; stride > 0; stride /= 2) {
        __syncthreads();
        int at = (threadIdx.x + 1) * stride * 2 - 1;
        if (at + stride < 1024) xy[at + stride] += xy[at];
    }
    __syncthreads();
    if (i < n) out[i] = xy[threadIdx.x];
    if (i + 512 < n) out[i + 512] = xy[threadIdx.x + 512];
}
/* One pass: a tile's number comes from a counter; a word holds a state (1: the tile's sum, 2: all up to it) above 32 bits of value. */
template <int ITEMS> __global__ void single_pass_prefix(const unsigned *__restrict__ in, unsigned *__restrict__ out, u64 *state, unsigned *next, int n) {
    __shared__ unsigned tile_of_block, part[8], before_tile;
    if (threadIdx.x == 0) tile_of_block = atomicAdd(next, 1u);
    __syncthreads();
    int tile = tile_of_block, first = (tile * 256 + threadIdx.x) * ITEMS, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    unsigned item[ITEMS], sum = 0;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) item[k] = sum += first + k < n ? in[first + k] & 15 : 0;
    unsigned scan = sum;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        unsigned other = __shfl_up_sync(0xffffffff, scan, d);
        if (lane >= d) scan += other;
    }
    if (lane == 31) part[warp] = scan;
    __syncthreads();
    unsigned base = scan - sum, all = 0;
#pragma unroll
    for (int k = 0; k < 8; k++) {
        if (k < warp) base += part[k];
        all += part[k];
    }
    if (threadIdx.x == 0) {
        unsigned carried = 0;
        if (tile > 0) {
            atomicExch(&state[tile], 1ull << 32 | all);
            for (int back = tile - 1; back >= 0;) {
                u64 word = atomicAdd(&state[back], 0ull);
                if (word >> 32 == 0) continue;
                carried += unsigned(word);
                if (word >> 32 == 2) break;
                back--;
            }
        }
        atomicExch(&state[tile], 2ull << 32 | (carried + all));
        before_tile = carried;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; k++)
        if (first + k < n) out[first + k] = before_tile + base + item[k];
}
/* y[i] = a[i] * y[i-1] + b[i], in each block of 256 from zero: pairs are put together by shuffles. */
__global__ void affine_prefix(const float2 *in, float *out, int n) {
    __shared__ float2 of_warp[8];
    int i = AT, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    float2 f = i < n ? in[i] : make_float2(1, 0);
    for (int d = 1; d < 32; d *= 2) {
        float a = __shfl_up_sync(~0u, f.x, d), b = __shfl_up_sync(~0u, f.y, d);
        if (lane >= d) f.y = fmaf(f.x, b, f.y), f.x *= a;
    }
    if (lane == 31) of_warp[warp] = f;
    __syncthreads();
    float carried = 0;
    for (int k = 0; k < warp; k++) carried = fmaf(of_warp[k].x, carried, of_warp[k].y);
    if (i < n) out[i] = fmaf(f.x, carried, f.y);
}
__global__ void integral_rows(const byte *in, unsigned *out, int rows, int cols) { /* a warp goes along a row, 32 pixels at a time */
    int row = AT / 32, lane = threadIdx.x & 31;
    if (row >= rows) return;
    unsigned carried = 0;
    for (int from = 0; from < cols; from += 32) {
        unsigned w = from + lane < cols ? in[row * cols + from + lane] : 0;
        for (int d = 1; d < 32; d *= 2) {
            unsigned other = __shfl_up_sync(~0u, w, d);
            if (lane >= d) w += other;
        }
        w += carried;
        if (from + lane < cols) out[row * cols + from + lane] = w;
        carried = __shfl_sync(~0u, w, 31);
    }
}
__global__ void sums_by_key(const int *key, const double *value, double *out, int n) { /* keys in order; in shared memory, flags and sums, one add a run and block */
    __shared__ double s[256];
    __shared__ int k[256];
    int t = threadIdx.x, i = AT;
    k[t] = i < n ? key[i] : -1, s[t] = i < n ? value[i] : 0;
    __syncthreads();
    for (int d = 1; d < 256; d <<= 1) {
        double add = t >= d && k[t - d] == k[t] ? s[t - d] : 0;
        __syncthreads();
        s[t] += add;
        __syncthreads();
    }
    if (i < n && (t == 255 || i == n - 1 || k[t + 1] != k[t])) atomicAdd(&out[k[t]], s[t]);
}

/* ---- reductions ---- */
template <class T, unsigned SIZE> __global__ void reduce_unrolled(const T *__restrict__ in, T *__restrict__ out, unsigned n) { /* the samples' seventh */
    extern __shared__ double raw[];
    T *s = (T *)raw, sum = 0;
    unsigned t = threadIdx.x;
    for (unsigned i = blockIdx.x * SIZE * 2 + t; i < n; i += SIZE * 2 * gridDim.x) {
        sum += in[i];
        if (i + SIZE < n) sum += in[i + SIZE];
    }
    s[t] = sum;
    __syncthreads();
    if (SIZE >= 512 && t < 256) s[t] = sum = sum + s[t + 256];
    __syncthreads();
    if (SIZE >= 256 && t < 128) s[t] = sum = sum + s[t + 128];
    __syncthreads();
    if (SIZE >= 128 && t < 64) s[t] = sum = sum + s[t + 64];
    __syncthreads();
    if (t < 32) {
        sum += s[t + 32];
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    }
    if (t == 0) out[blockIdx.x] = sum;
}
struct spread_of { float least, most, sum, squares; };
__global__ void spread_of_blocks(const float *in, spread_of *out, int n) { /* structures in shared memory */
    __shared__ spread_of s[128];
    int t = threadIdx.x;
    spread_of mine = {1e30f, -1e30f, 0, 0};
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        float w = in[i];
        mine.least = fminf(mine.least, w), mine.most = fmaxf(mine.most, w), mine.sum += w, mine.squares += w * w;
    }
    s[t] = mine;
    __syncthreads();
    for (int d = 64; d > 0; d >>= 1) {
        if (t < d) {
            s[t].least = fminf(s[t].least, s[t + d].least), s[t].most = fmaxf(s[t].most, s[t + d].most);
            s[t].sum += s[t + d].sum, s[t].squares += s[t + d].squares;
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void redux_of_words(const unsigned *in, unsigned *sum, unsigned *bits, int n) { /* a warp's instruction does it; n in thirty-twos */
    int i = AT;
    if (i >= n) return;
    unsigned w = in[i], all = __reduce_add_sync(~0u, w & 0xffff), some = __reduce_xor_sync(~0u, w);
    if ((threadIdx.x & 31) == 0) atomicAdd(sum, all), atomicXor(bits, some);
}
__global__ void count_passing(const float *in, int *out, float limit, int n) {
    int i = AT;
    int passing = __syncthreads_count(i < n && in[i] > limit);
    if (threadIdx.x == 0) atomicAdd(out, passing);
}

/* ---- histograms ---- */
__global__ void bytes_of_thread(const unsigned *in, unsigned *out, int words) { /* 64 bins, a byte for each of 64 threads; at most 63 words a thread */
    __shared__ byte count[64 * 64];
    unsigned *clear = (unsigned *)count;
    int t = threadIdx.x;
    for (int k = t; k < 64 * 16; k += 64) clear[k] = 0;
    __syncthreads();
    for (int i = AT; i < words; i += gridDim.x * 64) {
        unsigned w = in[i];
        count[(w >> 2 & 63) * 64 + t]++, count[(w >> 10 & 63) * 64 + t]++, count[(w >> 18 & 63) * 64 + t]++, count[(w >> 24 & 63) * 64 + t]++;
    }
    __syncthreads();
    unsigned sum = 0;
    for (int k = 0; k < 64; k++) sum += count[t * 64 + (k + t) % 64];
    atomicAdd(&out[t], sum);
}
__global__ void replicated_bins(const float *data, unsigned *out, int many, int copies, int n) { /* threads in turn to one of `copies`, one word longer than the bins */
    extern __shared__ unsigned copy[];
    for (int k = threadIdx.x; k < copies * (many + 1); k += blockDim.x) copy[k] = 0;
    __syncthreads();
    unsigned *mine = copy + threadIdx.x % copies * (many + 1);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        float w = data[i];
        atomicAdd(&mine[min(many - 1, int(w * w * w * many))], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < many; b += blockDim.x) {
        unsigned sum = 0;
        for (int k = 0; k < copies; k++) sum += copy[k * (many + 1) + b];
        atomicAdd(out + b, sum);
    }
}
__global__ void three_colours(const uchar4 *pixel, unsigned *bins, int n) { /* a student's: 3 x 256 bins in memory */
    int i = AT;
    if (i < n) {
        uchar4 p = pixel[i];
        atomicAdd(&bins[p.x], 1);
        atomicAdd(&bins[256 + p.y], 1);
        atomicAdd(&bins[512 + p.z], 1);
    }
}
__global__ void saturating_bins(const unsigned *in, unsigned *packed, int bins, int n) { /* four bins to a word, none above 255 */
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        unsigned bin = in[i] % bins, shift = bin % 4 * 8, was = atomicOr(&packed[bin / 4], 0), seen;
        while ((was >> shift & 255) < 255 && (seen = atomicCAS(&packed[bin / 4], was, was + (1u << shift))) != was) was = seen;
    }
}

/* ---- sorting ---- */
template <class T> __device__ inline void in_order(T &a, T &b, bool rising) {
    T p = min(a, b), q = max(a, b);
    a = rising ? p : q, b = rising ? q : p;
}
__global__ void warp_sorts_128(const unsigned *in, unsigned *out, int n) { /* key 4 * lane + k in register k; bitonic; n in 128s */
    int lane = threadIdx.x & 31;
    if (AT * 4 >= n) return;
    uint4 q = ((const uint4 *)in)[AT];
    unsigned w[4] = {q.x, q.y, q.z, q.w};
#pragma unroll
    for (int size = 2; size <= 128; size *= 2) {
#pragma unroll
        for (int d = size / 2; d >= 4; d /= 2)
#pragma unroll
            for (int k = 0; k < 4; k++) {
                unsigned other = __shfl_xor_sync(~0u, w[k], d / 4);
                bool rising = ((lane * 4 + k) & size) == 0, lower = (lane & d / 4) == 0;
                w[k] = rising == lower ? min(w[k], other) : max(w[k], other);
            }
        if (size >= 4) in_order(w[0], w[2], (lane * 4 & size) == 0), in_order(w[1], w[3], (lane * 4 & size) == 0);
        in_order(w[0], w[1], (lane * 4 & size) == 0), in_order(w[2], w[3], ((lane * 4 + 2) & size) == 0);
    }
    ((uint4 *)out)[AT] = make_uint4(w[0], w[1], w[2], w[3]);
}
__global__ void batcher_of_pairs(const unsigned *key, const float *value, unsigned *key_out, float *value_out, int size) { /* odd-even merges; `size` a power of two, half as many threads */
    extern __shared__ unsigned sk[];
    float *sv = (float *)(sk + size);
    int t = threadIdx.x, half = size / 2, from = blockIdx.x * size;
    sk[t] = key[from + t], sv[t] = value[from + t], sk[t + half] = key[from + t + half], sv[t + half] = value[from + t + half];
    for (int run = 2; run <= size; run <<= 1) {
        int stride = run / 2, offset = t & (stride - 1);
        for (bool first = true; stride > 0; stride >>= 1, first = false) {
            __syncthreads();
            int at = 2 * t - (t & (stride - 1));
            if (first || offset >= stride) {
                int a = first ? at : at - stride, b = a + stride;
                if (sk[a] > sk[b]) {
                    unsigned k = sk[a];
                    float v = sv[a];
                    sk[a] = sk[b], sv[a] = sv[b], sk[b] = k, sv[b] = v;
                }
            }
        }
    }
    __syncthreads();
    key_out[from + t] = sk[t], value_out[from + t] = sv[t], key_out[from + t + half] = sk[t + half], value_out[from + t + half] = sv[t + half];
}
__global__ void merge_pass(const int *from, int *to, int width, int n) { /* a thread merges two runs of `width` */
    int begin = 2 * width * (blockIdx.x * blockDim.x + threadIdx.x);
    if (begin >= n) return;
    int middle = min(begin + width, n), end = min(begin + 2 * width, n), i = begin, j = middle;
    for (int k = begin; k < end; k++) {
        if (i < middle && (j >= end || from[i] <= from[j])) {
            to[k] = from[i];
            i++;
        } else {
            to[k] = from[j];
            j++;
        }
    }
}
__global__ void places_by_match(const unsigned *key, unsigned *out, int shift, int n) { /* stable in a block of 128: counts of 64 digits a warp */
    __shared__ unsigned count[4][64], start[64];
    int t = threadIdx.x, warp = t / 32, lane = t & 31, i = AT;
    for (int k = t; k < 256; k += 128) count[k / 64][k % 64] = 0;
    __syncthreads();
    unsigned mine = key[i], digit = mine >> shift & 63, same = __match_any_sync(~0u, digit), rank = __popc(same & ((1u << lane) - 1));
    if (rank == 0) count[warp][digit] = __popc(same);
    __syncthreads();
    if (t < 64) {
        unsigned sum = 0;
        for (int k = 0; k < 4; k++) {
            unsigned c = count[k][t];
            count[k][t] = sum, sum += c;
        }
        start[t] = sum;
    }
    __syncthreads();
    if (t == 0)
        for (unsigned k = 0, sum = 0; k < 64; k++) {
            unsigned c = start[k];
            start[k] = sum, sum += c;
        }
    __syncthreads();
    out[blockIdx.x * 128 + start[digit] + count[warp][digit] + rank] = mine;
}
__global__ void to_buckets(const unsigned *key, unsigned *out, unsigned *used, int room_of_bucket, int n) { /* blocks reserve room in each of 32 */
    __shared__ unsigned many[32], base[32];
    int t = threadIdx.x, i = AT;
    if (t < 32) many[t] = 0;
    __syncthreads();
    unsigned w = 0, bucket = 0, rank = 0;
    if (i < n) w = key[i], bucket = w >> 25 & 31, rank = atomicAdd(&many[bucket], 1);
    __syncthreads();
    if (t < 32) base[t] = atomicAdd(&used[t], many[t]);
    __syncthreads();
    if (i < n) out[bucket * room_of_bucket + base[bucket] + rank] = w;
}
__global__ void medians_by_selection(const float *in, float *out, int n) { /* Hoare's selection in local memory, 33 numbers from i on */
    int i = AT;
    if (i >= n) return;
    float a[33];
    for (int k = 0; k < 33; k++) a[k] = in[i + k];
    int low = 0, high = 32;
    while (low < high) {
        float pivot = a[16];
        int l = low, h = high;
        while (l <= h) {
            while (a[l] < pivot) l++;
            while (pivot < a[h]) h--;
            if (l <= h) {
                float swap = a[l];
                a[l++] = a[h], a[h--] = swap;
            }
        }
        if (h < 16) low = l;
        if (l > 16) high = h;
    }
    out[i] = a[16];
}
__global__ void four_best_of_rows(const float *in, float4 *out, int rows, int cols) { /* a warp a row: each lane its four, then the best of the fronts */
    int row = AT / 32, lane = threadIdx.x & 31;
    if (row >= rows) return;
    float a = -1, b = -1, c = -1, d = -1, best[4];
    for (int k = lane; k < cols; k += 32) {
        float w = in[row * cols + k];
        if (w > d) {
            d = w;
            if (d > c) w = c, c = d, d = w;
            if (c > b) w = b, b = c, c = w;
            if (b > a) w = a, a = b, b = w;
        }
    }
    for (int k = 0; k < 4; k++) {
        float most = a;
        for (int s = 16; s; s >>= 1) most = fmaxf(most, __shfl_xor_sync(~0u, most, s));
        best[k] = most;
        if (lane == __ffs(__ballot_sync(~0u, a == most)) - 1) a = b, b = c, c = d, d = -1;
    }
    if (lane == 0) out[row] = make_float4(best[0], best[1], best[2], best[3]);
}
__global__ void unique_of_sorted(const int *in, int *out, unsigned *many, int n) { /* in order within a block only */
    __shared__ unsigned of_warp[8], base;
    int t = threadIdx.x, i = AT, lane = t & 31;
    bool head = i < n && (i == 0 || in[i] != in[i - 1]);
    unsigned heads = __ballot_sync(~0u, head);
    if (lane == 0) of_warp[t / 32] = __popc(heads);
    __syncthreads();
    unsigned at = 0;
    for (int k = 0; k < t / 32; k++) at += of_warp[k];
    if (t == 255) base = atomicAdd(many, at + of_warp[7]);
    __syncthreads();
    if (head) out[base + at + __popc(heads & ((1u << lane) - 1))] = in[i];
}

/* ---- searching ---- */
__global__ void search_32_ways(const int *sorted, const unsigned *wanted, int *out, int many, int n) { /* a warp a query */
    int query = AT / 32, lane = threadIdx.x & 31;
    if (query >= n) return;
    int key = wanted[query] % unsigned(4 * many), low = 0, length = many;
    while (length > 0) {
        int step = (length + 31) / 32, at = low + lane * step;
        unsigned below = __ballot_sync(~0u, at < low + length && sorted[min(at, many - 1)] < key);
        if (below == 0) break;
        int last = __popc(below) - 1, from = low + last * step + 1;
        length = min(step - 1, low + length - from), low = from;
    }
    if (lane == 0) out[query] = low;
}
__global__ void search_in_layers(const int *tree, const unsigned *wanted, unsigned *out, unsigned many, int n) { /* Eytzinger: children of k at 2 k and 2 k + 1 */
    int i = AT;
    if (i >= n) return;
    int key = int(wanted[i] & 0xfffffff);
    unsigned k = 1;
    while (k < many) k = 2 * k + (tree[k] < key);
    out[i] = k >> __ffs(~k);
}
__global__ void find_in_two_places(const unsigned *key, const uint2 *table, unsigned *out, unsigned mask, int n) { /* cuckoo */
    int i = AT;
    if (i >= n) return;
    unsigned w = key[i], found = ~0u;
    uint2 slot = table[mix(w) & mask];
    if (slot.x == w)
        found = slot.y;
    else {
        slot = table[mix(w ^ 0x9e3779b9u) & mask];
        if (slot.x == w) found = slot.y;
    }
    out[i] = found;
}

/* ---- texts and hashes ---- */
__global__ void horspool(const byte *text, const byte *pattern, int length, int each, int n, int *hits) { /* shifts in shared memory; a thread `each` letters */
    __shared__ byte shift[256], word[32];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) shift[k] = byte(length);
    __syncthreads();
    if (threadIdx.x == 0)
        for (int k = 0; k < length - 1; k++) shift[pattern[k]] = byte(length - 1 - k);
    if (threadIdx.x < length) word[threadIdx.x] = pattern[threadIdx.x];
    __syncthreads();
    int at = AT * each, end = min(at + each, n - length + 1), found = 0;
    while (at < end) {
        int k = length - 1;
        while (k >= 0 && text[at + k] == word[k]) k--;
        if (k < 0) found++;
        at += shift[text[at + length - 1]];
    }
    if (found) atomicAdd(hits, found);
}
__global__ void shift_and(const byte *text, const u64 *mask, unsigned *out, int each, int n) { /* a pattern of 64 letters as bits, each thread its part */
    __shared__ u64 m[64];
    if (threadIdx.x < 64) m[threadIdx.x] = mask[threadIdx.x];
    __syncthreads();
    int from = AT * each;
    if (from + each > n) return;
    u64 state = 0;
    unsigned hits = 0;
    for (int k = 0; k < each; k++) {
        state = (state << 1 | 1) & m[text[from + k] & 63];
        hits += state >> 3 & 1;
    }
    out[AT] = hits;
}
__global__ void words_of_text(const char *text, u64 *many, int n) { /* a word begins where a letter comes after what is none */
    int count = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        bool letter = (text[i] & 0x7f) > 40, was = i > 0 && (text[i - 1] & 0x7f) > 40;
        count += letter && !was;
    }
    for (int d = 16; d; d >>= 1) count += __shfl_xor_sync(~0u, count, d);
    if ((threadIdx.x & 31) == 0) atomicAdd(many, u64(count));
}
__global__ void numbers_from_digits(const byte *text, double *out, int n) { /* records of eight: five digits, a point, two digits */
    int i = AT;
    if (i >= n) return;
    const byte *p = text + 8 * i;
    int whole = 0;
    for (int k = 0; k < 5; k++) whole = whole * 10 + p[k] % 10;
    out[i] = whole + (p[6] % 10 * 10 + p[7] % 10) / 100.0;
}
__device__ inline unsigned turned(unsigned a, int by) { return a << by | a >> (32 - by); }
__constant__ unsigned sines[64];
__global__ void md5_of_numbers(uint4 *out, unsigned first, int n) { /* one block of 64 bytes: the number, then zeros */
    int i = AT;
    if (i >= n) return;
    unsigned message[16] = {first + i, 0x80};
    message[14] = 32;
    unsigned a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
    const int by[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
#pragma unroll
    for (int r = 0; r < 64; r++) {
        unsigned f = r < 16 ? (b & c) | (~b & d) : r < 32 ? (d & b) | (~d & c) : r < 48 ? b ^ c ^ d : c ^ (b | ~d);
        int g = r < 16 ? r : r < 32 ? (5 * r + 1) % 16 : r < 48 ? (3 * r + 5) % 16 : 7 * r % 16;
        f += a + sines[r] + message[g];
        a = d, d = c, c = b, b += turned(f, by[r / 16][r % 4]);
    }
    out[i] = make_uint4(a + 0x67452301, b + 0xefcdab89, c + 0x98badcfe, d + 0x10325476);
}
__global__ void sip_of_records(const u64 *in, u64 *out, int words, int n) { /* SipHash-2-4, word k of record i at k * n + i */
    int i = AT;
    if (i >= n) return;
    u64 a = 0x736f6d6570736575ull, b = 0x646f72616e646f6dull, c = 0x6c7967656e657261ull, d = 0x7465646279746573ull;
    auto round = [&] {
        a += b, b = b << 13 | b >> 51, b ^= a, a = a << 32 | a >> 32, c += d, d = d << 16 | d >> 48, d ^= c;
        a += d, d = d << 21 | d >> 43, d ^= a, c += b, b = b << 17 | b >> 47, b ^= c, c = c << 32 | c >> 32;
    };
    for (int k = 0; k < words; k++) {
        u64 m = in[size_t(k) * n + i];
        d ^= m, round(), round(), a ^= m;
    }
    c ^= 255, round(), round(), round(), round();
    out[i] = a ^ b ^ c ^ d;
}
__global__ void adler_of_blocks(const byte *in, unsigned *out, int each) { /* a block of 128 threads, `each` bytes, weights as they lie */
    __shared__ unsigned one[128], two[128];
    int t = threadIdx.x;
    unsigned a = 0, b = 0;
    for (int k = t; k < each; k += 128) {
        unsigned w = in[blockIdx.x * each + k];
        a += w, b = (b + w * unsigned(each - k)) % 65521u;
    }
    one[t] = a, two[t] = b;
    for (int d = 64; d; d /= 2) {
        __syncthreads();
        if (t < d) one[t] += one[t + d], two[t] += two[t + d];
    }
    if (t == 0) out[blockIdx.x] = (two[0] + each) % 65521u << 16 | (one[0] + 1) % 65521u;
}
