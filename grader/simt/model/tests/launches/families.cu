/* Kernels of the families that courses and applications use, for the model of time. Nothing was
 * fitted to the first measurement of them: see README.md. */
#include "bench.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned char byte;

/* ---- scans ----------------------------------------------------------------------------------- */

__global__ void scan_steps(const unsigned *in, unsigned *out, unsigned *sums) {
    __shared__ unsigned s[2][256];
    int t = threadIdx.x, at = 0;
    s[0][t] = in[INDEX];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        s[1 - at][t] = t >= d ? s[at][t] + s[at][t - d] : s[at][t];
        at = 1 - at;
        __syncthreads();
    }
    out[INDEX] = s[at][t];
    if (t == 255) sums[blockIdx.x] = s[at][t];
}
__global__ void scan_tree(const unsigned *in, unsigned *out) {
    __shared__ unsigned s[512];
    int t = threadIdx.x, from = blockIdx.x * 512;
    s[2 * t] = in[from + 2 * t];
    s[2 * t + 1] = in[from + 2 * t + 1];
    int stride = 1;
    for (int d = 256; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) s[stride * (2 * t + 2) - 1] += s[stride * (2 * t + 1) - 1];
        stride *= 2;
    }
    if (t == 0) s[511] = 0;
    for (int d = 1; d < 512; d *= 2) {
        stride /= 2;
        __syncthreads();
        if (t < d) {
            int a = stride * (2 * t + 1) - 1, b = stride * (2 * t + 2) - 1;
            unsigned kept = s[a];
            s[a] = s[b];
            s[b] += kept;
        }
    }
    __syncthreads();
    out[from + 2 * t] = s[2 * t];
    out[from + 2 * t + 1] = s[2 * t + 1];
}
__global__ void scan_shuffle(const unsigned *in, unsigned *out, unsigned *sums) {
    __shared__ unsigned totals[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned v = in[INDEX];
    for (int d = 1; d < 32; d *= 2) {
        unsigned other = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += other;
    }
    if (lane == 31) totals[warp] = v;
    __syncthreads();
    if (warp == 0) {
        unsigned total = lane < blockDim.x / 32 ? totals[lane] : 0;
        for (int d = 1; d < 32; d *= 2) {
            unsigned other = __shfl_up_sync(~0u, total, d);
            if (lane >= d) total += other;
        }
        totals[lane] = total;
    }
    __syncthreads();
    if (warp > 0) v += totals[warp - 1];
    out[INDEX] = v;
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = v;
}
__global__ void add_offsets(unsigned *data, const unsigned *offsets) { data[INDEX] += offsets[blockIdx.x]; }
__global__ void compact(const unsigned *in, unsigned *out, unsigned *count, int n) {
    int i = INDEX;
    if (i < n && in[i] % 4 == 0) out[atomicAdd(count, 1)] = in[i];
}

/* ---- convolutions and stencils --------------------------------------------------------------- */

__constant__ float weights[64];
__global__ void conv_row(const float *in, float *out, int n, int radius) {
    int i = INDEX;
    float sum = 0;
    for (int k = -radius; k <= radius; k++) {
        if (i + k >= 0 && i + k < n) sum += in[i + k] * weights[k + radius];
    }
    if (i < n) out[i] = sum;
}
template <int R> __global__ void conv_row_shared(const float *in, float *out, int n) {
    __shared__ float s[256 + 2 * R];
    int i = INDEX, t = threadIdx.x;
    s[t + R] = i < n ? in[i] : 0;
    if (t < R) {
        s[t] = i >= R ? in[i - R] : 0;
        s[t + 256 + R] = i + 256 < n ? in[i + 256] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k <= 2 * R; k++) sum += s[t + k] * weights[k];
    if (i < n) out[i] = sum;
}
__global__ void conv_column(const float *in, float *out, int w, int h, int radius) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = -radius; k <= radius; k++) {
        if (y + k >= 0 && y + k < h) sum += in[(y + k) * w + x] * weights[k + radius];
    }
    out[y * w + x] = sum;
}
template <int R> __global__ void conv_plane(const float *in, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    if (x >= R && y >= R && x < w - R && y < h - R) {
        for (int j = -R; j <= R; j++)
            for (int i = -R; i <= R; i++) sum += in[(y + j) * w + x + i] * weights[(j + R) * (2 * R + 1) + i + R];
        out[y * w + x] = sum;
    }
}
template <int R> __global__ void conv_plane_shared(const float *in, float *out, int w, int h) {
    __shared__ float s[16 + 2 * R][16 + 2 * R];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    for (int j = threadIdx.y; j < 16 + 2 * R; j += 16)
        for (int i = threadIdx.x; i < 16 + 2 * R; i += 16) {
            int u = blockIdx.x * 16 + i - R, v = blockIdx.y * 16 + j - R;
            s[j][i] = u >= 0 && v >= 0 && u < w && v < h ? in[v * w + u] : 0;
        }
    __syncthreads();
    float sum = 0;
    for (int j = 0; j <= 2 * R; j++)
        for (int i = 0; i <= 2 * R; i++) sum += s[threadIdx.y + j][threadIdx.x + i] * weights[j * (2 * R + 1) + i];
    out[y * w + x] = sum;
}
__global__ void jacobi(const float *in, float *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
        out[y * w + x] = 0.25f * (in[y * w + x - 1] + in[y * w + x + 1] + in[(y - 1) * w + x] + in[(y + 1) * w + x]);
}
__global__ void heat3d(const float *in, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z;
    int i = (z * n + y) * n + x;
    if (x > 0 && y > 0 && z > 0 && x < n - 1 && y < n - 1 && z < n - 1)
        out[i] = in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n] - 6 * in[i]);
}
__global__ void life(const byte *in, byte *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int around = 0;
    for (int j = -1; j <= 1; j++)
        for (int i = -1; i <= 1; i++)
            if (i || j) around += in[((y + j + h) % h) * w + (x + i + w) % w];
    out[y * w + x] = around == 3 || (around == 2 && in[y * w + x]);
}

