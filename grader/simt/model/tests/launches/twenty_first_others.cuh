/* Kernels of the twenty-first set: particles, prices, learning, chance, whole numbers, latency, room, atomics, strides, branches. */
#pragma once
#include "seventeenth.cuh"

/* ---- particles ---- */
struct Body { float x, y, z, vx, vy, vz, mass; };
__global__ void update_bodies(const Body *in, Body *out, int n, float dt, float G) { /* a student's: structures, a root and a division */
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Body me = in[i];
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
        if (j == i) continue;
        float dx = in[j].x - me.x, dy = in[j].y - me.y, dz = in[j].z - me.z;
        float distance = sqrtf(dx * dx + dy * dy + dz * dz + 1e-3f);
        float force = G * in[j].mass / (distance * distance * distance);
        ax += force * dx, ay += force * dy, az += force * dz;
    }
    me.vx += ax * dt, me.vy += ay * dt, me.vz += az * dt;
    me.x += me.vx * dt, me.y += me.vy * dt, me.z += me.vz * dt;
    out[i] = me;
}
template <int EACH> __global__ void pulls_on_several(const float4 *__restrict__ body, float3 *__restrict__ pull, float eps2, int n) { /* EACH bodies a thread, tiles of 64; n in 64 EACH */
    __shared__ float4 tile[64];
    int first = blockIdx.x * 64 * EACH + threadIdx.x;
    float4 me[EACH];
    float3 f[EACH] = {};
#pragma unroll
    for (int k = 0; k < EACH; k++) me[k] = body[first + k * 64];
    for (int from = 0; from < n; from += 64) {
        tile[threadIdx.x] = body[from + threadIdx.x];
        __syncthreads();
#pragma unroll 16
        for (int j = 0; j < 64; j++) {
            float4 q = tile[j];
#pragma unroll
            for (int k = 0; k < EACH; k++) {
                float dx = q.x - me[k].x, dy = q.y - me[k].y, dz = q.z - me[k].z, inv = rsqrtf(fmaf(dx, dx, fmaf(dy, dy, fmaf(dz, dz, eps2)))), w = q.w * inv * inv * inv;
                f[k].x = fmaf(dx, w, f[k].x), f[k].y = fmaf(dy, w, f[k].y), f[k].z = fmaf(dz, w, f[k].z);
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (int k = 0; k < EACH; k++) pull[first + k * 64] = f[k];
}
struct __align__(16) place { double x, y, z, w; };
__global__ void pulls_by_warps(const place *body, double *out, double eps2, int n) { /* the lanes of a warp share a body's neighbours */
    int i = AT / 32, lane = threadIdx.x & 31;
    if (i >= n) return;
    place me = body[i];
    double fx = 0, fy = 0, fz = 0;
    for (int j = lane; j < n; j += 32) {
        place q = body[j];
        double dx = q.x - me.x, dy = q.y - me.y, dz = q.z - me.z, inv = rsqrt(dx * dx + dy * dy + dz * dz + eps2), w = q.w * inv * inv * inv;
        fx += dx * w, fy += dy * w, fz += dz * w;
    }
    for (int d = 16; d; d >>= 1) fx += __shfl_down_sync(~0u, fx, d), fy += __shfl_down_sync(~0u, fy, d), fz += __shfl_down_sync(~0u, fz, d);
    if (lane == 0) out[3 * i] = fx, out[3 * i + 1] = fy, out[3 * i + 2] = fz;
}
__global__ void cloud_in_cells(const float2 *p, float *mass, int side, int n) { /* four adds a particle */
    int i = AT;
    if (i >= n) return;
    float px = p[i].x * (side - 2), py = p[i].y * (side - 2);
    int x = int(px), y = int(py);
    float fx = px - x, fy = py - y, *at = mass + y * side + x;
    atomicAdd(at, (1 - fx) * (1 - fy)), atomicAdd(at + 1, fx * (1 - fy)), atomicAdd(at + side, (1 - fx) * fy), atomicAdd(at + side + 1, fx * fy);
}

/* ---- prices ---- */
__device__ inline float CND(float d) {
    const float A1 = 0.31938153f, A2 = -0.356563782f, A3 = 1.781477937f, A4 = -1.821255978f, A5 = 1.330274429f, RSQRT2PI = 0.39894228040143267793994605993438f;
    float K = __fdividef(1.0f, (1.0f + 0.2316419f * fabsf(d))), cnd = RSQRT2PI * __expf(-0.5f * d * d) * (K * (A1 + K * (A2 + K * (A3 + K * (A4 + K * A5)))));
    return d > 0 ? 1.0f - cnd : cnd;
}
__global__ void BlackScholesGPU(float2 *__restrict__ call, float2 *__restrict__ put, const float2 *__restrict__ price, const float2 *__restrict__ strike, const float2 *__restrict__ years, float rate, float volatility, int pairs) { /* the samples', two options a thread */
    int opt = blockDim.x * blockIdx.x + threadIdx.x;
    if (opt >= pairs) return;
    float2 c, p, S = price[opt], X = strike[opt], T = years[opt];
    auto body = [=](float &call, float &put, float s, float x, float t) {
        s = s * 25 + 5, x = x * 99 + 1, t = t * 9.75f + 0.25f;
        float root = __fdividef(1.0f, rsqrtf(t)), d1 = __fdividef(__logf(s / x) + (rate + 0.5f * volatility * volatility) * t, volatility * root), d2 = d1 - volatility * root;
        float n1 = CND(d1), n2 = CND(d2), now = __expf(-rate * t);
        call = s * n1 - x * now * n2, put = x * now * (1.0f - n2) - s * (1.0f - n1);
    };
    body(c.x, p.x, S.x, X.x, T.x), body(c.y, p.y, S.y, X.y, T.y);
    call[opt] = c, put[opt] = p;
}
template <int STEPS> __global__ void tree_in_a_thread(const double *strike, double *out, int n) { /* a whole tree in local memory */
    int i = AT;
    if (i >= n) return;
    double v[STEPS + 1], k = 50 + strike[i];
    for (int s = 0; s <= STEPS; s++) v[s] = fmax(100 * exp(0.03 * (2 * s - STEPS)) - k, 0.0);
    for (int s = STEPS; s > 0; s--)
        for (int j = 0; j < s; j++) v[j] = 0.999 * (0.51 * v[j + 1] + 0.49 * v[j]);
    out[i] = v[0];
}
__global__ void european_from_normals(const float *normal, const float *strike, float2 *out, int paths) { /* a block an option: the sum and the squares of what its paths pay */
    __shared__ float sum[256], squares[256];
    int t = threadIdx.x;
    float k = 80 + 40 * strike[blockIdx.x], a = 0, b = 0;
    for (int p = t; p < paths; p += blockDim.x) {
        float pays = fmaxf(100 * __expf(0.01f + 0.25f * (4 * normal[p] - 2)) - k, 0);
        a += pays, b += pays * pays;
    }
    sum[t] = a, squares[t] = b;
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) sum[t] += sum[t + d], squares[t] += squares[t + d];
    }
    if (t == 0) out[blockIdx.x] = make_float2(sum[0] / paths, squares[0] / paths);
}
template <class T> __global__ void geometric_asian(T *out, int steps, unsigned seed, int n) { /* xorwow; normals as a sum of four uniform draws */
    int i = AT;
    if (i >= n) return;
    unsigned s[5] = {mix(i + seed), mix(i ^ 0x1234567), mix(~i), mix(i * 3 + 1), 88675123}, d = 6615241;
    T level = 0, sum = 0;
    for (int k = 0; k < steps; k++) {
        T normal = -2;
#pragma unroll
        for (int q = 0; q < 4; q++) {
            unsigned w = s[0] ^ s[0] >> 2;
            s[0] = s[1], s[1] = s[2], s[2] = s[3], s[3] = s[4], s[4] = s[4] ^ s[4] << 4 ^ w ^ w << 1, d += 362437;
            normal += (s[4] + d) * T(2.3283064365386963e-10);
        }
        level += T(0.001) + T(0.03) * normal;
        sum += level;
    }
    out[i] = max(exp(sum / steps) - 1, T(0));
}
__global__ void explicit_differences(const float *strike, float *out, int steps) { /* a block an option: 256 prices in shared memory, back in time */
    __shared__ float v[2][256];
    int t = threadIdx.x, now = 0;
    float k = 100 * strike[blockIdx.x] + 50, up = 0.5f * 2e-5f * t * t + 1e-5f * t, down = 0.5f * 2e-5f * t * t - 1e-5f * t, stay = 1 - up - down;
    v[0][t] = fmaxf(t - k, 0);
    for (int s = 0; s < steps; s++) {
        __syncthreads();
        float w = v[now][t];
        v[1 - now][t] = t == 0 ? 0 : t == 255 ? w : 0.9999f * (up * v[now][t + 1] + stay * w + down * v[now][t - 1]);
        now = 1 - now;
    }
    if (t == 100) out[blockIdx.x] = v[now][100];
}

/* ---- learning ---- */
__global__ void softmax_of_vectors(const float4 *in, float4 *out, int quads) { /* a block of 256 a row, at most four vectors a thread, all in registers */
    __shared__ float part[8];
    int t = threadIdx.x, lane = t & 31, warp = t / 32;
    size_t row = size_t(blockIdx.x) * quads;
    float4 q[4];
    float most = -1e30f, sum = 0;
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (t + k * 256 < quads) q[k] = in[row + t + k * 256], most = fmaxf(most, fmaxf(fmaxf(q[k].x, q[k].y), fmaxf(q[k].z, q[k].w)));
    for (int d = 16; d; d >>= 1) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    if (lane == 0) part[warp] = most;
    __syncthreads();
    for (int k = 0; k < 8; k++) most = fmaxf(most, part[k]);
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (t + k * 256 < quads) {
            q[k] = make_float4(__expf(q[k].x - most), __expf(q[k].y - most), __expf(q[k].z - most), __expf(q[k].w - most));
            sum += q[k].x + q[k].y + q[k].z + q[k].w;
        }
    for (int d = 16; d; d >>= 1) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) part[warp] = sum;
    __syncthreads();
    sum = 0;
    for (int k = 0; k < 8; k++) sum += part[k];
#pragma unroll
    for (int k = 0; k < 4; k++)
        if (t + k * 256 < quads) out[row + t + k * 256] = make_float4(q[k].x / sum, q[k].y / sum, q[k].z / sum, q[k].w / sum);
}
__global__ void layernorm_forward(float *out, float *mean, float *rstd, const float *in, const float *weight, const float *bias, int N, int C) { /* the first version of many: a thread a row */
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= N) return;
    const float *x = in + size_t(i) * C;
    float m = 0, v = 0;
    for (int c = 0; c < C; c++) m += x[c];
    m /= C;
    for (int c = 0; c < C; c++) v += (x[c] - m) * (x[c] - m);
    float s = 1.0f / sqrtf(v / C + 1e-5f);
    for (int c = 0; c < C; c++) out[size_t(i) * C + c] = s * (x[c] - m) * weight[c] + bias[c];
    mean[i] = m, rstd[i] = s;
}
__global__ void batch_statistics(const float *in, float2 *out, int images, int channels, int pixels) { /* a block a channel */
    __shared__ float2 s[512];
    float a = 0, b = 0;
    for (int k = threadIdx.x; k < images * pixels; k += blockDim.x) {
        float w = in[(size_t(k / pixels) * channels + blockIdx.x) * pixels + k % pixels];
        a += w, b += w * w;
    }
    s[threadIdx.x] = make_float2(a, b);
    for (int d = blockDim.x / 2; d > 0; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d) s[threadIdx.x].x += s[threadIdx.x + d].x, s[threadIdx.x].y += s[threadIdx.x + d].y;
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void rotary_places(float2 *q, int places, int pairs) { /* in place; angles from powf and sincosf */
    int k = threadIdx.x, place = blockIdx.x;
    float s, c, angle = (place % places) * powf(10000.0f, -float(k) / pairs);
    sincosf(angle, &s, &c);
    float2 w = q[size_t(place) * pairs + k];
    q[size_t(place) * pairs + k] = make_float2(w.x * c - w.y * s, w.x * s + w.y * c);
}
__global__ void scores_with_mask(const float *q, const float *k, float *out, int places, int width) { /* a thread a score, those ahead are not wanted */
    int to = blockIdx.x * blockDim.x + threadIdx.x, from = blockIdx.y;
    if (to >= places) return;
    float sum = -1e30f;
    if (to <= from) {
        sum = 0;
        const float4 *a = (const float4 *)(q + from * width), *b = (const float4 *)(k + to * width);
        for (int i = 0; i < width / 4; i++) sum += a[i].x * b[i].x + a[i].y * b[i].y + a[i].z * b[i].z + a[i].w * b[i].w;
        sum *= rsqrtf(width);
    }
    out[from * places + to] = sum;
}
__global__ void rows_to_int8(const float *in, signed char *out, float *scale, int rows, int cols) { /* a warp a row: the largest, then whole numbers */
    int row = AT / 32, lane = threadIdx.x & 31;
    if (row >= rows) return;
    float most = 0;
    for (int c = lane; c < cols; c += 32) most = fmaxf(most, fabsf(in[size_t(row) * cols + c]));
    for (int d = 16; d; d >>= 1) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    for (int c = lane; c < cols; c += 32) out[size_t(row) * cols + c] = (signed char)__float2int_rn(in[size_t(row) * cols + c] * 127 / most);
    if (lane == 0) scale[row] = most / 127;
}
__global__ void swish_and_gate(const __half2 *__restrict__ gate, const __half2 *__restrict__ up, __half2 *__restrict__ out, int n) {
    int i = AT;
    if (i >= n) return;
    float2 g = __half22float2(gate[i]), w = __half22float2(up[i]);
    out[i] = __floats2half2_rn(g.x / (1 + __expf(-g.x)) * w.x, g.y / (1 + __expf(-g.y)) * w.y);
}

/* ---- chance and whole numbers ---- */
__global__ void tausworthe_and_congruence(uint4 *state, float *out, int each, int n) { /* four states a thread, kept */
    int i = AT;
    if (i >= n) return;
    uint4 s = state[i];
    s.x |= 256, s.y |= 256, s.z |= 256;
    for (int k = 0; k < each; k++) {
        s.x = (s.x & 0xfffffffe) << 12 ^ ((s.x << 13 ^ s.x) >> 19), s.y = (s.y & 0xfffffff8) << 4 ^ ((s.y << 2 ^ s.y) >> 25), s.z = (s.z & 0xfffffff0) << 17 ^ ((s.z << 3 ^ s.z) >> 11);
        s.w = 1664525 * s.w + 1013904223;
        out[size_t(k) * n + i] = 2.3283064365387e-10f * (s.x ^ s.y ^ s.z ^ s.w);
    }
    state[i] = s;
}
__global__ void poisson_draws(byte *out, const float *mean, int n) { /* Knuth's: as many products as it takes */
    int i = AT;
    if (i >= n) return;
    unsigned s = mix(i) | 1;
    float limit = expf(-8 * mean[i]), product = 1;
    int k = -1;
    do {
        s ^= s << 13, s ^= s >> 17, s ^= s << 5;
        product *= (s >> 8) * 5.9604645e-8f;
        k++;
    } while (product > limit && k < 200);
    out[i] = byte(k);
}
__global__ void sobol_points(const unsigned *direction, unsigned *out, int dimensions, int n) { /* 32 numbers of a dimension in shared memory, blocks side by side a dimension */
    __shared__ unsigned v[32];
    if (threadIdx.x < 32) v[threadIdx.x] = direction[blockIdx.y * 32 + threadIdx.x];
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        unsigned gray = i ^ i >> 1, w = 0;
        for (int k = 0; k < 32 - __clz(n); k++)
            if (gray >> k & 1) w ^= v[k];
        out[blockIdx.y * n + i] = w;
    }
}
__global__ void primes_by_witnesses(unsigned first, byte *out, int n) { /* Miller and Rabin, 2, 7 and 61; remainders of 64 bits */
    int i = AT;
    if (i >= n) return;
    unsigned w = first + 2 * i, odd = w - 1, twos = 0;
    while ((odd & 1) == 0) odd >>= 1, twos++;
    const unsigned witness[3] = {2, 7, 61};
    bool prime = true;
    for (int k = 0; k < 3 && prime; k++) {
        u64 x = 1, base = witness[k];
        for (unsigned e = odd; e; e >>= 1) {
            if (e & 1) x = x * base % w;
            base = base * base % w;
        }
        if (x == 1 || x == w - 1) continue;
        bool composite = true;
        for (unsigned r = 1; r < twos && composite; r++) {
            x = x * x % w;
            if (x == w - 1) composite = false;
        }
        prime = !composite;
    }
    out[i] = prime;
}
__global__ void whole_roots(const u64 *in, unsigned *out, int n) { /* a bit at a time */
    int i = AT;
    if (i >= n) return;
    u64 rest = in[i], root = 0, bit = 1ull << 62;
    while (bit > rest) bit >>= 2;
    while (bit) {
        if (rest >= root + bit)
            rest -= root + bit, root = (root >> 1) + bit;
        else
            root >>= 1;
        bit >>= 2;
    }
    out[i] = unsigned(root);
}
__global__ void pack_12_bits(const unsigned short *in, unsigned *out, int n) { /* eight numbers to three words */
    int i = AT;
    if (i >= n) return;
    unsigned w[8];
#pragma unroll
    for (int k = 0; k < 8; k++) w[k] = in[8 * i + k] & 0xfff;
    out[3 * i] = w[0] | w[1] << 12 | w[2] << 24, out[3 * i + 1] = w[2] >> 8 | w[3] << 4 | w[4] << 16 | w[5] << 28, out[3 * i + 2] = w[5] >> 4 | w[6] << 8 | w[7] << 20;
}
__global__ void boolean_product(const unsigned *a, const unsigned *b_turned, unsigned *out, int n, int words) { /* a lane a bit of the result, ballots make words; n in thirty-twos */
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    unsigned any = 0;
    for (int k = 0; k < words; k++) any |= a[row * words + k] & b_turned[k * n + col];
    unsigned bits = __ballot_sync(~0u, any & 0xff);
    if ((threadIdx.x & 31) == 0) out[row * words + col / 32] = bits;
}

