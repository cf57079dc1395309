/* Kernels of fifteenth.cu on grids and matrices: convolutions, stencils, transposes, products, tables of dynamic programming, transforms. */
#pragma once
#include "fifteenth_arrays.cuh"
#include <cuda_fp16.h>

#define X (blockIdx.x * blockDim.x + threadIdx.x)
#define Y (blockIdx.y * blockDim.y + threadIdx.y)

/* ---- convolutions ---- */
__constant__ float taps[64];
__global__ void gauss_clamped(const float *in, float *out, int w, int h) { /* 5 x 5, the border repeated */
    int x = X, y = Y;
    float sum = 0;
    for (int j = -2; j <= 2; j++)
        for (int k = -2; k <= 2; k++) sum += in[min(max(y + j, 0), h - 1) * w + min(max(x + k, 0), w - 1)] * taps[(j + 2) * 5 + k + 2];
    out[y * w + x] = sum;
}
__global__ void conv_strip(const float *in, float *out, int w, int h) { /* 3 x 3: a thread goes down 8 rows with three rows in registers */
    int x = X, y0 = blockIdx.y * 8;
    if (x < 1 || x >= w - 1) return;
    float a[3], b[3], c[3];
    for (int k = 0; k < 3; k++) a[k] = y0 > 0 ? in[(y0 - 1) * w + x + k - 1] : 0, b[k] = in[y0 * w + x + k - 1];
    for (int y = y0; y < y0 + 8; y++) {
        float sum = 0;
        for (int k = 0; k < 3; k++) {
            c[k] = y + 1 < h ? in[(y + 1) * w + x + k - 1] : 0;
            sum += a[k] * taps[k] + b[k] * taps[3 + k] + c[k] * taps[6 + k];
            a[k] = b[k], b[k] = c[k];
        }
        out[y * w + x] = sum;
    }
}
__global__ void columns_of_image(const float *in, float *out, int w) { /* im2col, 3 x 3 */
    int x = X, y = Y, pixels = w * w;
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) {
            int gx = x + k - 1, gy = y + j - 1;
            out[(j * 3 + k) * pixels + y * w + x] = gx >= 0 && gx < w && gy >= 0 && gy < w ? in[gy * w + gx] : 0;
        }
}
__global__ void average_of_3x3_by_2(const float *in, float *out, int w) {
    int x = X, y = Y, n = w / 2;
    if (x >= n - 1 || y >= n - 1) return;
    float sum = 0;
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) sum += in[(2 * y + j) * w + 2 * x + k];
    out[y * n + x] = sum / 9;
}

/* ---- stencils ---- */
__global__ void wave_2d(const float *was, const float *is, float *next, int w, float c) {
    int x = X, y = Y, i = y * w + x;
    if (x < 1 || y < 1 || x >= w - 1 || y >= w - 1) return;
    next[i] = 2 * is[i] - was[i] + c * (is[i - 1] + is[i + 1] + is[i - w] + is[i + w] - 4 * is[i]);
}
__global__ void star_of_radius_4(const float *in, float *out, int w) {
    int x = X, y = Y, i = y * w + x;
    if (x < 4 || y < 4 || x >= w - 4 || y >= w - 4) return;
    float sum = taps[0] * in[i];
#pragma unroll
    for (int r = 1; r <= 4; r++) sum += taps[r] * (in[i - r] + in[i + r] + in[i - r * w] + in[i + r * w]);
    out[i] = sum;
}
template <int B> __global__ void heat_of_many_steps(const float *in, float *out, int steps) { /* a rod for each block, in shared memory */
    __shared__ float s[2][B];
    int t = threadIdx.x, now = 0;
    s[0][t] = in[AT];
    __syncthreads();
    for (int k = 0; k < steps; k++, now ^= 1) {
        float left = t > 0 ? s[now][t - 1] : 0, right = t < B - 1 ? s[now][t + 1] : 0;
        s[now ^ 1][t] = s[now][t] + 0.2f * (left - 2 * s[now][t] + right);
        __syncthreads();
    }
    out[AT] = s[now][t];
}

/* ---- transposes ---- */
__global__ void transpose_padded_rows(const float *in, float *out, int w) { /* 32 x 32 with 32 x 8 threads, a column of padding */
    __shared__ float s[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) s[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * w + x] = s[threadIdx.x][threadIdx.y + j];
}
__global__ void transpose_to_rows(const float *in, float *out, int w) { out[Y * w + X] = in[X * w + Y]; }

