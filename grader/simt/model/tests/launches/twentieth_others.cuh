/* Kernels of the twentieth set: particles, prices, learning, chance, whole numbers, latency, room, atomics, strides. */
#pragma once
#include "seventeenth.cuh"

/* ---- particles ---- */
__global__ void forces_by_tiles(const float4 *body, float4 *force, int n) { /* 128 bodies at a time in shared memory; n in 128s */
    __shared__ float4 s[128];
    float4 me = body[AT], f = make_float4(0, 0, 0, 0);
    for (int tile = 0; tile < n; tile += 128) {
        s[threadIdx.x] = body[tile + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 128; k++) {
            float dx = s[k].x - me.x, dy = s[k].y - me.y, dz = s[k].z - me.z, near = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), w = s[k].w * near * near * near;
            f.x += dx * w, f.y += dy * w, f.z += dz * w;
        }
        __syncthreads();
    }
    force[AT] = f;
}
__global__ void forces_in_doubles(const double *p, double *force, int n) { /* x, y, z by planes, no tiles */
    int i = AT;
    if (i >= n) return;
    double x = p[i], y = p[n + i], z = p[2 * n + i], fx = 0, fy = 0, fz = 0;
    for (int k = 0; k < n; k++) {
        double dx = p[k] - x, dy = p[n + k] - y, dz = p[2 * n + k] - z, square = dx * dx + dy * dy + dz * dz + 0.01, w = 1 / (square * sqrt(square));
        fx += dx * w, fy += dy * w, fz += dz * w;
    }
    force[i] = fx, force[n + i] = fy, force[2 * n + i] = fz;
}
__global__ void lennard_jones_of_neighbours(const float4 *p, const int *neighbour, float *energy, int each, int n) { /* neighbour k of i at k * n + i */
    int i = AT;
    if (i >= n) return;
    float4 me = p[i];
    float sum = 0;
    for (int k = 0; k < each; k++) {
        float4 q = p[neighbour[k * n + i]];
        float dx = q.x - me.x, dy = q.y - me.y, dz = q.z - me.z, square = dx * dx + dy * dy + dz * dz + 0.05f;
        if (square < 0.6f) {
            float inverse = 1 / square, six = inverse * inverse * inverse;
            sum += six * (six - 1);
        }
    }
    energy[i] = sum;
}