/* ---- bodies, options, other arithmetic ------------------------------------------------------- */

__global__ void nbody(const float4 *body, float4 *force, int n) {
    float4 me = body[INDEX];
    float x = 0, y = 0, z = 0;
    for (int j = 0; j < n; j++) {
        float4 other = body[j];
        float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
        float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
        float s = other.w * inverse * inverse * inverse;
        x += dx * s, y += dy * s, z += dz * s;
    }
    force[INDEX] = make_float4(x, y, z, 0);
}
__global__ void nbody_tile(const float4 *body, float4 *force, int n) {
    __shared__ float4 tile[128];
    float4 me = body[INDEX];
    float x = 0, y = 0, z = 0;
    for (int from = 0; from < n; from += 128) {
        tile[threadIdx.x] = body[from + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++) {
            float4 other = tile[j];
            float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
            float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
            float s = other.w * inverse * inverse * inverse;
            x += dx * s, y += dy * s, z += dz * s;
        }
        __syncthreads();
    }
    force[INDEX] = make_float4(x, y, z, 0);
}
__global__ void nbody_double(const double4 *body, double4 *force, int n) {
    double4 me = body[INDEX];
    double x = 0, y = 0, z = 0;
    for (int j = 0; j < n; j++) {
        double dx = body[j].x - me.x, dy = body[j].y - me.y, dz = body[j].z - me.z;
        double inverse = 1 / sqrt(dx * dx + dy * dy + dz * dz + 0.01);
        double s = body[j].w * inverse * inverse * inverse;
        x += dx * s, y += dy * s, z += dz * s;
    }
    force[INDEX].x = x, force[INDEX].y = y, force[INDEX].z = z;
}
__device__ float normal(float d) {
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float c = 0.39894228f * expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - c : c;
}
__global__ void options(const float *price, const float *strike, const float *years, float *call, float *put, int n) {
    int i = INDEX;
    if (i < n) {
        float s = price[i] + 1, x = strike[i] + 1, t = (years[i] + 1) * 1e-3f, r = 0.02f, v = 0.3f;
        float root = sqrtf(t), d1 = (logf(s / x) + (r + 0.5f * v * v) * t) / (v * root), d2 = d1 - v * root;
        float a = normal(d1), b = normal(d2), e = expf(-r * t);
        call[i] = s * a - x * e * b;
        put[i] = x * e * (1.0f - b) - s * (1.0f - a);
    }
}
__global__ void options_fast(const float *price, const float *strike, const float *years, float *call, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float s = price[i] + 1, x = strike[i] + 1, t = (years[i] + 1) * 1e-3f, r = 0.02f, v = 0.3f;
        float root = __fsqrt_rn(t), d1 = __fdividef(__logf(__fdividef(s, x)) + (r + 0.5f * v * v) * t, v * root), d2 = d1 - v * root;
        call[i] = s * 0.5f * erfcf(-d1 * 0.70710678f) - x * __expf(-r * t) * 0.5f * erfcf(-d2 * 0.70710678f);
    }
}
__global__ void mandelbrot(byte *out, int w, int most) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
    float cr = x * 3.0f / w - 2.0f, ci = y * 2.0f / w - 1.0f, a = 0, b = 0;
    while (k < most && a * a + b * b < 4) {
        float next = a * a - b * b + cr;
        b = 2 * a * b + ci;
        a = next;
        k++;
    }
    out[y * w + x] = k;
}
__global__ void pi_draws(unsigned *hits, int each) {
    unsigned long long s = INDEX * 7919ULL + 13;
    unsigned inside = 0;
    for (int k = 0; k < each; k++) {
        s = s * 6364136223846793005ULL + 1442695040888963407ULL;
        float x = (unsigned)(s >> 40) * 5.96e-8f;
        s = s * 6364136223846793005ULL + 1442695040888963407ULL;
        float y = (unsigned)(s >> 40) * 5.96e-8f;
        inside += x * x + y * y < 1;
    }
    hits[INDEX] = inside;
}
enum { SINE, EXPONENTIAL, LOGARITHM, ROOT, QUOTIENT, POWER, FAST_SINE, TANGENT };
template <int F> __global__ void special(float *data, int times) {
    float v = data[INDEX] * 1e-3f + 0.5f;
    for (int k = 0; k < times; k++) {
        if (F == SINE) v = sinf(v) + 1.1f;
        if (F == EXPONENTIAL) v = expf(-v);
        if (F == LOGARITHM) v = logf(v + 2.0f);
        if (F == ROOT) v = sqrtf(v + 1.0f);
        if (F == QUOTIENT) v = 3.0f / (v + 1.0f);
        if (F == POWER) v = powf(v + 0.1f, 0.7f);
        if (F == FAST_SINE) v = __sinf(v) + 1.1f;
        if (F == TANGENT) v = tanhf(v + 0.2f);
    }
    data[INDEX] = v;
}
template <int F> __global__ void special_double(double *data, int times) {
    double v = data[INDEX] * 1e-3 + 0.5;
    for (int k = 0; k < times; k++) {
        if (F == SINE) v = sin(v) + 1.1;
        if (F == EXPONENTIAL) v = exp(-v);
        if (F == ROOT) v = sqrt(v + 1.0);
        if (F == QUOTIENT) v = 3.0 / (v + 1.0);
    }
    data[INDEX] = v;
}
__global__ void modulo(unsigned *data, unsigned by, int times) {
    unsigned v = data[INDEX];
    for (int k = 0; k < times; k++) v = v % (by + k) + 12345u * k;
    data[INDEX] = v;
}

