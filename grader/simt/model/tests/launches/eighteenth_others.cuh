/* Kernels of the eighteenth set: bodies, options, strings, tables, transforms, latency. */
#pragma once
#include "seventeenth.cuh"

/* ---- bodies ---- */
__device__ inline float3 bodyBodyInteraction(float4 bi, float4 bj, float3 ai) {
    float3 r = {bj.x - bi.x, bj.y - bi.y, bj.z - bi.z};
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + 0.02f, inv = rsqrtf(distSqr), s = bj.w * inv * inv * inv;
    ai.x += r.x * s, ai.y += r.y * s, ai.z += r.z * s;
    return ai;
}
__global__ void calculate_forces(const float4 *X_, float4 *A, int N) {
    extern __shared__ float4 shPosition[];
    float4 myPosition = X_[AT];
    float3 acc = {0.0f, 0.0f, 0.0f};
    for (int i = 0, tile = 0; i < N; i += blockDim.x, tile++) {
        shPosition[threadIdx.x] = X_[tile * blockDim.x + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (int k = 0; k < blockDim.x; k++) acc = bodyBodyInteraction(myPosition, shPosition[k], acc);
        __syncthreads();
    }
    A[AT] = make_float4(acc.x, acc.y, acc.z, 0.f);
}
__host__ __device__ inline float pairs_within(const float *px, const float *py, const float *pz, int i, int n) { /* Lennard and Jones, cut off */
    float e = 0;
    for (int j = 0; j < n; j++) {
        float dx = px[i] - px[j], dy = py[i] - py[j], dz = pz[i] - pz[j], r2 = dx * dx + dy * dy + dz * dz;
        if (j == i || r2 > 0.0625f) continue;
        float q = 0.01f / (r2 + 0.005f), q3 = q * q * q;
        e += 4 * (q3 * q3 - q3);
    }
    return e;
}
__global__ void lennard_jones_cutoff(const float *px, const float *py, const float *pz, float *energy, int n) {
    int i = AT;
    if (i < n) energy[i] = pairs_within(px, py, pz, i, n);
}
struct Particle {
    float x, y, z, vx, vy, vz, mass, age;
};
__global__ void move_particles_aos(const Particle *p, Particle *q, float dt, int n) {
    int i = AT;
    if (i >= n) return;
    Particle w = p[i];
    w.x += w.vx * dt, w.y += w.vy * dt, w.z += w.vz * dt;
    w.vz -= 9.81f * dt, w.age += dt;
    q[i] = w;
}
struct Particles {
    float *f[8];
};
__global__ void move_particles_soa(Particles p, Particles q, float dt, int n) {
    for (int i = AT; i < n; i += blockDim.x * gridDim.x) {
        float vx = p.f[3][i], vy = p.f[4][i], vz = p.f[5][i];
        q.f[0][i] = p.f[0][i] + vx * dt, q.f[1][i] = p.f[1][i] + vy * dt, q.f[2][i] = p.f[2][i] + vz * dt;
        q.f[3][i] = vx, q.f[4][i] = vy, q.f[5][i] = vz - 9.81f * dt, q.f[6][i] = p.f[6][i], q.f[7][i] = p.f[7][i] + dt;
    }
}

/* ---- options and chance ---- */
__global__ void binomial_option(const float *s0, float *price, int steps) { /* an option a block, a node of the tree a thread */
    __shared__ float value[2][257];
    int t = threadIdx.x, now = 0;
    float dt = 1.0f / steps, up = expf(0.3f * sqrtf(dt)), down = 1 / up, p = (expf(0.05f * dt) - down) / (up - down), keep = expf(-0.05f * dt);
    float s = 80 + 40 * s0[blockIdx.x];
    if (t <= steps) value[0][t] = fmaxf(s * powf(up, 2.0f * t - steps) - 100, 0.0f);
    __syncthreads();
    for (int k = steps - 1; k >= 0; k--) {
        if (t <= k) value[1 - now][t] = keep * (p * value[now][t + 1] + (1 - p) * value[now][t]);
        now = 1 - now;
        __syncthreads();
    }
    if (t == 0) price[blockIdx.x] = value[now][0];
}
__host__ __device__ inline double american_put_of(double s) { /* a tree of 32 steps in a local array */
    const int N = 32;
    double v_[N + 1], up = 1.05, down = 1 / up, p = (1.001 - down) / (up - down), pow_[2 * N + 1];
    pow_[N] = s;
    for (int k = 1; k <= N; k++) pow_[N + k] = pow_[N + k - 1] * up, pow_[N - k] = pow_[N - k + 1] * down;
    for (int k = 0; k <= N; k++) v_[k] = fmax(100 - pow_[2 * k], 0.0);
    for (int n = N - 1; n >= 0; n--)
        for (int k = 0; k <= n; k++) v_[k] = fmax((p * v_[k + 1] + (1 - p) * v_[k]) / 1.001, 100 - pow_[N + 2 * k - n]);
    return v_[0];
}
__global__ void american_put(const float *s, double *out, int n) {
    if (AT < n) out[AT] = american_put_of(70 + 60 * double(s[AT]));
}
__host__ __device__ inline unsigned barrier_path(unsigned seed, int steps) { /* steps of whole cents up or down until it is knocked out */
    u64 s = seed * 0x9e3779b97f4a7c15ull + 1;
    int price = 1000;
    for (int k = 0; k < steps; k++) {
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        price += int(s >> 59) - 15;
        if (price < 900) return 0;
    }
    return price > 1000 ? price - 1000 : 0;
}
__global__ void barrier_option_paths(u64 *sum, int steps) {
    unsigned pay = __reduce_add_sync(0xffffffffu, barrier_path(AT, steps));
    if ((threadIdx.x & 31) == 0) atomicAdd(sum, u64(pay));
}
__host__ __device__ inline uint4 philox(uint4 c, unsigned k0, unsigned k1) {
#pragma unroll
    for (int r = 0; r < 10; r++) {
        u64 a = u64(0xD2511F53u) * c.x, b = u64(0xCD9E8D57u) * c.z;
        c = make_uint4(unsigned(b >> 32) ^ c.y ^ k0, unsigned(b), unsigned(a >> 32) ^ c.w ^ k1, unsigned(a));
        k0 += 0x9E3779B9u, k1 += 0xBB67AE85u;
    }
    return c;
}
__global__ void philox_floats(float4 *out, int n) {
    for (int i = AT; i < n; i += blockDim.x * gridDim.x) {
        uint4 r = philox(make_uint4(i, 0, 0, 0), 17, 42);
        out[i] = make_float4((r.x >> 8) * 0x1p-24f, (r.y >> 8) * 0x1p-24f, (r.z >> 8) * 0x1p-24f, (r.w >> 8) * 0x1p-24f);
    }
}

/* ---- strings, tables, bits ---- */
__global__ void rabin_karp(const byte *text, unsigned *hits, int n, int each, int length) { /* a rolling hash over `each` places a thread */
    int begin = AT * each, end = min(begin + each, n - length + 1);
    if (begin >= end) return;
    unsigned h = 0, high = 1, found = 0;
    for (int k = 0; k < length; k++) h = h * 257 + text[begin + k], high = k ? high * 257 : 1;
    for (int i = begin;; i++) {
        if ((h & 255) == 17) found++;
        if (i + 1 >= end) break;
        h = (h - text[i] * high) * 257 + text[i + length];
    }
    hits[AT] = found;
}
__constant__ unsigned crc_table[256];
static unsigned host_crc[256];
__global__ void crc32_of_records(const unsigned *in, unsigned *out, int words, int n) { /* lanes ask the constant table for places of their own */
    int i = AT;
    if (i >= n) return;
    unsigned crc = 0xffffffffu;
    for (int k = 0; k < words; k++) {
        unsigned w = in[k * n + i];
        for (int b = 0; b < 4; b++, w >>= 8) crc = crc >> 8 ^ crc_table[(crc ^ w) & 255];
    }
    out[i] = ~crc;
}
__global__ void apply_polynomial(const float *in, float *out, int degree, int n) { /* all lanes ask for the same coefficient */
    int i = AT;
    if (i >= n) return;
    float r = 0, w = in[i];
    for (int k = degree; k >= 0; k--) r = fmaf(r, w, __uint_as_float(crc_table[k] >> 9 | 0x3f800000u));
    out[i] = r;
}
__global__ void bit_tricks(const unsigned *in, unsigned *out, int n) {
    const int stride = gridDim.x * blockDim.x;
    for (int i = AT; i < n; i += stride) {
        unsigned w = in[i];
        out[i] = (__brev(w) ^ __funnelshift_l(w, w, 7)) + __popc(w) * 3 + __clz(w) + __ffs(w) + __byte_perm(w, ~w, 0x3615);
    }
}
__global__ void to_morton_order(const float *in, float *out, int n) { /* n by n, a power of two */
    unsigned c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y, code = 0;
    for (int b = 0; b < 12; b++) code |= (c >> b & 1) << (2 * b) | (r >> b & 1) << (2 * b + 1);
    out[code] = in[r * n + c];
}
__global__ void sieve_segments(unsigned *count, int segment) { /* primes of a segment in shared memory, small divisors by trial */
    extern __shared__ byte composite[];
    for (int i = threadIdx.x; i < segment; i += blockDim.x) composite[i] = 0;
    __syncthreads();
    int low = blockIdx.x * segment;
    for (int p = 2 + threadIdx.x; p * p < low + segment; p += blockDim.x) {
        for (int m = max(p * p, (low + p - 1) / p * p); m < low + segment; m += p) atomicOr((unsigned *)composite + (m - low) / 4, 1u << (m - low) % 4 * 8);
    }
    __syncthreads();
    int mine = 0;
    for (int i = threadIdx.x; i < segment; i += blockDim.x) mine += low + i >= 2 && !composite[i];
    mine = __reduce_add_sync(0xffffffff, mine);
    if (threadIdx.x % 32 == 0) atomicAdd(count, mine);
}

/* ---- dynamic programming ---- */
__global__ void knapsack(const unsigned *weights, unsigned *best, int items, int capacity) { /* one block; a barrier or two an item */
    extern __shared__ unsigned row[];
    for (int c = threadIdx.x; c <= capacity; c += blockDim.x) row[c] = 0;
    __syncthreads();
    for (int k = 0; k < items; k++) {
        int w = 1 + weights[k] % 100, gain = 1 + (weights[k] >> 8) % 50;
        unsigned taken[2];
        int many = 0;
        for (int c = threadIdx.x; c <= capacity; c += blockDim.x) taken[many++] = c >= w ? max(row[c], row[c - w] + gain) : row[c];
        __syncthreads();
        many = 0;
        for (int c = threadIdx.x; c <= capacity; c += blockDim.x) row[c] = taken[many++];
        __syncthreads();
    }
    for (int c = threadIdx.x; c <= capacity; c += blockDim.x) best[c] = row[c];
}
__global__ void floyd_warshall_step(const unsigned *in, unsigned *out, int k, int n) {
    int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n || j >= n) return;
    unsigned via = in[i * n + k] + in[k * n + j], d = in[i * n + j];
    out[i * n + j] = via < d ? via : d;
}
__host__ __device__ inline unsigned common_length(u64 a_lo, u64 b_lo) { /* the longest common run of letters of two strings of 32 letters of two bits */
    byte row[33];
    for (int j = 0; j <= 32; j++) row[j] = 0;
    for (int i = 0; i < 32; i++) {
        byte corner = 0;
        for (int j = 0; j < 32; j++) {
            byte up = row[j + 1];
            row[j + 1] = (a_lo >> 2 * i & 3) == (b_lo >> 2 * j & 3) ? corner + 1 : up > row[j] ? up : row[j];
            corner = up;
        }
    }
    return row[32];
}
__global__ void common_subsequences(const u64 *a, const u64 *b, unsigned *out, int n) {
    int i = AT;
    if (i < n) out[i] = common_length(a[i], b[i]);
}