/* ---- prices ---- */
template <class T> __global__ void black_and_scholes(const T *price, const T *strike, const T *years, T *call, T *put, int n) {
    int i = AT;
    if (i >= n) return;
    T s = price[i] * 80 + 10, k = strike[i] * 80 + 10, t = years[i] + T(0.1), spread = T(0.3) * sqrt(t);
    T d1 = (log(s / k) + (T(0.02) + T(0.045)) * t) / spread, d2 = d1 - spread, now = k * exp(T(-0.02) * t);
    T c = s * T(0.5) * erfc(-d1 * T(0.70710678118654752)) - now * T(0.5) * erfc(-d2 * T(0.70710678118654752));
    call[i] = c, put[i] = c + now - s;
}
__global__ void option_by_tree(const float *strike, float *out) { /* Cox, Ross and Rubinstein: a block of 256 an option, 255 steps */
    __shared__ float s[257];
    int t = threadIdx.x;
    float k = 60 + 80 * strike[blockIdx.x];
    s[t] = fmaxf(k - 100 * expf(0.02f * (2 * t - 255)), 0);
    for (int step = 255; step > 0; step--) {
        __syncthreads();
        float up = t < step ? s[t + 1] : 0, down = s[t];
        __syncthreads();
        if (t < step) s[t] = fmaxf(0.9999f * (0.502f * up + 0.498f * down), k - 100 * expf(0.02f * (2 * t - step + 1)));
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void asian_by_paths(float *out, int steps, int n) { /* Box and Muller, two steps at a time; a linear congruence of 64 bits */
    int i = AT;
    if (i >= n) return;
    u64 state = mix(i) | u64(mix(i + 99)) << 32;
    float level = 0, sum = 0;
    for (int k = 0; k < steps; k += 2) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        float a = ((state >> 40) + 1) * 5.9604645e-8f, b = (state >> 16 & 0xffffff) * 5.9604645e-8f, length = sqrtf(-2 * __logf(a)), sine, cosine;
        __sincosf(6.2831853f * b, &sine, &cosine);
        level += 0.02f * length * cosine, sum += __expf(level);
        level += 0.02f * length * sine, sum += __expf(level);
    }
    out[i] = fmaxf(sum / steps - 1, 0);
}

/* ---- learning ---- */
__constant__ float centre[32 * 4];
__global__ void nearest_centre(const float4 *point, byte *out, int n) { /* 32 centres in constant memory */
    int i = AT;
    if (i >= n) return;
    float4 p = point[i];
    float best = 1e30f;
    int which = 0;
    for (int k = 0; k < 32; k++) {
        float a = p.x - centre[4 * k], b = p.y - centre[4 * k + 1], c = p.z - centre[4 * k + 2], d = p.w - centre[4 * k + 3], off = a * a + b * b + c * c + d * d;
        if (off < best) best = off, which = k;
    }
    out[i] = byte(which);
}
__global__ void softmax_of_rows(const float *in, float *out, int cols) { /* a warp a row, read three times */
    size_t row = size_t(AT / 32) * cols;
    int lane = threadIdx.x & 31;
    float most = -1e30f, sum = 0;
    for (int c = lane; c < cols; c += 32) most = fmaxf(most, in[row + c]);
    for (int d = 16; d; d >>= 1) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    for (int c = lane; c < cols; c += 32) sum += expf(in[row + c] - most);
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    for (int c = lane; c < cols; c += 32) out[row + c] = expf(in[row + c] - most) / sum;
}
__global__ void bags_of_rows(const float4 *table, const unsigned *index, float4 *out, int rows, int bags) { /* the mean of 12 rows of 64 numbers; 16 lanes a bag */
    int bag = AT / 16, lane = threadIdx.x % 16;
    if (bag >= bags) return;
    float4 sum = make_float4(0, 0, 0, 0);
#pragma unroll 4
    for (int k = 0; k < 12; k++) {
        float4 q = table[size_t(index[bag * 12 + k] % rows) * 16 + lane];
        sum.x += q.x, sum.y += q.y, sum.z += q.z, sum.w += q.w;
    }
    out[size_t(bag) * 16 + lane] = make_float4(sum.x / 12, sum.y / 12, sum.z / 12, sum.w / 12);
}
__global__ void gelu_of_half2(const __half2 *in, __half2 *out, int pairs) {
    for (int i = AT; i < pairs; i += gridDim.x * blockDim.x) {
        __half2 w = in[i], cube = __hmul2(__hmul2(w, w), w), inner = __hmul2(__float2half2_rn(0.797885f), __hfma2(cube, __float2half2_rn(0.044715f), w));
        float2 f = __half22float2(inner);
        __half2 curve = __floats2half2_rn(tanhf(f.x), tanhf(f.y));
        out[i] = __hmul2(__hmul2(w, __float2half2_rn(0.5f)), __hadd2(curve, __float2half2_rn(1.0f)));
    }
}

/* ---- chance ---- */
__global__ void philox_rounds(uint4 *out, unsigned seed, int n) {
    int i = AT;
    if (i >= n) return;
    uint4 c = make_uint4(i, 0, 7, 9);
    unsigned k0 = seed, k1 = seed ^ 0x5bd1e995u;
#pragma unroll
    for (int r = 0; r < 10; r++) {
        unsigned p = __umulhi(0xd2511f53u, c.x), q = 0xd2511f53u * c.x, s = __umulhi(0xcd9e8d57u, c.z), w = 0xcd9e8d57u * c.z;
        c = make_uint4(s ^ c.y ^ k0, w, p ^ c.w ^ k1, q);
        k0 += 0x9e3779b9u, k1 += 0xbb67ae85u;
    }
    out[i] = c;
}
__global__ void circle_by_darts(u64 *hits, int darts) { /* xorshift of 64 bits; every thread adds once */
    u64 state = (u64(mix(AT)) << 32 | mix(AT + 5)) | 1;
    unsigned inside = 0;
    for (int k = 0; k < darts; k++) {
        state ^= state << 13, state ^= state >> 7, state ^= state << 17;
        double a = unsigned(state) * 0x1p-32, b = unsigned(state >> 32) * 0x1p-32;
        inside += a * a + b * b < 1;
    }
    atomicAdd(hits, u64(inside));
}

/* ---- whole numbers ---- */
__global__ void hailstone_steps(unsigned *out, unsigned first, int n) {
    int i = AT;
    if (i >= n) return;
    u64 w = first + i;
    unsigned steps = 0;
    for (; w > 1; steps++) w = w & 1 ? 3 * w + 1 : w >> 1;
    out[i] = steps;
}
__global__ void common_divisors(const u64 *in, u64 *out, int n) { /* by halving, of neighbours */
    int i = AT;
    if (i >= n) return;
    u64 a = in[i] | 1, b = in[i + 1] | 2;
    while (b) {
        b >>= __ffsll((long long)b) - 1;
        if (a > b) {
            u64 swap = a;
            a = b, b = swap;
        }
        b -= a;
    }
    out[i] = a;
}
__global__ void least_factors(const unsigned *in, unsigned *out, int n) { /* remainders by what differs; most are done soon */
    int i = AT;
    if (i >= n) return;
    unsigned w = in[i] & 0xfffff | 1, d = 3;
    while (d * d <= w && w % d) d += 2;
    out[i] = d * d <= w ? d : w;
}
__global__ void upper_products(const u64 *a, const u64 *b, u64 *out, int n) { /* 128 bits, then folded by 2^61 - 1 */
    int i = AT;
    if (i >= n) return;
    u64 p = a[i], q = b[i], m = (1ull << 61) - 1, low, high;
    for (int k = 0; k < 8; k++) {
        low = p * q, high = __umul64hi(p, q);
        p = (low & m) + (high << 3 | low >> 61);
        p = (p & m) + (p >> 61);
    }
    out[i] = p;
}

/* ---- latency ---- */
__global__ void chain_in_shared(unsigned *out, int hops) { /* each warp follows one chain through 8 kilobytes */
    __shared__ unsigned next[2048];
    for (int k = threadIdx.x; k < 2048; k += blockDim.x) next[k] = (k * 1733 + 977) & 2047;
    __syncthreads();
    unsigned at = threadIdx.x / 32;
    for (int k = 0; k < hops; k++) at = next[at];
    out[AT] = at;
}
template <class T> __global__ void chain_of_products(const T *in, T *out, int links) {
    T a = in[threadIdx.x], b = in[threadIdx.x + 1], c = a;
#pragma unroll 16
    for (int k = 0; k < links; k++) c = c * a + b;
    out[AT] = c;
}
__global__ void chain_of_divisions(const unsigned *in, unsigned *out, int links) {
    unsigned w = in[AT], by = in[AT + 1] % 1000 + 3;
    for (int k = 0; k < links; k++) w = w / by + (w % by << 18);
    out[AT] = w;
}
__global__ void chain_of_roots(const float *in, float *out, int links) {
    float w = in[AT] + 1;
    for (int k = 0; k < links; k++) w = sqrtf(w) + 1 / w;
    out[AT] = w;
}
__global__ void tickets_of_one(unsigned *counter, unsigned *out, int many) { /* each lane waits for its ticket before it takes another */
    unsigned sum = 0;
    for (int k = 0; k < many; k++) sum += atomicAdd(&counter[threadIdx.x + (sum & 1024)], 2);
    out[AT] = sum;
}

/* ---- room ---- */
template <int KEPT> __global__ void polynomials_side_by_side(const float *in, float *out, int rounds, int n) { /* as many accumulators as KEPT */
    int i = AT;
    if (i >= n) return;
    float w = in[i], sum[KEPT];
#pragma unroll
    for (int k = 0; k < KEPT; k++) sum[k] = w * k;
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int k = 0; k < KEPT; k++) sum[k] = sum[k] * w + sum[(k + 1) % KEPT];
    float all = 0;
#pragma unroll
    for (int k = 0; k < KEPT; k++) all += sum[k];
    out[i] = all;
}
template <int KILOBYTES> __global__ void mirror_in_big_room(const float *in, float *out, int n) { /* what a block holds comes out backwards */
    __shared__ float s[KILOBYTES * 256];
    int room = KILOBYTES * 256, base = blockIdx.x * room;
    for (int k = threadIdx.x; k < room; k += blockDim.x) s[k] = base + k < n ? in[base + k] : 0;
    __syncthreads();
    for (int k = threadIdx.x; k < room; k += blockDim.x)
        if (base + k < n) out[base + k] = s[room - 1 - k];
}