/* ---- latency ---- */
struct node { int next; float weight; int spare[14]; };
__global__ void walk_nodes(const node *list, float *out, int hops) { /* nodes of 64 bytes; lanes begin apart */
    int at = AT;
    float sum = 0;
    for (int k = 0; k < hops; k++) {
        sum += list[at].weight;
        at = list[at].next;
    }
    out[AT] = sum + at;
}
template <int ILP> __global__ void walks_abreast(const unsigned *__restrict__ next, unsigned *out, int hops, unsigned apart) { /* ILP chains in a thread */
    unsigned at[ILP], sum = 0;
#pragma unroll
    for (int k = 0; k < ILP; k++) at[k] = (AT * ILP + k) * apart;
    for (int h = 0; h < hops; h++)
#pragma unroll
        for (int k = 0; k < ILP; k++) at[k] = next[at[k]];
#pragma unroll
    for (int k = 0; k < ILP; k++) sum += at[k];
    out[AT] = sum;
}
struct by_fma { template <class T> __device__ static T of(T a, T b) { return a * b + T(0.25); } };
struct by_division { template <class T> __device__ static T of(T a, T b) { return b / a + T(1); } };
struct by_root { template <class T> __device__ static T of(T a, T b) { return sqrt(a + b); } };
struct by_sine { template <class T> __device__ static T of(T a, T b) { return sin(a) + b; } };
struct by_power { template <class T> __device__ static T of(T a, T b) { return exp(a * T(-0.5)) + b; } };
struct by_remainder { template <class T> __device__ static T of(T a, T b) { return (a * 3 + 12345) % (b | 1); } };
struct by_shift { template <class T> __device__ static T of(T a, T b) { return (a << 7 | a >> 25) + (a ^ b); } };
template <class HOW, class T, int ILP> __global__ void dependent(const T *in, T *out, int rounds) {
    T a[ILP], b = in[threadIdx.x + 32], sum = 0;
#pragma unroll
    for (int k = 0; k < ILP; k++) a[k] = in[AT + k];
#pragma unroll 4
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int k = 0; k < ILP; k++) a[k] = HOW::of(a[k], b);
#pragma unroll
    for (int k = 0; k < ILP; k++) sum += a[k];
    out[AT] = sum;
}
__global__ void round_by_shuffles(int *out, int rounds) { /* each lane asks the lane that its value names */
    int w = (threadIdx.x * 7 + 3) & 31;
    for (int r = 0; r < rounds; r++) w = (__shfl_sync(~0u, w, w) + r) & 31;
    out[AT] = w;
}
__global__ void baton_in_shared(int *out, int rounds) { /* an add, a barrier, a read, a barrier */
    __shared__ int baton;
    int sum = 0;
    if (threadIdx.x == 0) baton = 1;
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        if (threadIdx.x == r % blockDim.x) baton = baton * 5 + 1;
        __syncthreads();
        sum += baton;
        __syncthreads();
    }
    out[AT] = sum;
}

