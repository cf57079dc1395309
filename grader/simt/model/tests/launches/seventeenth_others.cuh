/* Kernels of the seventeenth set: sparse products, sorting, atomics, tables, bodies, strings, latency. */
#pragma once
#include "seventeenth.cuh"

/* ---- sparse products and graphs ---- */
__global__ void csr_thread_a_row(const int *start, const int *column, const float *value, const float *p, float *out, int rows) {
    int r = AT;
    if (r >= rows) return;
    float s = 0;
    for (int k = start[r]; k < start[r + 1]; k++) s += value[k] * p[column[k]];
    out[r] = s;
}
__global__ void csr_warp_a_row(const int *start, const int *column, const float *value, const float *p, float *out, int rows) {
    int r = AT / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    float s = 0;
    for (int k = start[r] + lane; k < start[r + 1]; k += 32) s += value[k] * p[column[k]];
    for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(~0u, s, d);
    if (lane == 0) out[r] = s;
}
__global__ void coordinates_by_atomics(const int *row, const int *column, const float *value, const float *p, float *out, int n) {
    int i = AT;
    if (i < n) atomicAdd(out + row[i], value[i] * p[column[i]]);
}
__global__ void breadth_first_level(const int *start, const int *column, int *distance, int level, int rows) {
    int r = AT;
    if (r >= rows || distance[r] != level) return;
    for (int k = start[r]; k < start[r + 1]; k++)
        if (distance[column[k]] < 0) distance[column[k]] = level + 1;
}

/* ---- sorting ---- */
__global__ void bitonic_step(unsigned *a, int j, int k) {
    int i = AT, o = i ^ j;
    if (o <= i) return;
    unsigned p = a[i], q = a[o];
    if ((p > q) == ((i & k) == 0)) a[i] = q, a[o] = p;
}
__global__ void bitonic_sort_in_block(const unsigned *in, unsigned *out) { /* 1024 a block of 512 */
    __shared__ unsigned s[1024];
    int t = threadIdx.x, base = blockIdx.x * 1024;
    s[t] = in[base + t], s[t + 512] = in[base + t + 512];
    for (int k = 2; k <= 1024; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int i = 2 * t - (t & (j - 1)), o = i + j;
            unsigned p = s[i], q = s[o];
            if ((p > q) == ((i & k) == 0)) s[i] = q, s[o] = p;
        }
    __syncthreads();
    out[base + t] = s[t], out[base + t + 512] = s[t + 512];
}
__global__ void merge_by_searches(const unsigned *a, const unsigned *b, unsigned *out, int n) { /* two sorted lists of n */
    int i = AT, left = i < n, at = left ? i : i - n;
    unsigned me = left ? a[at] : b[at];
    const unsigned *other = left ? b : a;
    int low = 0, high = n;
    while (low < high) {
        int m = (low + high) / 2;
        if (other[m] < me || (!left && other[m] == me)) low = m + 1;
        else high = m;
    }
    out[at + low] = me;
}

/* ---- histograms and atomics ---- */
__global__ void histogram_in_global(const byte *in, unsigned *h, int n) {
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) atomicAdd(h + in[i], 1u);
}
__global__ void histogram_in_shared(const uint4 *in, unsigned *h, int n) { /* 16 bytes a load */
    __shared__ unsigned s[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) s[k] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        uint4 w = in[i];
        unsigned p[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
        for (int k = 0; k < 4; k++)
#pragma unroll
            for (int m = 0; m < 4; m++) atomicAdd(s + (p[k] >> 8 * m & 255), 1u);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 256; k += blockDim.x) atomicAdd(h + k, s[k]);
}
__global__ void scatter_adds(const unsigned *in, unsigned *out, int words) { /* adds to chance places of a few MiB */
    atomicAdd(out + (in[AT] & (words - 1)), 1u);
}
__global__ void add_floats_by_cas(const unsigned *in, float *out, int bins) { /* compare and swap until it holds */
    unsigned *p = (unsigned *)out + in[AT] % bins, old = *p, seen;
    do seen = old, old = atomicCAS(p, seen, __float_as_uint(__uint_as_float(seen) + 1));
    while (old != seen);
}
__global__ void insert_in_hash_table(const unsigned *keys, unsigned *table, int size) { /* linear probing; all ones: empty */
    unsigned key = keys[AT], at = mix(key) & (size - 1);
    while (atomicCAS(table + at, ~0u, key) != ~0u) at = (at + 1) & (size - 1);
}
__global__ void keep_large_by_warps(const float *in, float *out, unsigned *counter, int n) { /* one atomic a warp: ballot and count */
    int i = AT, lane = threadIdx.x % 32;
    float w = i < n ? in[i] : 0;
    unsigned keep = __ballot_sync(~0u, w >= 0.75f), base = 0;
    if (lane == 0 && keep) base = atomicAdd(counter, __popc(keep));
    base = __shfl_sync(~0u, base, 0);
    if (keep >> lane & 1) out[base + __popc(keep & ((1u << lane) - 1))] = w;
}