/* ---- atomics ---- */
__global__ void most_in_shared_cells(const unsigned *in, unsigned *out, int n) { /* 32 cells a block, by what the number ends in */
    __shared__ unsigned s[32];
    if (threadIdx.x < 32) s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) atomicMax(&s[in[i] % 32], in[i]);
    __syncthreads();
    if (threadIdx.x < 32) atomicMax(&out[threadIdx.x], s[threadIdx.x]);
}
__global__ void products_by_swaps(const float *in, unsigned *cell, unsigned cells, int n) { /* a float multiplied by compare and swap */
    int i = AT;
    if (i >= n) return;
    unsigned *at = &cell[mix(i) % cells], was = atomicAdd(at, 0), seen;
    float factor = 1 + 1e-3f * in[i];
    do {
        seen = was;
        was = atomicCAS(at, seen, __float_as_uint(__uint_as_float(seen) * factor));
    } while (was != seen);
}
__global__ void latest_of_slots(const unsigned *slot, u64 *latest, unsigned slots, int n) { /* 64 bits: time above, who below */
    int i = AT;
    if (i < n) atomicMax(&latest[slot[i] % slots], u64(mix(i)) << 32 | unsigned(i));
}

/* ---- branches ---- */
__global__ void four_ways(const unsigned *in, float *out, int n) { /* lanes of a warp part four ways, or all go one */
    int i = AT;
    if (i >= n) return;
    float w = (in[i] & 1023) * 0.001f + 0.5f;
    switch (in[i] >> 12 & 3) {
    case 0:
        for (int k = 0; k < 12; k++) w = sinf(w) + 0.5f;
        break;
    case 1:
        for (int k = 0; k < 12; k++) w = sqrtf(w + 0.5f);
        break;
    case 2:
        for (int k = 0; k < 12; k++) w = __logf(w + 1.5f);
        break;
    default:
        for (int k = 0; k < 12; k++) w = 1 / (w + 0.3f);
    }
    out[i] = w;
}