/* ---- room ---- */
template <int BLOCKS> __global__ void __launch_bounds__(256, BLOCKS) at_least_blocks(const float *__restrict__ in, float *__restrict__ out, int rounds, int n) { /* 24 numbers and their squares at work */
    int i = AT;
    if (i >= n) return;
    float w[24];
#pragma unroll
    for (int k = 0; k < 24; k++) w[k] = in[i + k * 256];
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int k = 0; k < 24; k++) w[k] = fmaf(w[k], w[(k + 7) % 24], w[(k + 13) % 24] * 0.25f);
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 24; k++) sum += w[k];
    out[i] = sum;
}
__global__ void moves_through_room(const float *in, float *out, int words, int rounds) { /* as much shared memory as the launch gives */
    extern __shared__ float big[];
    for (int k = threadIdx.x; k < words; k += blockDim.x) big[k] = in[blockIdx.x * 64 + k];
    __syncthreads();
    float sum = 0;
    for (int r = 0; r < rounds; r++) sum += big[(threadIdx.x * 17 + r * 33) % words];
    out[AT] = sum;
}
__global__ void any_block_size(const float *in, float *out, int n) { /* twelve roots and quotients a number */
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        float w = in[i] + 1;
#pragma unroll 3
        for (int k = 0; k < 12; k++) w = sqrtf(w + 1 / w);
        out[i] = w;
    }
}