/* ---- gathers, scatters, tables ---- */
__global__ void gather_at_random(const float *in, const unsigned *at, float *out, int words, int n) {
    int i = AT;
    if (i < n) out[i] = in[at[i] & (words - 1)];
}
__global__ void scatter_by_permutation(const float *in, float *out, int n) {
    unsigned i = AT;
    out[(i * 40503u + 7) & (n - 1)] = in[i];
}
__global__ void substitute_bytes(const unsigned *in, unsigned *out, const byte *table, int n) { /* a table of 256 in shared memory, twice over */
    __shared__ byte s[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) s[k] = table[k];
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        unsigned w = in[i], r = 0;
#pragma unroll
        for (int k = 0; k < 32; k += 8) r |= unsigned(s[s[w >> k & 255]]) << k;
        out[i] = r;
    }
}
__constant__ float constant_table[1024];
__global__ void lookups_in_constant(const unsigned *in, float *out, int spread) { /* a warp's lanes ask for `spread` places */
    int i = AT;
    float s = 0;
    unsigned at = in[i / 32] + threadIdx.x % spread;
    for (int k = 0; k < 8; k++, at = at * 5 + 1) s += constant_table[at & 1023];
    out[i] = s;
}
__global__ void binary_search_queries(const unsigned *sorted, int n, const unsigned *queries, unsigned *out) {
    unsigned q = queries[AT];
    int low = 0, high = n;
    while (low < high) {
        int m = (low + high) / 2;
        if (sorted[m] < q) low = m + 1;
        else high = m;
    }
    out[AT] = low;
}

/* ---- small arrays that L2 holds ---- */
__global__ void rotate_small_array(const float *a, float *b, int words, int times) { /* every round all blocks read and write the same few MiB */
    int i = AT, step = gridDim.x * blockDim.x;
    for (int t = 0; t < times; t++)
        for (int k = i; k < words; k += step) b[k] = a[(k + t * 4096 + 32 * t) & (words - 1)] + t;
}
__global__ void relax_small_array(volatile float *a, int words, int times) { /* a word's owner reads it and writes it back, time and again */
    int step = gridDim.x * blockDim.x;
    for (int t = 0; t < times; t++)
        for (int k = AT; k < words; k += step) a[k] = a[k] * 0.5f + 1;
}
__global__ void all_blocks_read_all(const float4 *a, float *out, int words) {
    float s = 0;
    for (int k = threadIdx.x; k < words / 4; k += blockDim.x) {
        float4 w = a[k];
        s += (w.x + w.y) + (w.z + w.w);
    }
    out[AT] = s;
}

/* ---- bodies, options, chance ---- */
__global__ void potential_of_bodies(const float4 *p, float *out, int n) {
    int i = AT;
    float4 me = p[i];
    float s = 0;
    for (int j = 0; j < n; j++) {
        float4 o = p[j];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
        s += o.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    }
    out[i] = s;
}
__global__ void black_scholes_calls(const float *s, const float *k, float *out, int n) {
    int i = AT;
    if (i >= n) return;
    float price = 50 + 50 * s[i], strike = 60 + 30 * k[i], t = 0.5f, r = 0.03f, sigma = 0.25f, root = sigma * sqrtf(t);
    float d = (logf(price / strike) + (r + 0.5f * sigma * sigma) * t) / root;
    out[i] = price * normcdff(d) - strike * expf(-r * t) * normcdff(d - root);
}
__host__ __device__ inline unsigned xorshift(unsigned &s) {
    s ^= s << 13, s ^= s >> 17, s ^= s << 5;
    return s;
}
__host__ __device__ inline float asian_path(unsigned seed, int steps) {
    unsigned s = mix(seed) | 1;
    float price = 100, mean = 0;
    for (int k = 0; k < steps; k++) {
        float a = ((xorshift(s) >> 8) + 1) * 5.9604645e-8f, b = (xorshift(s) >> 8) * 5.9604645e-8f;
        price *= expf(-0.0002f + 0.02f * sqrtf(-2 * logf(a)) * cosf(6.2831853f * b));
        mean += price;
    }
    return fmaxf(mean / steps - 100, 0.0f);
}
__global__ void asian_option_paths(float *out, int steps) {
    __shared__ float s[128];
    s[threadIdx.x] = asian_path(AT, steps);
    __syncthreads();
    for (int d = 64; d > 0; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0] / 128;
}
__global__ void random_numbers(unsigned *out, int each) { /* a generator a thread, neighbours write side by side */
    unsigned s = mix(AT) | 1;
    for (int k = 0; k < each; k++) out[k * gridDim.x * blockDim.x + AT] = xorshift(s);
}

