/* Kernels of sixteenth.cu on arrays: scans, compaction, reductions, sorting, histograms, strings, random numbers, bits. */
#pragma once
#include "sixteenth_check.h"

/* ---- scans ---- */
template <int B> __global__ void inclusive_by_doubling(const unsigned *in, unsigned *out) { /* Hillis and Steele, two buffers */
    __shared__ unsigned s[2][B];
    int t = threadIdx.x, from = 0;
    s[0][t] = in[AT];
    __syncthreads();
    for (int d = 1; d < B; d *= 2, from ^= 1) {
        s[from ^ 1][t] = t >= d ? s[from][t] + s[from][t - d] : s[from][t];
        __syncthreads();
    }
    out[AT] = s[from][t];
}
__device__ inline int padded(int i) { return i + i / 32; }
template <int B> __global__ void sweep_up_and_down(const unsigned *in, unsigned *out) { /* Blelloch, 2 B elements a block, exclusive */
    __shared__ unsigned s[2 * B + 2 * B / 32];
    int t = threadIdx.x, base = blockIdx.x * 2 * B, offset = 1;
    s[padded(t)] = in[base + t], s[padded(t + B)] = in[base + t + B];
    for (int d = B; d > 0; d /= 2, offset *= 2) {
        __syncthreads();
        if (t < d) s[padded(offset * (2 * t + 2) - 1)] += s[padded(offset * (2 * t + 1) - 1)];
    }
    if (t == 0) s[padded(2 * B - 1)] = 0;
    for (int d = 1; d < 2 * B; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            int a = padded(offset * (2 * t + 1) - 1), b = padded(offset * (2 * t + 2) - 1);
            unsigned left = s[a];
            s[a] = s[b], s[b] += left;
        }
    }
    __syncthreads();
    out[base + t] = s[padded(t)], out[base + t + B] = s[padded(t + B)];
}
/* One pass. A word holds the launch's number, whether its sum is of a block (1) or of all up to it (2), and the sum; a warp looks at 32 blocks before. */
__global__ void look_back_by_warps(const uint2 *in, uint2 *out, volatile unsigned long long *words, unsigned run) {
    __shared__ unsigned warp_sum[8], before;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    uint2 v = in[AT];
    unsigned sum = v.x + v.y, total = 0;
    for (int d = 1; d < 32; d *= 2) {
        unsigned other = __shfl_up_sync(~0u, sum, d);
        if (lane >= d) sum += other;
    }
    if (lane == 31) warp_sum[warp] = sum;
    __syncthreads();
    unsigned base = sum - v.x - v.y;
    for (int w = 0; w < 8; w++) base += w < warp ? warp_sum[w] : 0, total += warp_sum[w];
    if (warp == 0) {
        unsigned long long tag = (unsigned long long)run << 34;
        unsigned so_far = 0, whole = blockIdx.x == 0;
        if (lane == 0) words[blockIdx.x] = tag | (whole ? 2ull : 1ull) << 32 | total;
        for (int last = int(blockIdx.x) - 1; !whole; last -= 32) {
            int b = last - lane;
            unsigned long long w;
            do {
                w = b >= 0 ? words[b] : tag | 2ull << 32;
            } while (!__all_sync(~0u, (w >> 34) == run));
            whole = __ballot_sync(~0u, (w >> 32 & 3) == 2);
            unsigned part = whole == 0 || lane < __ffs(whole) ? unsigned(w) : 0;
            for (int d = 16; d > 0; d /= 2) part += __shfl_xor_sync(~0u, part, d);
            so_far += part;
        }
        if (lane == 0) {
            if (blockIdx.x > 0) words[blockIdx.x] = tag | 2ull << 32 | (so_far + total);
            before = so_far;
        }
    }
    __syncthreads();
    base += before;
    out[AT] = make_uint2(base + v.x, base + v.x + v.y);
}
__global__ void segmented_by_warps(const float *in, const byte *head, float *out) { /* a segment begins where a byte is below 40 */
    int i = AT, lane = threadIdx.x % 32;
    float sum = in[i];
    unsigned heads = __ballot_sync(~0u, head[i] < 40) | 1;
    int place = lane - (31 - __clz(heads & ~0u >> (31 - lane)));
    for (int d = 1; d < 32; d *= 2) {
        float other = __shfl_up_sync(~0u, sum, d);
        if (place >= d) sum += other;
    }
    out[i] = sum;
}