/* ---- sorting --------------------------------------------------------------------------------- */

__global__ void bitonic_step(unsigned *data, int j, int k) {
    int i = INDEX, other = i ^ j;
    if (other > i) {
        unsigned a = data[i], b = data[other];
        if (((i & k) == 0) == (a > b)) data[i] = b, data[other] = a;
    }
}
__global__ void bitonic_block(unsigned *data) {
    __shared__ unsigned s[512];
    int t = threadIdx.x, from = blockIdx.x * 512;
    s[t] = data[from + t];
    s[t + 256] = data[from + t + 256];
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int a = 2 * t - (t & (j - 1)), b = a + j;
            bool up = (a & k) == 0;
            unsigned x = s[a], y = s[b];
            if (up == (x > y)) s[a] = y, s[b] = x;
        }
    __syncthreads();
    data[from + t] = s[t];
    data[from + t + 256] = s[t + 256];
}
__global__ void odd_even(unsigned *data, int n) {
    extern __shared__ unsigned s[];
    int t = threadIdx.x;
    s[t] = data[INDEX];
    __syncthreads();
    for (int round = 0; round < n; round++) {
        int i = 2 * t + round % 2;
        if (i + 1 < blockDim.x && s[i] > s[i + 1]) {
            unsigned kept = s[i];
            s[i] = s[i + 1];
            s[i + 1] = kept;
        }
        __syncthreads();
    }
    data[INDEX] = s[t];
}
__global__ void radix_count(const unsigned *keys, unsigned *counts, int n, int shift) {
    __shared__ unsigned s[16];
    if (threadIdx.x < 16) s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[keys[i] >> shift & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}

/* ---- sparse and dense products --------------------------------------------------------------- */

__global__ void spmv_thread(const int *row, const int *column, const float *value, const float *x, float *y, int n) {
    int i = INDEX;
    if (i < n) {
        float sum = 0;
        for (int k = row[i]; k < row[i + 1]; k++) sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}
__global__ void spmv_warp(const int *row, const int *column, const float *value, const float *x, float *y, int n) {
    int i = INDEX / 32, lane = threadIdx.x % 32;
    if (i < n) {
        float sum = 0;
        for (int k = row[i] + lane; k < row[i + 1]; k += 32) sum += value[k] * x[column[k]];
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
        if (lane == 0) y[i] = sum;
    }
}
__global__ void spmv_ell(const int *column, const float *value, const float *x, float *y, int n, int width) {
    int i = INDEX;
    float sum = 0;
    for (int k = 0; k < width; k++) sum += value[k * n + i] * x[column[k * n + i]];
    y[i] = sum;
}
__global__ void matvec_thread(const float *a, const float *x, float *y, int n) {
    int i = INDEX;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[i * n + k] * x[k];
    y[i] = sum;
}
__global__ void matvec_warp(const float *a, const float *x, float *y, int n) {
    int i = INDEX / 32, lane = threadIdx.x % 32;
    float sum = 0;
    for (int k = lane; k < n; k += 32) sum += a[i * n + k] * x[k];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (lane == 0) y[i] = sum;
}
__global__ void product_registers(const float *a, const float *b, float *c, int n) {
    __shared__ float A[8][64], B[8][64];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, x = blockIdx.x * 64, y = blockIdx.y * 64;
    float sum[4][4] = {};
    for (int k = 0; k < n; k += 8) {
        for (int i = threadIdx.x; i < 512; i += 256) {
            A[i % 8][i / 8] = a[(y + i / 8) * n + k + i % 8];
            B[i / 64][i % 64] = b[(k + i / 64) * n + x + i % 64];
        }
        __syncthreads();
#pragma unroll
        for (int q = 0; q < 8; q++)
#pragma unroll
            for (int i = 0; i < 4; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) sum[i][j] += A[q][ty * 4 + i] * B[q][tx * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) c[(y + ty * 4 + i) * n + x + tx * 4 + j] = sum[i][j];
}
__global__ void dot(const float *a, const float *b, float *out, int n) {
    __shared__ float s[256];
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, s[0]);
}
__global__ void softmax_row(const float *in, float *out, int n) {
    __shared__ float s[256];
    const float *row = in + blockIdx.x * n;
    float most = -1e30f, sum = 0;
    for (int i = threadIdx.x; i < n; i += 256) most = fmaxf(most, row[i]);
    s[threadIdx.x] = most;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + d]);
        __syncthreads();
    }
    most = s[0];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += 256) sum += __expf(row[i] - most);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    for (int i = threadIdx.x; i < n; i += 256) out[blockIdx.x * n + i] = __expf(row[i] - most) / s[0];
}