/* ---- transforms ---- */
__global__ void fft_in_block(const float2 *in, float2 *out) { /* 512 points a block of 256, radix 2 */
    __shared__ float2 s[512];
    int t = threadIdx.x, base = blockIdx.x * 512;
    for (int k = t; k < 512; k += 256) s[__brev(k) >> 23] = in[base + k];
    for (int half = 1; half < 512; half *= 2) {
        __syncthreads();
        int pos = t & (half - 1), i = 2 * (t - pos) + pos;
        float sn, cs;
        __sincosf(-3.14159265f * pos / half, &sn, &cs);
        float2 a = s[i], b = s[i + half], w = make_float2(b.x * cs - b.y * sn, b.x * sn + b.y * cs);
        s[i] = make_float2(a.x + w.x, a.y + w.y), s[i + half] = make_float2(a.x - w.x, a.y - w.y);
    }
    __syncthreads();
    for (int k = t; k < 512; k += 256) out[base + k] = s[k];
}
__global__ void walsh_hadamard(const float *in, float *out) { /* 1024 a warp: five steps in registers, five by shuffles */
    float w[32];
    int lane = threadIdx.x & 31, base = AT / 32 * 1024;
#pragma unroll
    for (int k = 0; k < 32; k++) w[k] = in[base + k * 32 + lane];
#pragma unroll
    for (int h = 1; h < 32; h *= 2)
#pragma unroll
        for (int k = 0; k < 32; k++)
            if (!(k & h)) {
                float a = w[k], b = w[k + h];
                w[k] = a + b, w[k + h] = a - b;
            }
#pragma unroll
    for (int h = 1; h < 32; h *= 2)
#pragma unroll
        for (int k = 0; k < 32; k++) {
            float o = __shfl_xor_sync(~0u, w[k], h);
            w[k] = lane & h ? o - w[k] : o + w[k];
        }
#pragma unroll
    for (int k = 0; k < 32; k++) out[base + k * 32 + lane] = w[k];
}