/* ---- compaction ---- */
__global__ void compact_by_blocks(const unsigned *in, unsigned *out, unsigned *count, unsigned limit, unsigned mask) {
    __shared__ unsigned of_warp[32], start;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned w = in[AT], kept = __ballot_sync(~0u, w < limit);
    if (lane == 0) of_warp[warp] = __popc(kept);
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned sum = 0;
        for (int k = 0; k < blockDim.x / 32; k++) {
            unsigned here = of_warp[k];
            of_warp[k] = sum, sum += here;
        }
        start = atomicAdd(count, sum);
    }
    __syncthreads();
    if (w < limit) out[(start + of_warp[warp] + __popc(kept & ((1u << lane) - 1))) & mask] = w;
}

/* ---- reductions ---- */
__global__ void dot_compensated(const float *a, const float *b, float *out, int n) { /* Kahan's sum in each thread */
    __shared__ float s[256];
    float sum = 0, lost = 0;
    for (int i = AT; i < n; i += STEP) {
        float term = __fsub_rn(__fmul_rn(a[i], b[i]), lost), next = __fadd_rn(sum, term);
        lost = __fsub_rn(__fsub_rn(next, sum), term), sum = next;
    }
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

/* ---- sorting ---- */
__global__ void bitonic_in_warps(const unsigned *in, unsigned *out) {
    int lane = threadIdx.x % 32;
    unsigned w = in[AT];
    for (int k = 2; k <= 32; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            unsigned other = __shfl_xor_sync(~0u, w, j);
            w = ((lane & k) == 0) == ((lane & j) == 0) ? min(w, other) : max(w, other);
        }
    out[AT] = w;
}
__host__ __device__ inline void exchange(unsigned &a, unsigned &b, bool up) {
    if ((a > b) == up) {
        unsigned other = a;
        a = b, b = other;
    }
}
__global__ void bitonic_two_steps(const unsigned *in, unsigned *out, int k, int j) { /* strides j and j / 2: four elements a thread */
    int t = AT, half = j / 2, low = t & (half - 1), i = (t - low) * 4 + low;
    bool up = (i & k) == 0;
    unsigned a = in[i], b = in[i + half], c = in[i + j], d = in[i + j + half];
    exchange(a, c, up), exchange(b, d, up), exchange(a, b, up), exchange(c, d, up);
    out[i] = a, out[i + half] = b, out[i + j] = c, out[i + j + half] = d;
}
__global__ void radix_scatter_4(const unsigned *in, unsigned *out, const unsigned *offset, int shift) { /* 256 keys a block, stable */
    __shared__ unsigned of_warp[8][16];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned key = in[AT], digit = key >> shift & 15, same = ~0u;
    for (int b = 0; b < 4; b++) {
        unsigned set = __ballot_sync(~0u, digit >> b & 1);
        same &= digit >> b & 1 ? set : ~set;
    }
    if (lane < 16) of_warp[warp][lane] = 0;
    __syncwarp();
    unsigned rank = __popc(same & ((1u << lane) - 1));
    if (rank == 0) of_warp[warp][digit] = __popc(same);
    __syncthreads();
    if (threadIdx.x < 16) {
        unsigned sum = offset[threadIdx.x * gridDim.x + blockIdx.x];
        for (int w = 0; w < 8; w++) {
            unsigned here = of_warp[w][threadIdx.x];
            of_warp[w][threadIdx.x] = sum, sum += here;
        }
    }
    __syncthreads();
    out[of_warp[warp][digit] + rank] = key;
}
template <int B> __global__ void brick_sort_tile(const unsigned *in, unsigned *out) { /* odd and even phases on 2 B keys */
    __shared__ unsigned s[2 * B];
    int t = threadIdx.x, base = blockIdx.x * 2 * B;
    s[t] = in[base + t], s[t + B] = in[base + t + B];
    for (int phase = 0; phase < 2 * B; phase++) {
        int i = 2 * t + (phase & 1);
        __syncthreads();
        if (i + 1 < 2 * B && s[i] > s[i + 1]) {
            unsigned other = s[i];
            s[i] = s[i + 1], s[i + 1] = other;
        }
    }
    __syncthreads();
    out[base + t] = s[t], out[base + t + B] = s[t + B];
}
__global__ void merge_tiles(const unsigned *in, unsigned *out) { /* two sorted runs of 512 a block: 256 threads search their diagonal and merge four */
    __shared__ unsigned s[1024];
    int base = blockIdx.x * 1024, diagonal = threadIdx.x * 4;
    for (int k = threadIdx.x; k < 1024; k += 256) s[k] = in[base + k];
    __syncthreads();
    int low = max(0, diagonal - 512), high = min(diagonal, 512);
    while (low < high) {
        int middle = (low + high) / 2;
        if (s[middle] <= s[512 + diagonal - 1 - middle])
            low = middle + 1;
        else
            high = middle;
    }
    int a = low, b = diagonal - low;
    unsigned merged[4];
    for (int k = 0; k < 4; k++) merged[k] = b >= 512 || (a < 512 && s[a] <= s[512 + b]) ? s[a++] : s[512 + b++];
    ((uint4 *)out)[AT] = make_uint4(merged[0], merged[1], merged[2], merged[3]);
}

/* ---- histograms ---- */
__global__ void count_global(const byte *in, unsigned *count, int n) {
    int i = AT;
    if (i < n) atomicAdd(&count[in[i]], 1);
}
__global__ void count_block(const byte *in, unsigned *count, int n) { /* a histogram in shared memory */
    __shared__ unsigned s[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) s[k] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += STEP) atomicAdd(&s[in[i]], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < 256; k += blockDim.x)
        if (s[k] > 0) atomicAdd(&count[k], s[k]);
}
__global__ void count_warps(const unsigned *in, unsigned *count, int n) { /* each of eight warps its own, four bytes a load */
    __shared__ unsigned s[8][257];
    for (int k = threadIdx.x; k < 8 * 257; k += 256) s[k / 257][k % 257] = 0;
    __syncthreads();
    unsigned *mine = s[threadIdx.x / 32];
    for (int i = AT; i < n / 4; i += STEP)
        for (unsigned w = in[i], k = 0; k < 4; k++, w >>= 8) atomicAdd(&mine[w & 255], 1);
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; w++) sum += s[w][threadIdx.x];
    atomicAdd(&count[threadIdx.x], sum);
}