/* ---- histograms and atomics ------------------------------------------------------------------ */

__global__ void bins_shared(const unsigned *in, unsigned *bins, int n, int m) {
    extern __shared__ unsigned s[];
    for (int i = threadIdx.x; i < m; i += blockDim.x) s[i] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[in[i] & (m - 1)], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < m; i += blockDim.x) atomicAdd(&bins[i], s[i]);
}
__global__ void bins_global(const unsigned *in, unsigned *bins, int n, int m) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i] & (m - 1)], 1);
}
__global__ void atomic_floats(float *sums, const unsigned *in, int m) { atomicAdd(&sums[in[INDEX] & (m - 1)], 1.5f); }
__global__ void atomic_private(unsigned *words) { atomicAdd(&words[INDEX], 3); }
__global__ void atomic_most(unsigned *most, const unsigned *in) { atomicMax(most, in[INDEX]); }

/* ---- latencies, caches, occupancy ------------------------------------------------------------ */

__global__ void chase(const unsigned *next, unsigned *out, int hops) {
    unsigned at = 0;
    for (int k = 0; k < hops; k++) at = next[at];
    out[threadIdx.x] = at;
}
__global__ void chase_many(const unsigned *next, unsigned *out, int hops, unsigned words) {
    unsigned at = INDEX * 64 % words;
    for (int k = 0; k < hops; k++) at = next[at];
    out[INDEX] = at;
}
__global__ void gather_mask(const float *table, const unsigned *index, float *out, unsigned mask) { out[INDEX] = table[index[INDEX] & mask]; }
__global__ void scatter(const float *in, const unsigned *index, float *table, unsigned mask) { table[index[INDEX] & mask] = in[INDEX]; }
__global__ void occupied(const float *in, float *out, int n) {
    extern __shared__ float room[];
    float sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    room[threadIdx.x] = sum;
    __syncthreads();
    out[INDEX] = room[threadIdx.x ^ 1];
}
template <int N> __global__ void registers(const float *in, float *out, int n) {
    float kept[N];
#pragma unroll
    for (int k = 0; k < N; k++) kept[k] = in[(INDEX + k * 4096) & (n - 1)];
    float a = 1.0f;
    for (int round = 0; round < 4; round++) {
#pragma unroll
        for (int k = 0; k < N; k++) kept[k] = kept[k] * a + kept[(k + 1) % N];
        a += 0.5f;
    }
    float sum = 0;
#pragma unroll
    for (int k = 0; k < N; k++) sum += kept[k];
    out[INDEX] = sum;
}
__global__ void chain_shared(unsigned *out, int hops) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = (threadIdx.x * 37 + 11) % 256;
    __syncthreads();
    unsigned at = threadIdx.x;
    for (int k = 0; k < hops; k++) at = s[at];
    out[INDEX] = at;
}
__global__ void barriers(float *out, int times) {
    __shared__ float s[1024];
    float v = threadIdx.x;
    for (int k = 0; k < times; k++) {
        s[threadIdx.x] = v;
        __syncthreads();
        v += s[(threadIdx.x + 32) % blockDim.x];
        __syncthreads();
    }
    out[INDEX] = v;
}
__global__ void shuffles(unsigned *out, int times) {
    unsigned v = threadIdx.x;
    for (int k = 0; k < times; k++) v += __shfl_xor_sync(~0u, v, 1 + (k & 15));
    out[INDEX] = v;
}
__global__ void integers(unsigned *out, int times) {
    unsigned a = threadIdx.x, b = a + 1, c = a ^ 7, d = a * 3;
    for (int k = 0; k < times; k++) {
        a = a * 1664525u + b;
        b = (b ^ c) + (d >> 3);
        c = (c << 5) - a;
        d = (d & a) | (c >> 7);
    }
    out[INDEX] = a + b + c + d;
}