/* ---- strings and whole numbers ---- */
__global__ void count_pattern(const byte *text, unsigned *out, int n) { /* four letters of two bits each, at all places */
    int i = AT, found = 0;
    if (i + 4 <= n) {
        const byte pattern[4] = {1, 3, 0, 2};
        int k = 0;
        while (k < 4 && (text[i + k] & 3) == pattern[k]) k++;
        found = k == 4;
    }
    int all = __syncthreads_count(found);
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}
__global__ void hash_of_records(const unsigned *in, unsigned *out, int each) { /* FNV, a record of `each` words a thread: strided */
    unsigned h = 2166136261u;
    for (int k = 0; k < each; k++) {
        unsigned w = in[AT * each + k];
#pragma unroll
        for (int m = 0; m < 32; m += 8) h = (h ^ (w >> m & 255)) * 16777619u;
    }
    out[AT] = h;
}
__host__ __device__ inline unsigned collatz(unsigned n) {
    unsigned k = 0;
    u64 w = n;
    for (; w > 1; k++) w = w & 1 ? 3 * w + 1 : w / 2;
    return k;
}
__global__ void collatz_lengths(unsigned *out) { out[AT] = collatz(AT + 1); }
__host__ __device__ inline unsigned power_modulo(unsigned base, unsigned e, unsigned m) {
    u64 r = 1, b = base % m;
    for (; e; e >>= 1) {
        if (e & 1) r = r * b % m;
        b = b * b % m;
    }
    return unsigned(r);
}
__global__ void powers_modulo(const unsigned *in, unsigned *out) { out[AT] = power_modulo(in[AT], 65537 + (AT & 1023), 1000000007u - (AT & 7)); }

/* ---- dynamic programming, transforms ---- */
template <int L> __global__ void edit_distances(const byte *a, const byte *b, unsigned *out) { /* a pair of strings a block, by diagonals */
    __shared__ int d[3][L + 1];
    __shared__ byte sa[L], sb[L];
    int t = threadIdx.x;
    sa[t] = a[blockIdx.x * L + t] & 3, sb[t] = b[blockIdx.x * L + t] & 3;
    for (int k = 0; k <= 2 * L; k++) {
        int *now = d[k % 3], *one = d[(k + 2) % 3], *two = d[(k + 1) % 3], i = t + 1, j = k - i;
        if (t == 0) now[0] = k;
        if (j == 0) now[i] = i;
        else if (j > 0 && j <= L) now[i] = min(min(one[i], one[i - 1]) + 1, two[i - 1] + (sa[i - 1] != sb[j - 1]));
        __syncthreads();
    }
    if (t == L - 1) out[blockIdx.x] = d[2 * L % 3][L];
}
__host__ __device__ inline int escape(int c, int r, int n, int most) {
    double cx = -2 + 3.0 * c / n, cy = -1.5 + 3.0 * r / n, a = 0, b = 0;
    int k = 0;
    for (; k < most && fma(a, a, b * b) <= 4; k++) {
        double w = fma(a, a, fma(-b, b, cx));
        b = fma(2 * a, b, cy), a = w;
    }
    return k;
}
__global__ void mandelbrot_in_doubles(unsigned *out, int n, int most) {
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
    out[r * n + c] = escape(c, r, n, most);
}

/* ---- occupancy and latency ---- */
__host__ __device__ inline float many_registers(const float *in, size_t i, size_t n) {
    float a[32], b[32];
#pragma unroll
    for (int k = 0; k < 32; k++) a[k] = in[k * n + i], b[k] = 1;
#pragma unroll
    for (int j = 1; j <= 16; j++)
#pragma unroll
        for (int k = 0; k < 32; k++) b[k] = b[k] * a[(k + j) % 32] + 0.5f;
    float s = 0;
#pragma unroll
    for (int k = 0; k < 32; k++) s += b[k];
    return s;
}
__global__ void arrays_in_registers(const float *in, float *out, int n) { out[AT] = many_registers(in, AT, n); }
extern __shared__ float room_of_block[];
__global__ void reverse_through_shared(const float *in, float *out, int each) {
    size_t base = size_t(blockIdx.x) * each;
    for (int k = threadIdx.x; k < each; k += blockDim.x) room_of_block[k] = in[base + k];
    __syncthreads();
    for (int k = threadIdx.x; k < each; k += blockDim.x) out[base + k] = room_of_block[each - 1 - k];
}
template <int ILP> __host__ __device__ inline float chains(float start, int times) {
    float w[ILP], s = 0;
#pragma unroll
    for (int k = 0; k < ILP; k++) w[k] = start + k;
    for (int t = 0; t < times; t++)
#pragma unroll
        for (int k = 0; k < ILP; k++) w[k] = w[k] * 0.99f + 0.125f;
#pragma unroll
    for (int k = 0; k < ILP; k++) s += w[k];
    return s;
}
template <int ILP> __global__ void chains_of_fma(const float *in, float *out, int times) { out[AT] = chains<ILP>(in[AT], times); }