/* ---- products ---- */
__global__ void product_4x4_threads(const float *a, const float *b, float *c, int n) { /* a tile of 64 x 64, 4 x 4 results a thread */
    __shared__ float as[16][64], bs[16][64];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row = blockIdx.y * 64, column = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int k0 = 0; k0 < n; k0 += 16) {
        for (int i = threadIdx.x; i < 1024; i += 256) {
            as[i % 16][i / 16] = a[(row + i / 16) * n + k0 + i % 16];
            bs[i / 64][i % 64] = b[(k0 + i / 64) * n + column + i % 64];
        }
        __syncthreads();
        for (int k = 0; k < 16; k++) {
            float p[4], q[4];
            for (int i = 0; i < 4; i++) p[i] = as[k][ty * 4 + i], q[i] = bs[k][tx * 4 + i];
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++) sum[i][j] += p[i] * q[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) c[(row + ty * 4 + i) * n + column + tx * 4 + j] = sum[i][j];
}
__global__ void product_of_halves(const __half *a, const __half2 *b, __half2 *c, int n) { /* two columns a thread */
    int x = X, y = Y;
    __half2 sum = __float2half2_rn(0);
    for (int k = 0; k < n; k++) sum = __hfma2(__half2half2(a[y * n + k]), b[k * (n / 2) + x], sum);
    c[y * (n / 2) + x] = sum;
}
__global__ void product_of_doubles(const double *a, const double *b, double *c, int n) {
    __shared__ double as[16][16], bs[16][16];
    double sum = 0;
    for (int k0 = 0; k0 < n; k0 += 16) {
        as[threadIdx.y][threadIdx.x] = a[Y * n + k0 + threadIdx.x], bs[threadIdx.y][threadIdx.x] = b[(k0 + threadIdx.y) * n + X];
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += as[threadIdx.y][k] * bs[k][threadIdx.x];
        __syncthreads();
    }
    c[Y * n + X] = sum;
}
__global__ void outer_product(const float *a, const float *b, float *c, int n) { c[Y * n + X] += a[Y] * b[X]; }
__global__ void many_small_products(const float *a, const float *b, float *c) { /* 4 x 4 matrices, 16 threads each */
    __shared__ float as[16][16], bs[16][16];
    int m = threadIdx.x / 16, e = threadIdx.x % 16, r = e / 4, k0 = e % 4;
    as[m][e] = a[AT], bs[m][e] = b[AT];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 4; k++) sum += as[m][r * 4 + k] * bs[m][k * 4 + k0];
    c[AT] = sum;
}

/* ---- dynamic programming ---- */
__global__ void knapsack_row(const int *was, int *now, int weight, int value, int capacity) {
    int c = AT;
    if (c <= capacity) now[c] = c >= weight ? max(was[c], was[c - weight] + value) : was[c];
}
__global__ void common_length(const unsigned char *a, const unsigned char *b, int *out) { /* 256 letters a block, a diagonal a step */
    __shared__ int d[3][257];
    __shared__ unsigned char p[256], q[256];
    int t = threadIdx.x;
    p[t] = a[AT] & 3, q[t] = b[AT] & 3;
    for (int k = 0; k < 3; k++) {
        d[k][t + 1] = 0;
        if (t == 0) d[k][0] = 0;
    }
    __syncthreads();
    for (int step = 0; step < 511; step++) {
        int j = step - t, now = step % 3, one = (step + 2) % 3, two = (step + 1) % 3, v = 0;
        if (j >= 0 && j < 256) v = p[t] == q[j] ? (j > 0 ? d[two][t] : 0) + 1 : max(j > 0 ? d[one][t + 1] : 0, d[one][t]);
        __syncthreads();
        d[now][t + 1] = v;
        __syncthreads();
    }
    if (t == 255) out[blockIdx.x] = d[510 % 3][256];
}
__global__ void viterbi(const float *move, const float *emit, const int *seen, unsigned char *from, float *best, int steps) { /* a state a thread, a word a block */
    __shared__ float score[64];
    int s = threadIdx.x;
    score[s] = 0;
    __syncthreads();
    for (int k = 0; k < steps; k++) {
        float most = -1e30f;
        int which = 0;
        for (int o = 0; o < 64; o++) {
            float v = score[o] + move[o * 64 + s];
            if (v > most) most = v, which = o;
        }
        __syncthreads();
        score[s] = most + emit[(seen[blockIdx.x * steps + k] & 15) * 64 + s];
        from[(blockIdx.x * steps + k) * 64 + s] = (unsigned char)which;
        __syncthreads();
    }
    best[AT] = score[s];
}

/* ---- transforms ---- */
__global__ void fft_radix_4(const float2 *in, float2 *out, int n, int stride) { /* one pass of Stockham's */
    int i = AT, quarter = n / 4, k = i & (stride - 1), j = (i - k) * 4 + k;
    float2 v[4];
    for (int r = 0; r < 4; r++) {
        float2 a = in[i + r * quarter];
        float s, c;
        __sincosf(-6.2831853f * r * k / (4 * stride), &s, &c);
        v[r] = make_float2(a.x * c - a.y * s, a.x * s + a.y * c);
    }
    float2 p = make_float2(v[0].x + v[2].x, v[0].y + v[2].y), q = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
    float2 r = make_float2(v[1].x + v[3].x, v[1].y + v[3].y), t = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
    out[j] = make_float2(p.x + r.x, p.y + r.y), out[j + stride] = make_float2(q.x + t.x, q.y + t.y);
    out[j + 2 * stride] = make_float2(p.x - r.x, p.y - r.y), out[j + 3 * stride] = make_float2(q.x - t.x, q.y - t.y);
}
__global__ void walsh(const float *in, float *out) { /* 512 numbers a block, 256 threads */
    __shared__ float s[512];
    int t = threadIdx.x, base = blockIdx.x * 512;
    s[t] = in[base + t], s[t + 256] = in[base + t + 256];
    for (int d = 1; d < 512; d *= 2) {
        int i = (t / d) * 2 * d + t % d;
        __syncthreads();
        float a = s[i], b = s[i + d];
        s[i] = a + b, s[i + d] = a - b;
    }
    __syncthreads();
    out[base + t] = s[t], out[base + t + 256] = s[t + 256];
}
__global__ void dft_direct(const float *in, float2 *out, int n) {
    int k = AT;
    float re = 0, im = 0;
    for (int t = 0; t < n; t++) {
        float s, c;
        __sincosf(-6.2831853f * (k * t % n) / n, &s, &c);
        re += in[t] * c, im += in[t] * s;
    }
    out[k] = make_float2(re, im);
}