/* ---- copies ---------------------------------------------------------------------------------- */

template <int ROWS> __global__ void transpose_in(const float *in, float *out, int w) {
    __shared__ float s[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += ROWS) s[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += ROWS) out[(y + j) * w + x] = s[threadIdx.x][threadIdx.y + j];
}
__global__ void transpose_read(const double *in, double *out, int w) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    out[y * w + x] = in[x * w + y];
}
__global__ void copy_small(const float *in, float *out, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) out[i] = in[i];
}
__global__ void copy_misaligned(const float *in, float *out, int n, int by) {
    int i = INDEX;
    if (i < n) out[i] = in[i + by];
}
struct particle { float x, y, z, vx, vy, vz, m; };
__global__ void move_structs(particle *p, float dt, int n) {
    int i = INDEX;
    if (i < n) p[i].x += p[i].vx * dt, p[i].y += p[i].vy * dt, p[i].z += p[i].vz * dt;
}
__global__ void daxpy(const double *x, double *y, double a, int n) {
    int i = INDEX;
    if (i < n) y[i] = a * x[i] + y[i];
}
__global__ void sum_double(const double *in, double *out, int n) {
    __shared__ double s[256];
    double sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}
__global__ void polynomial_double(const double *in, double *out, int n) {
    int i = INDEX;
    if (i < n) {
        double x = in[i], v = 1;
        for (int k = 0; k < 32; k++) v = v * x + k;
        out[i] = v;
    }
}
__global__ void mapped_sum(const unsigned *in, unsigned *out, int n) {
    unsigned sum = 0;
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
}

/* ---- the launches ---------------------------------------------------------------------------- */

static const int K = 1 << 10, M = 1 << 20;
static unsigned *words, *more, *little, *counter;
static float *floats, *others;
static double *doubles, *results;
static byte *bytes;