/* ---- atomics ---- */
__device__ inline void add_by_swaps(double *at, double w) {
    u64 *p = (u64 *)at, was = atomicAdd(p, 0ull), assumed;
    do
        assumed = was, was = atomicCAS(p, assumed, __double_as_longlong(w + __longlong_as_double(assumed)));
    while (assumed != was);
}
__global__ void doubles_by_swaps(const double *in, double *out, int cells, int n) {
    int i = AT;
    if (i < n) add_by_swaps(&out[i % cells], in[i]);
}
__global__ void everyone_to_one(const float *in, int *most, float *sum, int n) { /* a student's: all threads to two words */
    int i = AT;
    if (i >= n) return;
    atomicMax(most, __float_as_int(in[i]));
    atomicAdd(sum, in[i]);
}
__global__ void marks_in_bits(const unsigned *in, unsigned *bits, unsigned mask, int n) {
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        unsigned at = in[i] & mask;
        atomicOr(&bits[at >> 5], 1u << (at & 31));
    }
}
__global__ void slots_of_ring(const unsigned *in, unsigned *head, unsigned *ring, unsigned last) { /* atomicInc goes round */
    unsigned slot = atomicInc(head, last);
    atomicExch(&ring[slot], in[AT]);
}
__global__ void shared_doubles(const double *in, double *out, int cells, int n) {
    extern __shared__ double cell[];
    for (int k = threadIdx.x; k < cells; k += blockDim.x) cell[k] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) atomicAdd(&cell[(i * 7) % cells], in[i]);
    __syncthreads();
    for (int k = threadIdx.x; k < cells; k += blockDim.x) atomicAdd(&out[k], cell[k]);
}