/* ---- strings ---- */
__constant__ byte pattern[8];
__global__ void find_pattern(const byte *text, byte *found, int n, int length) { /* letters are two bits of a byte */
    int i = AT, k = 0;
    if (i + length > n) return;
    while (k < length && (text[i + k] & 3) == pattern[k]) k++;
    found[i] = k == length;
}

/* ---- random numbers, bits ---- */
__host__ __device__ inline unsigned high_product(unsigned a, unsigned b) { return unsigned((unsigned long long)a * b >> 32); }
__host__ __device__ inline void philox(unsigned c[4], unsigned k0, unsigned k1) {
    for (int round = 0; round < 10; round++, k0 += 0x9e3779b9u, k1 += 0xbb67ae85u) {
        unsigned h0 = high_product(0xd2511f53u, c[0]), l0 = 0xd2511f53u * c[0], h1 = high_product(0xcd9e8d57u, c[2]), l1 = 0xcd9e8d57u * c[2];
        c[0] = h1 ^ c[1] ^ k0, c[1] = l1, c[2] = h0 ^ c[3] ^ k1, c[3] = l0;
    }
}
__global__ void philox_fill(uint4 *out, unsigned seed) {
    unsigned c[4] = {AT, 0, 7, 0};
    philox(c, seed, 0);
    out[AT] = make_uint4(c[0], c[1], c[2], c[3]);
}
__global__ void product_of_signs(const unsigned *a, const unsigned *b, int *c, int n, int words) { /* rows of +1 and -1 as bits */
    int same = 0;
    for (int k = 0; k < words; k++) same += __popc(~(a[Y * words + k] ^ b[X * words + k]));
    c[Y * n + X] = 2 * same - 32 * words;
}

