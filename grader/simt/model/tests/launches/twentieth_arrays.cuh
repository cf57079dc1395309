/* Kernels of the twentieth set: scans, reductions, sorting, searching, counting, texts, tables, bits. */
#pragma once
#include "seventeenth.cuh"
#include <algorithm>

/* ---- scans and reductions ---- */
__global__ void scan_two_buffers(const unsigned *in, unsigned *out, int n) { /* Kogge and Stone, blocks of 512, n in 512s */
    __shared__ unsigned side[2][512];
    int t = threadIdx.x, now = 0;
    side[0][t] = in[AT] & 255;
    for (int d = 1; d < 512; d *= 2) {
        __syncthreads();
        side[1 - now][t] = side[now][t] + (t >= d ? side[now][t - d] : 0);
        now = 1 - now;
    }
    out[AT] = side[now][t];
}
__global__ void sums_down_columns(const float *in, float *out, int rows, int cols) { /* a thread scans a column */
    int c = AT;
    if (c >= cols) return;
    float sum = 0;
    for (int r = 0; r < rows; r++) out[size_t(r) * cols + c] = sum += in[size_t(r) * cols + c];
}
/* Each segment begins where the low three bits are zero; the scan stays in a warp. */
__global__ void segmented_scan_in_warps(const unsigned *in, unsigned *out, int n) { /* n in thirty-twos */
    int i = AT, lane = threadIdx.x & 31;
    if (i >= n) return;
    unsigned value = in[i] & 1023, heads = __ballot_sync(~0u, (in[i] & 7) == 0 || lane == 0);
    int start = 31 - __clz(heads & (~0u >> (31 - lane)));
    for (int d = 1; d < 32; d += d) {
        unsigned other = __shfl_up_sync(~0u, value, d);
        if (lane - d >= start) value += other;
    }
    out[i] = value;
}
__global__ void total_of_quads(const float4 *in, double *sum, int quads) {
    __shared__ float part[8];
    float s = 0;
    for (int i = AT; i < quads; i += gridDim.x * 256) {
        float4 q = in[i];
        s += (q.x + q.y) + (q.z + q.w);
    }
    for (int d = 16; d; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        double all = 0;
        for (int k = 0; k < 8; k++) all += part[k];
        atomicAdd(sum, all);
    }
}
__global__ void highest_and_where(const unsigned *in, uint2 *out, int n) { /* the first kernel of many courses: by remainders */
    __shared__ unsigned value[256];
    __shared__ int where[256];
    int t = threadIdx.x, i = AT;
    value[t] = i < n ? in[i] : 0, where[t] = i;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        if (t % (2 * d) == 0 && value[t + d] > value[t]) value[t] = value[t + d], where[t] = where[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = make_uint2(value[0], where[0]);
}
__global__ void dot_of_halves(const __half2 *a, const __half2 *b, float *out, int pairs) {
    float sum = 0;
    for (int i = AT; i < pairs; i += gridDim.x * blockDim.x) {
        float2 p = __half22float2(__hmul2(a[i], b[i]));
        sum += p.x + p.y;
    }
    for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if ((threadIdx.x & 31) == 0) atomicAdd(out, sum);
}
__global__ void sums_with_kahan(const float *in, float *out, int each, int n) { /* n threads, `each` numbers side by side */
    int i = AT;
    if (i >= n) return;
    float sum = 0, lost = 0;
    for (int k = 0; k < each; k++) {
        float term = in[size_t(i) * each + k] - lost, next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    out[i] = sum + lost;
}
__global__ void pack_tiles(const unsigned *in, unsigned *out, unsigned *counts) { /* blocks of 256: what divides by three, in order, to the tile's front */
    __shared__ unsigned before_warp[9];
    int t = threadIdx.x;
    unsigned w = in[AT], kept = __ballot_sync(~0u, w % 3 == 0);
    if (t % 32 == 0) before_warp[t / 32 + 1] = __popc(kept);
    if (t == 0) before_warp[0] = 0;
    __syncthreads();
    if (t == 0)
        for (int k = 1; k < 9; k++) before_warp[k] += before_warp[k - 1];
    __syncthreads();
    if (w % 3 == 0) out[blockIdx.x * 256 + before_warp[t / 32] + __popc(kept & ((1u << t % 32) - 1))] = w;
    if (t == 0) counts[blockIdx.x] = before_warp[8];
}

/* ---- sorting and searching ---- */
__global__ void bitonic_of_1024(const unsigned *in, unsigned *out) { /* a block of 512 threads sorts 1024 keys */
    __shared__ unsigned key[1024];
    const unsigned *from = in + blockIdx.x * 1024;
    int t = threadIdx.x;
    key[t] = from[t], key[t + 512] = from[t + 512];
    for (int size = 2; size <= 1024; size *= 2)
        for (int d = size / 2; d; d /= 2) {
            __syncthreads();
            int a = 2 * t - (t & (d - 1)), b = a + d;
            unsigned p = key[a], q = key[b];
            if ((p > q) == ((a & size) == 0)) key[a] = q, key[b] = p;
        }
    __syncthreads();
    out[blockIdx.x * 1024 + t] = key[t], out[blockIdx.x * 1024 + t + 512] = key[t + 512];
}
__global__ void bitonic_step_in_place(unsigned *key, int size, int d, int n) { /* half of the threads have nothing to do */
    int i = AT, partner = i ^ d;
    if (i >= n || partner < i) return;
    unsigned p = key[i], q = key[partner];
    if ((p > q) == ((i & size) == 0)) key[i] = q, key[partner] = p;
}
__global__ void merge_by_diagonals(const int *a, const int *b, int *out, int n) { /* n of each; a thread makes eight of the 2 n */
    int first = AT * 8;
    if (first >= 2 * n) return;
    int low = max(0, first - n), high = min(first, n);
    while (low < high) {
        int middle = (low + high) / 2;
        if (a[middle] <= b[first - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    int i = low, j = first - low;
    for (int k = first; k < min(first + 8, 2 * n); k++) out[k] = j >= n || (i < n && a[i] <= b[j]) ? a[i++] : b[j++];
}
__global__ void digit_counts(const unsigned *key, unsigned *count, int shift, int blocks, int n) { /* 16 digits, those of a block side by side at last */
    __shared__ unsigned of_warp[8][17];
    int t = threadIdx.x, warp = t / 32;
    if (t % 32 < 16) of_warp[warp][t % 32] = 0;
    __syncwarp();
    for (int k = 0; k < 4; k++) {
        int i = (blockIdx.x * 4 + k) * 256 + t;
        if (i < n) atomicAdd(&of_warp[warp][key[i] >> shift & 15], 1);
    }
    __syncthreads();
    if (t < 16) {
        unsigned sum = 0;
        for (int k = 0; k < 8; k++) sum += of_warp[k][t];
        count[t * blocks + blockIdx.x] = sum;
    }
}
__global__ void radix_sort_of_tiles(const unsigned *in, unsigned *out, int bits) { /* blocks of 256 split by one bit at a time */
    __shared__ unsigned key[256];
    __shared__ int zeros_of[8];
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    unsigned mine = in[AT];
    for (int bit = 0; bit < bits; bit++) {
        bool one = mine >> bit & 1;
        unsigned zeros = __ballot_sync(~0u, !one);
        if (lane == 0) zeros_of[warp] = __popc(zeros);
        __syncthreads();
        int below = __popc(zeros & ((1u << lane) - 1)), all = 0;
        for (int k = 0; k < 8; k++) {
            if (k == warp) below += all;
            all += zeros_of[k];
        }
        key[one ? all + t - below : below] = mine;
        __syncthreads();
        mine = key[t];
    }
    out[AT] = mine;
}
__global__ void odd_even_sort_of_64(const float *in, float *out) { /* blocks of 64 */
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = in[AT];
    __syncthreads();
    for (int phase = 0; phase < 64; phase++) {
        int a = 2 * t + (phase & 1);
        if (t < 32 && a + 1 < 64) {
            float p = s[a], q = s[a + 1];
            s[a] = fminf(p, q), s[a + 1] = fmaxf(p, q);
        }
        __syncthreads();
    }
    out[AT] = s[t];
}
__global__ void lower_bounds(const int *sorted, const unsigned *query, int *out, int many, int n) {
    int i = AT;
    if (i >= n) return;
    int wanted = int(query[i] % unsigned(4 * many)), low = 0, high = many;
    while (low < high) {
        int middle = (low + high) >> 1;
        if (sorted[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    out[i] = low;
}

/* ---- counting ---- */
__global__ void histogram_of_quads(const uchar4 *in, unsigned *out, int quads) { /* 256 bins in shared memory */
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = AT; i < quads; i += gridDim.x * 256) {
        uchar4 q = in[i];
        atomicAdd(&s[q.x], 1), atomicAdd(&s[q.y], 1), atomicAdd(&s[q.z], 1), atomicAdd(&s[q.w], 1);
    }
    __syncthreads();
    if (s[threadIdx.x]) atomicAdd(&out[threadIdx.x], s[threadIdx.x]);
}
__global__ void histogram_skewed(const byte *in, unsigned *out, int n) { /* straight to memory; half of all go to one bin */
    int i = AT;
    if (i >= n) return;
    unsigned w = in[i];
    atomicAdd(&out[w < 128 ? 0 : w - 127], 1);
}
__global__ void count_by_leaders(const byte *in, unsigned *out, int n) { /* of each warp, one adds for all with its digit; n in thirty-twos */
    int i = AT;
    if (i >= n) return;
    int digit = in[i] >> 5;
    unsigned same = __match_any_sync(~0u, digit);
    if (int(threadIdx.x & 31) == __ffs(same) - 1) atomicAdd(&out[digit], __popc(same));
}

/* ---- texts ---- */
__constant__ byte needle[12];
__global__ void find_needle(const byte *text, byte *out, int length, int n) { /* letters are the low two bits; most end at the first letters */
    int i = AT;
    if (i + length > n) return;
    int k = 0;
    while (k < length && (text[i + k] & 3) == needle[k]) k++;
    out[i] = k == length;
}
__global__ void rolling_windows(const byte *text, unsigned *out, int n) { /* Karp and Rabin: windows of 16, 64 begin in each thread's part */
    int from = AT * 64;
    if (from + 80 > n) return;
    unsigned h = 0, top = 1, hits = 0;
    for (int k = 0; k < 16; k++) h = h * 257 + text[from + k], top *= 257;
    for (int k = 0; k < 64; k++) {
        hits += (h & 31) == 7;
        h = h * 257 + text[from + k + 16] - top * text[from + k];
    }
    out[AT] = hits;
}
__global__ void edit_distances(const byte *a, const byte *b, byte *out, int n) { /* words of 16 letters, letter k at k * n + i */
    int i = AT;
    if (i >= n) return;
    byte word[16], row[17];
#pragma unroll
    for (int k = 0; k < 16; k++) word[k] = b[k * n + i] & 3, row[k] = byte(k);
    row[16] = 16;
    for (int r = 1; r <= 16; r++) {
        byte letter = a[(r - 1) * n + i] & 3, corner = row[0];
        row[0] = byte(r);
#pragma unroll
        for (int c = 1; c <= 16; c++) {
            byte above = row[c];
            row[c] = byte(min(min(row[c - 1], above) + 1, corner + (word[c - 1] != letter)));
            corner = above;
        }
    }
    out[i] = row[16];
}
__device__ inline unsigned upper_of_four(unsigned w) { /* letters a to z lose a bit, four bytes at once */
    unsigned seven = w & 0x7f7f7f7f, from_a = seven + 0x1f1f1f1f, past_z = seven + 0x05050505;
    return w ^ ((from_a & ~past_z & ~w & 0x80808080) >> 2);
}
__global__ void upper_case(const uint4 *in, uint4 *out, int n) {
    int i = AT;
    if (i >= n) return;
    uint4 w = in[i];
    out[i] = make_uint4(upper_of_four(w.x), upper_of_four(w.y), upper_of_four(w.z), upper_of_four(w.w));
}
__global__ void crc32_of_parts(const byte *in, unsigned *out, int part, int n) { /* a table of 16 in shared memory, bytes far apart between lanes */
    __shared__ unsigned table[16];
    if (threadIdx.x < 16) {
        unsigned c = threadIdx.x;
        for (int k = 0; k < 4; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[threadIdx.x] = c;
    }
    __syncthreads();
    int i = AT;
    if (i >= n) return;
    unsigned c = ~0u;
    for (int k = 0; k < part; k++) {
        c ^= in[size_t(i) * part + k];
        c = table[c & 15] ^ c >> 4;
        c = table[c & 15] ^ c >> 4;
    }
    out[i] = ~c;
}

/* ---- tables ---- */
__global__ void insert_by_probing(const unsigned *keys, unsigned *table, unsigned mask, int n) { /* empty: 0; the table is four times as large */
    int i = AT;
    if (i >= n) return;
    unsigned key = keys[i] | 1;
    for (unsigned at = mix(key) & mask;; at = (at + 1) & mask) {
        unsigned was = atomicCAS(&table[at], 0u, key);
        if (was == 0 || was == key) break;
    }
}
__global__ void find_by_probing(const unsigned *keys, const unsigned *table, unsigned *out, unsigned mask, int n) { /* any table will do: a zero ends */
    int i = AT;
    if (i >= n) return;
    unsigned key = keys[i], steps = 0;
    for (unsigned at = mix(key) & mask; steps < 30 && table[at] % 4 != 0 && table[at] != key; at = (at + 1) & mask) steps++;
    out[i] = steps;
}
__global__ void murmur_of_two(const ulonglong2 *in, u64 *out, int n) {
    int i = AT;
    if (i >= n) return;
    ulonglong2 key = in[i];
    u64 a = key.x * 0x87c37b91114253d5ull, b = key.y * 0x4cf5ad432745937full;
    a = (a << 31 | a >> 33) * 0x4cf5ad432745937full, b = (b << 33 | b >> 31) * 0x87c37b91114253d5ull;
    a ^= b + 16, b ^= a;
    for (int k = 0; k < 2; k++) {
        a ^= a >> 33, a *= 0xff51afd7ed558ccdull, a ^= a >> 33, a *= 0xc4ceb9fe1a85ec53ull, a ^= a >> 33;
        b ^= b >> 33, b *= 0xff51afd7ed558ccdull, b ^= b >> 33, b += a;
    }
    out[i] = a + b;
}

/* ---- bits ---- */
__global__ void nearest_code(const u64 *code, const u64 *book, int *out, int many, int n) { /* the least count of bits that differ */
    int i = AT;
    if (i >= n) return;
    u64 mine = code[i];
    int best = 65, where = 0;
    for (int k = 0; k < many; k++) {
        int off = __popcll(mine ^ book[k]);
        if (off < best) best = off, where = k;
    }
    out[i] = where << 8 | best;
}
__global__ void morton_of_points(const uint2 *in, u64 *out, int n) {
    int i = AT;
    if (i >= n) return;
    u64 w[2] = {in[i].x, in[i].y};
#pragma unroll
    for (int k = 0; k < 2; k++) {
        w[k] = (w[k] | w[k] << 16) & 0x0000ffff0000ffffull, w[k] = (w[k] | w[k] << 8) & 0x00ff00ff00ff00ffull;
        w[k] = (w[k] | w[k] << 4) & 0x0f0f0f0f0f0f0f0full, w[k] = (w[k] | w[k] << 2) & 0x3333333333333333ull;
        w[k] = (w[k] | w[k] << 1) & 0x5555555555555555ull;
    }
    out[i] = w[0] | w[1] << 1;
}
__global__ void turn_bits_of_tiles(const unsigned *in, unsigned *out, int n) { /* each warp turns 32 x 32 bits */
    int i = AT, lane = threadIdx.x & 31;
    if (i >= n) return;
    unsigned w = in[i], mask = 0xffff;
    for (int d = 16; d; d >>= 1, mask ^= mask << d) {
        unsigned other = __shfl_xor_sync(~0u, w, d);
        w = lane & d ? (w & ~mask) | (other >> d & mask) : (w & mask) | (other & mask) << d;
    }
    out[i] = w;
}