/* ---- strides and branches ---- */
template <class T> __global__ void gather_in_window(const T *in, const unsigned *draw, T *out, unsigned window, int n) { /* from within `window` (a power of two) of its own place */
    int i = AT;
    if (i < n) out[i] = in[(i & ~(window - 1)) + (draw[i] & (window - 1))];
}
__global__ void scatter_in_window(const unsigned short *in, unsigned short *out, unsigned window, unsigned by, int n) { /* an odd factor: each place once */
    int i = AT;
    if (i < n) out[(i & ~(window - 1)) + (i * by & (window - 1))] = in[i];
}
__global__ void past_the_caches(const uint4 *in, uint4 *out, int n) {
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        uint4 w = __ldcs(in + i);
        w.x ^= w.y, w.z += w.w;
        __stcs(out + i, w);
    }
}
__global__ void few_blocks_of_doubles(const double2 *x, double2 *y, double a, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        double2 p = x[i], q = y[i];
        y[i] = make_double2(a * p.x + q.x, a * p.y + q.y);
    }
}
__global__ void one_thread_for_all(const float *in, float *out, int n) { /* one thread does it all */
    float sum = 0, most = 0;
    for (int i = 0; i < n; i++) sum += in[i], most = in[i] > most ? in[i] : most;
    *out = sum * most;
}
template <int WAYS> __global__ void ways_of_lanes(const float *in, float *out, int n) { /* lanes of a warp go WAYS ways */
    int i = AT;
    if (i >= n) return;
    float w = in[i] + 0.5f;
    switch (threadIdx.x % WAYS) {
    case 0: for (int k = 0; k < 20; k++) w = w * w + 0.1f - w; break;
    case 1: for (int k = 0; k < 6; k++) w = sqrtf(w + 2); break;
    case 2: for (int k = 0; k < 4; k++) w = __sinf(w) + 1; break;
    case 3: for (int k = 0; k < 3; k++) w = 1 / (w + 1); break;
    default: for (int k = 0; k < threadIdx.x % WAYS; k++) w = fabsf(w - 0.3f) * 1.1f;
    }
    out[i] = w;
}
__global__ void rounds_of_lanes(const unsigned *in, unsigned *out, int n) { /* as many rounds as the data say */
    int i = AT;
    if (i >= n) return;
    unsigned w = in[i], rounds = w % 64;
    for (unsigned k = 0; k < rounds; k++) w = w * 1664525 + (w >> 16);
    out[i] = w;
}