/* ---- their launches ---- */
static void scans() {
    unsigned *words = (unsigned *)cleared(on_device(std::vector<unsigned long long>(32 * K)), 32 * K);
    static unsigned runs = 0;
    for (int n : {32 * K, 2 * M, 16 * M}) {
        RUN(n, inclusive_by_doubling<256>, <<<n / 256, 256>>>(u, v));
        expect(v, n, [](size_t i) { unsigned s = 0; for (size_t k = i / 256 * 256; k <= i; k++) s += hu[k]; return s; });
    }
    for (int n : {64 * K, 8 * M}) {
        RUN(n, sweep_up_and_down<512>, <<<n / 1024, 512>>>(u, v));
        expect(v, n, [](size_t i) { unsigned s = 0; for (size_t k = i / 1024 * 1024; k < i; k++) s += hu[k]; return s; });
    }
    RUN(512 * K, sweep_up_and_down<64>, <<<4 * K, 64>>>(u, v));
    expect(v, 512 * K, [](size_t i) { unsigned s = 0; for (size_t k = i / 128 * 128; k < i; k++) s += hu[k]; return s; });
    std::vector<unsigned> sums(1, 0);
    if (checking)
        for (unsigned w : hu) sums.push_back(sums.back() + w);
    for (int n : {16 * K, M, 8 * M}) {
        RUN(n, look_back_by_warps, <<<n / 512, 256>>>((const uint2 *)u, (uint2 *)v, (unsigned long long *)words, ++runs));
        expect(v, n, [&](size_t i) { return sums[i + 1]; });
    }
    auto segment = [](size_t i, size_t width) {
        float s = hx[i];
        for (; hb[i] >= 40 && i % width > 0; i--) s += hx[i - 1];
        return s;
    };
    for (int n : {128 * K, 8 * M}) {
        RUN(n, segmented_by_warps, <<<n / 128, 128>>>(x, bytes, y));
        expect(y, n, [&](size_t i) { return segment(i, 32); });
    }
}

static void compactions_and_sums() {
    for (int n : {64 * K, 4 * M}) {
        unsigned limit = n < M ? 1u << 27 : 3u << 28;
        cleared(bins, 1);
        RUN(n, compact_by_blocks, <<<n / 256, 256>>>(u, v, bins, limit, unsigned(n - 1)));
        if (checking) {
            size_t kept = 0, is = 0, should = 0;
            for (int i = 0; i < n; i++)
                if (hu[i] < limit) kept++, should += hu[i];
            expect_one(back(bins, 1)[0], kept, 0);
            for (unsigned w : back(v, kept)) is += w;
            expect_one(is, should, 0);
        }
    }
    for (int n : {256 * K, 16 * M}) {
        int blocks = n < M ? 64 : 528;
        RUN(n, dot_compensated, <<<blocks, 128>>>(x, x + 3, y, n - 4));
        if (checking) {
            double is = 0, should = 0;
            for (float w : back(y, blocks)) is += w;
            for (int i = 0; i < n - 4; i++) should += double(hx[i]) * hx[i + 3];
            expect_one(is, should, 1e-5);
        }
    }
}