static void scans() {
    for (int n : {64 * K, M, 4 * M}) {
        launch("scan_steps", n, [=] { scan_steps<<<n / 256, 256>>>(words, more, little); });
        launch("scan_tree", n, [=] { scan_tree<<<n / 512, 256>>>(words, more); });
        launch("scan_shuffle", n, [=] { scan_shuffle<<<n / 512, 512>>>(words, more, little); });
        launch("add_offsets", n, [=] { add_offsets<<<n / 512, 512>>>(more, little); });
    }
    launch("compact", M, [=] { compact<<<M / 256, 256>>>(words, more, counter, M); });
}
static void convolutions() {
    for (int n : {64 * K, M}) {
        launch("conv_row_4", n, [=] { conv_row<<<n / 256, 256>>>(floats, others, n, 4); });
        launch("conv_row_16", n, [=] { conv_row<<<n / 256, 256>>>(floats, others, n, 16); });
        launch("conv_row_shared_8", n, [=] { conv_row_shared<8><<<n / 256, 256>>>(floats, others, n); });
    }
    for (int w : {256, 1024}) {
        dim3 grid(w / 16, w / 16), block(16, 16), wide(w / 32, w / 8), row(32, 8);
        launch("conv_column_8", w, [=] { conv_column<<<wide, row>>>(floats, others, w, w, 8); });
        launch("conv_plane_1", w, [=] { conv_plane<1><<<grid, block>>>(floats, others, w, w); });
        launch("conv_plane_3", w, [=] { conv_plane<3><<<grid, block>>>(floats, others, w, w); });
        launch("conv_plane_shared_2", w, [=] { conv_plane_shared<2><<<grid, block>>>(floats, others, w, w); });
        launch("jacobi", w, [=] { jacobi<<<wide, row>>>(floats, others, w, w); });
        launch("life", w, [=] { life<<<wide, row>>>(bytes, bytes + M, w, w); });
    }
    launch("jacobi", 2048, [=] { jacobi<<<dim3(64, 256), dim3(32, 8)>>>(floats, others, 2048, 2048); });
    launch("heat3d", 128, [=] { heat3d<<<dim3(4, 16, 128), dim3(32, 8)>>>(floats, others, 128); });
}
static void arithmetic() {
    for (int n : {1024, 4096}) {
        launch("nbody", n, [=] { nbody<<<n / 128, 128>>>((float4 *)floats, (float4 *)others, n); });
        launch("nbody_tile", n, [=] { nbody_tile<<<n / 128, 128>>>((float4 *)floats, (float4 *)others, n); });
    }
    launch("nbody_double", 1024, [=] { nbody_double<<<8, 128>>>((double4 *)doubles, (double4 *)results, 1024); });
    for (int n : {16 * K, 256 * K, M}) {
        launch("options", n, [=] { options<<<n / 256, 256>>>(floats, floats + M, floats + 2 * M, others, others + M, n); });
        launch("options_fast", n, [=] { options_fast<<<std::min(n / 256, 264), 256>>>(floats, floats + M, floats + 2 * M, others, n); });
    }
    launch("mandelbrot", 256, [=] { mandelbrot<<<dim3(8, 32), dim3(32, 8)>>>(bytes, 256, 256); });
    launch("mandelbrot", 512, [=] { mandelbrot<<<dim3(32, 32), dim3(16, 16)>>>(bytes, 512, 128); });
    launch("pi_draws", 64, [=] { pi_draws<<<264, 128>>>(little, 64); });
    launch("sine", 16, [=] { special<SINE><<<264, 256>>>(others, 16); });
    launch("exponential", 16, [=] { special<EXPONENTIAL><<<264, 256>>>(others, 16); });
    launch("logarithm", 16, [=] { special<LOGARITHM><<<264, 256>>>(others, 16); });
    launch("root", 16, [=] { special<ROOT><<<264, 256>>>(others, 16); });
    launch("quotient", 16, [=] { special<QUOTIENT><<<264, 256>>>(others, 16); });
    launch("power", 16, [=] { special<POWER><<<264, 256>>>(others, 16); });
    launch("fast_sine", 64, [=] { special<FAST_SINE><<<1056, 256>>>(others, 64); });
    launch("tangent", 16, [=] { special<TANGENT><<<264, 256>>>(others, 16); });
    launch("sine_double", 8, [=] { special_double<SINE><<<132, 256>>>(results, 8); });
    launch("exponential_double", 8, [=] { special_double<EXPONENTIAL><<<132, 256>>>(results, 8); });
    launch("root_double", 8, [=] { special_double<ROOT><<<132, 256>>>(results, 8); });
    launch("quotient_double", 8, [=] { special_double<QUOTIENT><<<132, 256>>>(results, 8); });
    launch("modulo", 16, [=] { modulo<<<264, 256>>>(more, 77, 16); });
}
static void sorting() {
    for (int n : {64 * K, M}) {
        launch("bitonic_near", n, [=] { bitonic_step<<<n / 256, 256>>>(words, 1, 1024); });
        launch("bitonic_far", n, [=] { bitonic_step<<<n / 256, 256>>>(words, n / 4, n / 2); });
        launch("bitonic_block", n, [=] { bitonic_block<<<n / 512, 256>>>(more); });
        launch("radix_count", n, [=] { radix_count<<<std::min(n / 256, 264), 256>>>(words, little, n, 4); });
    }
    launch("odd_even", 256, [=] { odd_even<<<132, 256, 1024>>>(more, 256); });
}
static void products() {
    for (int n : {4 * K, 64 * K}) {
        draws draw{5};
        std::vector<int> row(1, 0), column;
        for (int i = 0; i < n; i++) {
            int length = 4 + int(draw(25)) + (draw(64) == 0 ? 100 : 0);
            for (int k = 0; k < length; k++) column.push_back(int(draw(unsigned(n))));
            row.push_back(int(column.size()));
        }
        int *r = on_device(row), *c = on_device(column);
        launch("spmv_thread", n, [=] { spmv_thread<<<n / 128, 128>>>(r, c, floats, floats + 2 * M, others, n); });
        launch("spmv_warp", n, [=] { spmv_warp<<<n / 8, 256>>>(r, c, floats, floats + 2 * M, others, n); });
        int *e = drawn<int>(size_t(n) * 16, unsigned(n), 6);
        launch("spmv_ell", n, [=] { spmv_ell<<<n / 256, 256>>>(e, floats, floats + 2 * M, others, n, 16); });
        cudaFree(r), cudaFree(c), cudaFree(e);
    }
    for (int n : {512, 2048}) {
        launch("matvec_thread", n, [=] { matvec_thread<<<n / 128, 128>>>(floats, floats, others, n); });
        launch("matvec_warp", n, [=] { matvec_warp<<<n / 8, 256>>>(floats, floats, others, n); });
    }
    for (int n : {256, 512}) launch("product_registers", n, [=] { product_registers<<<dim3(n / 64, n / 64), 256>>>(floats, floats + M, others, n); });
    for (int n : {64 * K, 4 * M}) launch("dot", n, [=] { dot<<<264, 256>>>(floats, others, (float *)little, n); });
    launch("softmax_row", 1024, [=] { softmax_row<<<1024, 256>>>(floats, others, 1024); });
}
static void histograms() {
    for (int m : {16, 256, 4096}) launch("bins_shared", m, [=] { bins_shared<<<264, 256, m * 4>>>(words, little, M, m); });
    for (int m : {1, 16, 1 << 10, 1 << 16, 1 << 20}) launch("bins_global", m, [=] { bins_global<<<528, 256>>>(words, more, M, m); });
    launch("atomic_floats", 256, [=] { atomic_floats<<<1024, 256>>>(others, words, 256); });
    launch("atomic_floats", 64 * K, [=] { atomic_floats<<<1024, 256>>>(others, words, 64 * K); });
    launch("atomic_private", M, [=] { atomic_private<<<M / 256, 256>>>(more); });
    launch("atomic_most", 64 * K, [=] { atomic_most<<<256, 256>>>(little, words); });
}
static void latencies() {
    for (int kib : {16, 128, 1024, 16384, 131072}) {
        int nodes = kib * K / 256;
        draws draw{9};
        std::vector<unsigned> order(nodes), next(size_t(nodes) * 64);
        for (int i = 0; i < nodes; i++) order[i] = i;
        for (int i = nodes - 1; i > 0; i--) std::swap(order[i], order[draw(i + 1)]);
        for (int i = 0; i < nodes; i++) next[size_t(order[i]) * 64] = order[(i + 1) % nodes] * 64;
        unsigned *list = on_device(next), count = unsigned(nodes) * 64;
        launch("chase", kib, [=] { chase<<<1, 1>>>(list, little, 1024); });
        launch("chase_many", kib, [=] { chase_many<<<132, 128>>>(list, little, 64, count); });
        cudaFree(list);
    }
    for (int n : {K, 16 * K, 256 * K, 4 * M}) {
        launch("gather", n, [=] { gather_mask<<<M / 256, 256>>>(floats, words, others, n - 1); });
        launch("scatter", n, [=] { scatter<<<M / 256, 256>>>(floats, words, others, n - 1); });
    }
    for (int kib : {1, 16, 48}) launch("occupied", kib, [=] { occupied<<<1056, 128, kib * K>>>(floats, others, 4 * M); });
    launch("registers_16", M, [=] { registers<16><<<M / 4 / 256, 256>>>(floats, others, M); });
    launch("registers_64", M, [=] { registers<64><<<M / 4 / 256, 256>>>(floats, others, M); });
    launch("registers_128", M, [=] { registers<128><<<M / 8 / 128, 128>>>(floats, others, M); });
    launch("chain_shared", 256, [=] { chain_shared<<<132, 256>>>(little, 256); });
    for (int threads : {64, 256, 1024}) launch("barriers", threads, [=] { barriers<<<132, threads>>>(others, 64); });
    launch("shuffles", 1, [=] { shuffles<<<132, 32>>>(little, 256); });
    launch("shuffles", 32, [=] { shuffles<<<132, 1024>>>(little, 256); });
    launch("integers", 256, [=] { integers<<<264, 256>>>(little, 256); });
}
static void copies() {
    for (int w : {512, 2048}) {
        dim3 grid(w / 32, w / 32);
        launch("transpose_8", w, [=] { transpose_in<8><<<grid, dim3(32, 8)>>>(floats, others, w); });
        launch("transpose_32", w, [=] { transpose_in<32><<<grid, dim3(32, 32)>>>(floats, others, w); });
    }
    launch("transpose_read", 1024, [=] { transpose_read<<<dim3(64, 64), dim3(16, 16)>>>(doubles, results, 1024); });
    for (int n : {K, 4 * K, 16 * K}) launch("copy_small", n, [=] { copy_small<<<n / 256, 256>>>(floats, others, n); });
    launch("copy_one_block", 64 * K, [=] { copy_small<<<1, 1024>>>(floats, others, 64 * K); });
    launch("copy_misaligned", 4 * M - 64, [=] { copy_misaligned<<<4 * M / 256, 256>>>(floats, others, 4 * M - 64, 1); });
    launch("move_structs", 256 * K, [=] { move_structs<<<K, 256>>>((particle *)others, 0.5f, 256 * K); });
    for (int n : {64 * K, M}) {
        launch("daxpy", n, [=] { daxpy<<<n / 256, 256>>>(doubles, results, 2.5, n); });
        launch("sum_double", n, [=] { sum_double<<<std::min(n / 256, 528), 256>>>(doubles, results, n); });
        launch("polynomial_double", n, [=] { polynomial_double<<<n / 256, 256>>>(doubles, results, n); });
    }
    unsigned *host, *mapped;
    cudaHostAlloc((void **)&host, 4 * M * sizeof *host, cudaHostAllocMapped);
    for (int i = 0; i < 4 * M; i++) host[i] = unsigned(i);
    cudaHostGetDevicePointer((void **)&mapped, host, 0);
    for (int n : {K, 64 * K, M, 4 * M}) {
        launch("mapped_copy", n, [=] { copy_small<<<std::max(1, std::min(n / 256, 528)), 256>>>((float *)mapped, others, n); });
        launch("mapped_sum", n, [=] { mapped_sum<<<std::max(1, std::min(n / 256, 264)), 256>>>(mapped, little, n); });
    }
    cudaFreeHost(host);
}

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    words = drawn<unsigned>(4 * M, 1u << 30);
    more = drawn<unsigned>(4 * M, 1u << 30, 2);
    little = drawn<unsigned>(256 * K, 16, 3);
    counter = drawn<unsigned>(1, 1);
    floats = drawn<float>(4 * M + 64, 1000, 4);
    others = drawn<float>(4 * M + 64, 1000, 5);
    doubles = drawn<double>(M, 1000, 6);
    results = drawn<double>(M, 1000, 7);
    bytes = drawn<byte>(2 * M, 2, 8);
    std::vector<float> taps(64, 0.02f);
    cudaMemcpyToSymbol(weights, taps.data(), sizeof weights);
    scans();
    convolutions();
    arithmetic();
    sorting();
    products();
    histograms();
    latencies();
    copies();
    for (void *memory : {(void *)words, (void *)more, (void *)little, (void *)counter, (void *)floats, (void *)others, (void *)doubles, (void *)results, (void *)bytes}) cudaFree(memory);
    return 0;
}