/* ---- latency and occupancy ---- */
__global__ void chase_pointers(const unsigned *next, unsigned *out, int hops) { /* a walker a warp */
    unsigned at = blockIdx.x * 977u;
    for (int k = 0; k < hops; k++) at = next[at];
    if (threadIdx.x == 0) out[blockIdx.x] = at;
}
__global__ void chase_in_shared(const unsigned *in, unsigned *out, int hops) {
    __shared__ unsigned s[1024];
    for (int k = threadIdx.x; k < 1024; k += blockDim.x) s[k] = in[k] & 1023;
    __syncthreads();
    unsigned at = threadIdx.x;
    for (int k = 0; k < hops; k++) at = s[at] ^ (k & 7);
    out[AT] = at;
}
template <class T> __host__ __device__ inline T newton_chain(T w, int times) { /* each needs the last: a division and a root */
    for (int k = 0; k < times; k++) w = T(2) / (w + T(1)) + T(sqrt(w));
    return w;
}
template <class T> __global__ void chain_of_divisions(const float *in, T *out, int times) { out[AT] = newton_chain(T(in[AT]), times); }
__global__ void barrier_chain(const unsigned *in, unsigned *out, int rounds) { /* a neighbour's number, a barrier, and again */
    extern __shared__ unsigned s[];
    unsigned w = in[AT] & 255;
    for (int k = 0; k < rounds; k++) {
        s[threadIdx.x] = w;
        __syncthreads();
        w += s[(threadIdx.x + 33) % blockDim.x];
        __syncthreads();
    }
    out[AT] = w;
}
__global__ void atomics_that_return(unsigned *counter, unsigned *out, int each) { /* each waits for the one before */
    unsigned last = 0;
    for (int k = 0; k < each; k++) last = atomicAdd(counter + (blockIdx.x & 31), 1 + (last >> 31));
    out[AT] = last >> 31;
}
__global__ void __launch_bounds__(1024) huge_blocks(const float *in, float *out, int n) { /* two numbers and a barrier, 1024 threads */
    __shared__ float s[2048];
    for (int base = blockIdx.x * 2048; base < n; base += gridDim.x * 2048) {
        s[threadIdx.x] = in[base + threadIdx.x], s[threadIdx.x + 1024] = in[base + threadIdx.x + 1024];
        __syncthreads();
        out[base + threadIdx.x] = s[2047 - threadIdx.x] + 1, out[base + threadIdx.x + 1024] = s[1023 - threadIdx.x] + 1;
        __syncthreads();
    }
}
__global__ void one_thread_blocks(const float *in, float *out) { out[blockIdx.x] = in[blockIdx.x] * 2 + 1; }