static void sorts() {
    RUN(8 * M, bitonic_in_warps, <<<8 * M / 64, 64>>>(u, v));
    expect(v, 8 * M, [](size_t i) { std::vector<unsigned> w(&hu[i / 32 * 32], &hu[i / 32 * 32] + 32); std::sort(w.begin(), w.end()); return w[i % 32]; });
    for (int n : {256 * K, 16 * M}) {
        int j = n / 8, k = n / 2;
        RUN(n, bitonic_two_steps, <<<n / 4 / 256, 256>>>(u, v, k, j));
        expect(v, n, [=](size_t i) {
            unsigned w[4], half = j / 2, base = unsigned(i) & ~unsigned(j | half);
            bool up = (base & k) == 0;
            for (unsigned q = 0; q < 4; q++) w[q] = hu[base + (q & 1) * half + (q >> 1) * j];
            exchange(w[0], w[2], up), exchange(w[1], w[3], up), exchange(w[0], w[1], up), exchange(w[2], w[3], up);
            return w[(i & half ? 1 : 0) + (i & j ? 2 : 0)];
        });
    }
    for (int n : {128 * K, 2 * M}) {
        int blocks = n / 256;
        std::vector<unsigned> offset(16 * blocks + 1, 0);
        for (int i = 0; i < n; i++) offset[(hu[i] >> 8 & 15) * blocks + i / 256 + 1]++;
        for (int k = 0; k < 16 * blocks; k++) offset[k + 1] += offset[k];
        unsigned *there = on_device(offset);
        RUN(n, radix_scatter_4, <<<blocks, 256>>>(u, v, there, 8));
        std::vector<unsigned> sorted(hu.begin(), hu.begin() + (checking ? n : 0));
        std::stable_sort(sorted.begin(), sorted.end(), [](unsigned a, unsigned b) { return (a >> 8 & 15) < (b >> 8 & 15); });
        expect(v, n, [&](size_t i) { return sorted[i]; });
    }
    for (int blocks : {16, 264}) {
        RUN(blocks, brick_sort_tile<128>, <<<blocks, 128>>>(u, v));
        expect(v, blocks * 256, [](size_t i) { std::vector<unsigned> w(&hu[i / 256 * 256], &hu[i / 256 * 256] + 256); std::sort(w.begin(), w.end()); return w[i % 256]; });
    }
    std::vector<unsigned> runs(hu.begin(), hu.begin() + 2 * M);
    for (int i = 0; i < 2 * M; i += 512) std::sort(&runs[i], &runs[i] + 512);
    unsigned *sorted = on_device(runs);
    for (int n : {64 * K, 2 * M}) {
        RUN(n, merge_tiles, <<<n / 1024, 256>>>(sorted, v));
        expect(v, n, [](size_t i) { std::vector<unsigned> w(&hu[i / 1024 * 1024], &hu[i / 1024 * 1024] + 1024); std::sort(w.begin(), w.end()); return w[i % 1024]; });
    }
}

static void histograms() {
    std::vector<byte> most(4 * M);
    for (int i = 0; i < 4 * M; i++) most[i] = hb[i] < 200 ? 7 : hb[i + 1]; /* eight of ten are the same */
    const byte *skewed = on_device(most);
    for (int n : {256 * K, 4 * M})
        for (int kind = 0; kind < 2; kind++) {
            const byte *in = kind ? skewed : bytes;
            auto right = [&](size_t bin) { unsigned s = 0; for (int i = 0; i < n; i++) s += (kind ? most[i] : hb[i]) == bin; return s; };
            int blocks = std::min(n / 2048, 528);
            if (n < M || kind == 0) {
                cleared(bins, 256);
                RUN_AS(kind ? "count_global skewed" : "count_global", n, count_global<<<n / 256, 256>>>(in, bins, n));
                expect(bins, 256, right, 0);
            }
            if (n < M && kind == 1) continue;
            cleared(bins, 256);
            RUN_AS(kind ? "count_block skewed" : "count_block", n, count_block<<<blocks, 512>>>(in, bins, n));
            expect(bins, 256, right, 0);
            cleared(bins, 256);
            RUN_AS(kind ? "count_warps skewed" : "count_warps", n, count_warps<<<blocks, 256>>>((const unsigned *)in, bins, n));
            expect(bins, 256, right, 0);
        }
}

static void strings_and_bits() {
    byte wanted[8] = {1, 2, 0, 3, 1, 1, 2, 0};
    cudaMemcpyToSymbol(pattern, wanted, 8);
    for (int n : {256 * K, 8 * M}) {
        RUN(n, find_pattern, <<<n / 256, 256>>>(bytes, (byte *)v, n, 3));
        expect((byte *)v, n - 2, [](size_t i) { return (hb[i] & 3) == 1 && (hb[i + 1] & 3) == 2 && (hb[i + 2] & 3) == 0; });
    }
    for (int n : {64 * K, 16 * M}) {
        RUN(n, philox_fill, <<<n / 4 / 256, 256>>>((uint4 *)v, 42));
        expect(v, n, [](size_t i) { unsigned c[4] = {unsigned(i / 4), 0, 7, 0}; philox(c, 42, 0); return c[i % 4]; });
    }
    for (int n : {128, 1024}) {
        RUN(n, product_of_signs, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>(u, u + M, (int *)v, n, 16));
        expect((int *)v, n * n, [=](size_t i) { int s = 0; for (int k = 0; k < 16; k++) s += __builtin_popcount(~(hu[i / n * 16 + k] ^ hu[M + i % n * 16 + k])); return 2 * s - 512; });
    }
}