/* ---- strides ---- */
__global__ void copy_with_stride(const float *in, float *out, int stride, int n) {
    int i = AT;
    if (i < n) out[i] = in[size_t(i) * stride];
}
struct particle {
    float place[3], speed[3], mass;
};
__global__ void move_structures(particle *p, float step, int n) { /* 28 bytes each, in place */
    int i = AT;
    if (i >= n) return;
    for (int k = 0; k < 3; k++) p[i].place[k] += step * p[i].speed[k] / (p[i].mass + 1);
}
__global__ void gather_far(const unsigned *index, const float2 *in, float2 *out, unsigned mask, int n) {
    int i = AT;
    if (i < n) out[i] = in[index[i] & mask];
}
__global__ void scatter_far(const float *in, float *out, unsigned factor, unsigned mask, int n) { /* factor is odd: all places differ; n is a power of two */
    int i = AT;
    if (i < n) out[unsigned(i) * factor & mask] = in[i];
}
__constant__ float curve[256];
__global__ void table_of_constants(const byte *in, float *out, int n) { /* lanes ask constant memory for different words */
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) out[i] = curve[in[i]] + curve[255 - in[i]];
}
__global__ void add_shifted_bytes(const byte *a, const byte *b, byte *out, int n) { /* a byte a thread; b begins at an odd address */
    int i = AT;
    if (i < n) out[i] = byte((a[i] + b[i + 1] + 1) / 2);
}
