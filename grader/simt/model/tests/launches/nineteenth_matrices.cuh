/* Kernels of the nineteenth set: products, eliminations, transforms, sparse matrices and graphs. */
#pragma once
#include "seventeenth.cuh"
#include <cuda_pipeline.h>

/* ---- products ---- */
/* 64 x 64 of the result to 128 threads, 8 x 4 to each; the next tile is read while this one is used. */
__global__ void __launch_bounds__(128) sgemm_double_buffered(const float *a, const float *b, float *c, int n) {
    __shared__ float as[2][8][64], bs[2][8][64];
    int t = threadIdx.x, row0 = blockIdx.y * 64, col0 = blockIdx.x * 64, tr = t / 16 * 8, tc = t % 16 * 4;
    const float4 *pa = (const float4 *)(a + size_t(row0 + t / 2) * n + t % 2 * 4);
    const float4 *pb = (const float4 *)(b + size_t(t / 16) * n + col0 + t % 16 * 4);
    float sum[8][4] = {};
    float4 na = pa[0], nb = pb[0];
    for (int k = 0, now = 0; k < n; k += 8, now ^= 1) {
        int ka = t % 2 * 4;
        as[now][ka][t / 2] = na.x, as[now][ka + 1][t / 2] = na.y, as[now][ka + 2][t / 2] = na.z, as[now][ka + 3][t / 2] = na.w;
        *(float4 *)&bs[now][t / 16][t % 16 * 4] = nb;
        __syncthreads();
        if (k + 8 < n) na = pa[(k + 8) / 4], nb = pb[size_t(k + 8) * n / 4];
#pragma unroll
        for (int kk = 0; kk < 8; kk++) {
            float4 lo = *(float4 *)&as[now][kk][tr], hi = *(float4 *)&as[now][kk][tr + 4], w = *(float4 *)&bs[now][kk][tc];
            float va[8] = {lo.x, lo.y, lo.z, lo.w, hi.x, hi.y, hi.z, hi.w}, vb[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int j = 0; j < 4; j++) sum[i][j] += va[i] * vb[j];
        }
    }
#pragma unroll
    for (int i = 0; i < 8; i++) *(float4 *)&c[size_t(row0 + tr + i) * n + col0 + tc] = make_float4(sum[i][0], sum[i][1], sum[i][2], sum[i][3]);
}
__global__ void matmul_a_by_b_turned(const float *a, const float *b, float *c, int n) { /* C = A Bᵀ, no tiles */
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[col * n + k];
    c[row * n + col] = sum;
}
__global__ void hgemm_half2(const __half *a, const __half2 *b, __half2 *c, int n) { /* 32 x 32 tiles, 16 x 32 threads, two columns to each */
    __shared__ __half as[32][34];
    __shared__ __half2 bs[32][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty, pair = blockIdx.x * 16 + tx;
    __half2 sum = __float2half2_rn(0);
    for (int k = 0; k < n; k += 32) {
        *(__half2 *)&as[ty][2 * tx] = *(const __half2 *)&a[row * n + k + 2 * tx];
        bs[ty][tx] = b[(k + ty) * (n / 2) + pair];
        __syncthreads();
#pragma unroll
        for (int kk = 0; kk < 32; kk++) sum = __hfma2(__half2half2(as[ty][kk]), bs[kk][tx], sum);
        __syncthreads();
    }
    c[row * (n / 2) + pair] = sum;
}
__global__ void igemm_dp4a(const int *a, const int *b, int *c, int n, int quads) { /* four signed bytes to an int, B by columns */
    __shared__ int as[16][17], bs[16][17];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, sum = 0;
    for (int k = 0; k < quads; k += 16) {
        as[ty][tx] = a[row * quads + k + tx];
        bs[ty][tx] = b[(blockIdx.x * 16 + ty) * quads + k + tx];
        __syncthreads();
        for (int kk = 0; kk < 16; kk++) sum = __dp4a(as[ty][kk], bs[tx][kk], sum);
        __syncthreads();
    }
    c[row * n + blockIdx.x * 16 + tx] = sum;
}
__global__ void triangular_product(const float *lower, const float *b, float *c, int n) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= n || col >= n) return;
    float sum = 0;
    for (int k = 0; k <= row; k++) sum = fmaf(lower[row * n + k], b[k * n + col], sum);
    c[row * n + col] = sum;
}

/* ---- eliminations ---- */
__global__ void fan2(const float *m, float *a, int n, int t) { /* blocks of 4 x 4 */
    int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n - 1 - t || col >= n - t) return;
    a[size_t(row + 1 + t) * n + col + t] -= m[size_t(row + 1 + t) * n + t] * a[size_t(t) * n + col + t];
}
__global__ void solve_many_right_sides(const float *lower, const float *b, float *x, int order, int many) { /* a thread a right side */
    int j = AT;
    if (j >= many) return;
    for (int r = 0; r < order; r++) {
        float sum = b[r * many + j];
        for (int k = 0; k < r; k++) sum -= lower[r * order + k] * x[k * many + j];
        x[r * many + j] = sum / (2.0f + lower[r * order + r]);
    }
}
__global__ void parallel_cyclic_reduction(const float *in, float *out) { /* a block a system of blockDim.x equations */
    extern __shared__ float room_of[];
    int n = blockDim.x, t = threadIdx.x;
    float *a = room_of, *b = a + n, *c = b + n, *d = c + n;
    size_t base = size_t(blockIdx.x) * n;
    a[t] = t ? in[base + t] : 0, b[t] = 3.0f + in[base + t], c[t] = t + 1 < n ? 1.0f - in[base + t] : 0, d[t] = in[base + n - 1 - t];
    __syncthreads();
    for (int step = 1; step < n; step *= 2) {
        float na = 0, nb = b[t], nc = 0, nd = d[t];
        if (t >= step) {
            float k = a[t] / b[t - step];
            na = -a[t - step] * k, nb -= c[t - step] * k, nd -= d[t - step] * k;
        }
        if (t + step < n) {
            float k = c[t] / b[t + step];
            nc = -c[t + step] * k, nb -= a[t + step] * k, nd -= d[t + step] * k;
        }
        __syncthreads();
        a[t] = na, b[t] = nb, c[t] = nc, d[t] = nd;
        __syncthreads();
    }
    out[base + t] = d[t] / b[t];
}
__device__ inline void turn(double &pp, double &qq, double &pq, double &rp, double &rq) { /* one rotation of Jacobi's: pq goes */
    double theta = 0.5 * (qq - pp) / (pq == 0 ? 1e-300 : pq), t = copysign(1.0, theta) / (fabs(theta) + sqrt(theta * theta + 1.0));
    double c = 1.0 / sqrt(t * t + 1.0), s = t * c, old = rp;
    pp -= t * pq, qq += t * pq, pq = 0;
    rp = c * old - s * rq, rq = s * old + c * rq;
}
__global__ void eigenvalues_3x3(const double *in, double *out, int n) { /* six numbers of each, by planes */
    int i = AT;
    if (i >= n) return;
    double xx = in[i], yy = in[n + i], zz = in[2 * n + i], xy = in[3 * n + i], xz = in[4 * n + i], yz = in[5 * n + i];
    for (int sweep = 0; sweep < 4; sweep++) {
        turn(xx, yy, xy, xz, yz);
        turn(xx, zz, xz, xy, yz);
        turn(yy, zz, yz, xy, xz);
    }
    out[i] = xx, out[n + i] = yy, out[2 * n + i] = zz;
}

/* ---- transforms ---- */
__global__ void transpose_of_complex(const float2 *in, float2 *out, int rows, int cols) {
    __shared__ float2 tile[32][33];
    int c = blockIdx.x * 32 + threadIdx.x, r0 = blockIdx.y * 32;
    for (int k = threadIdx.y; k < 32; k += 8)
        if (r0 + k < rows && c < cols) tile[k][threadIdx.x] = in[size_t(r0 + k) * cols + c];
    __syncthreads();
    int r = r0 + threadIdx.x, c0 = blockIdx.x * 32;
    for (int k = threadIdx.y; k < 32; k += 8)
        if (c0 + k < cols && r < rows) out[size_t(c0 + k) * rows + r] = tile[threadIdx.x][k];
}
__constant__ float cosines[64]; /* of the discrete cosine transform: row u, column x */
__global__ void cosine_transform_8x8(const byte *in, short *out, int cols) { /* 64 threads a tile */
    __shared__ float s[8][8], half_way[8][8];
    int tx = threadIdx.x, ty = threadIdx.y;
    size_t at = size_t(blockIdx.y * 8 + ty) * cols + blockIdx.x * 8 + tx;
    s[ty][tx] = float(in[at]) - 128.0f;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 8; k++) sum += s[ty][k] * cosines[tx * 8 + k];
    half_way[ty][tx] = sum;
    __syncthreads();
    sum = 0;
    for (int k = 0; k < 8; k++) sum += half_way[k][tx] * cosines[ty * 8 + k];
    out[at] = short(rintf(sum / (1 + tx + ty)));
}
__global__ void ntt_stage(const unsigned *in, const unsigned *twiddle, unsigned *out, int half, int n) { /* modulo 998244353; in, twiddle < 2^30 */
    const u64 p = 998244353;
    int i = AT;
    if (i >= n / 2) return;
    int k = i & (half - 1), at = 2 * (i - k) + k;
    u64 a = in[at] % p, b = u64(in[at + half]) * twiddle[k] % p;
    out[at] = unsigned((a + b) % p), out[at + half] = unsigned((a + p - b) % p);
}
__device__ inline u64 montgomery(u64 a, u64 b, u64 m, u64 inverse) { /* m < 2^63 */
    u64 low = a * b, high = __umul64hi(a, b), q = low * inverse, r = high - __umul64hi(q, m);
    return high < __umul64hi(q, m) ? r + m : r;
}
__global__ void power_by_montgomery(const u64 *in, u64 *out, u64 m, u64 inverse, u64 one, int n) {
    int i = AT;
    if (i >= n) return;
    u64 base = in[i] % m, r = one;
    for (unsigned e = unsigned(in[i] >> 20) | 1; e; e >>= 1) {
        if (e & 1) r = montgomery(r, base, m, inverse);
        base = montgomery(base, base, m, inverse);
    }
    out[i] = r;
}

/* ---- sparse matrices and graphs ---- */
__global__ void bsr_4x4(const int *start, const int *column, const float4 *blocks, const float4 *x, float *y, int rows) { /* 4 lanes a row of blocks */
    int at = AT, row = at / 4, r = at % 4;
    if (row >= rows) return;
    float sum = 0;
    for (int k = start[row]; k < start[row + 1]; k++) {
        float4 a = blocks[k * 4 + r], v = x[column[k]];
        sum += a.x * v.x + a.y * v.y + a.z * v.z + a.w * v.w;
    }
    y[at] = sum;
}
__global__ void triangles_of_edges(const int *start, const int *column, const int *from, int *out, int edges) { /* lists in order: merged */
    int e = AT;
    if (e >= edges) return;
    int a = start[from[e]], a_end = start[from[e] + 1], b = start[column[e]], b_end = start[column[e] + 1], found = 0;
    while (a < a_end && b < b_end) {
        int p = column[a], q = column[b];
        found += p == q;
        a += p <= q, b += q <= p;
    }
    out[e] = found;
}
__global__ void roots_by_jumping(const int *parent, int *root, int n) { /* each thread climbs to the root of its tree */
    int i = AT;
    if (i >= n) return;
    int at = i, up = parent[i];
    while (up != at) at = up, up = parent[at];
    root[i] = at;
}
__global__ void colour_greedily(const int *start, const int *column, const byte *colour, byte *out, int rows) { /* the least colour that no one beside has */
    int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows) return;
    unsigned used = 0;
    for (int k = start[r] + threadIdx.x; k < start[r + 1]; k += 8) used |= 1u << (colour[column[k]] & 31);
    for (int d = 4; d; d /= 2) used |= __shfl_xor_sync(0xffu << (threadIdx.y % 4 * 8), used, d, 8);
    if (threadIdx.x == 0) out[r] = byte(__ffs(~used) - 1);
}
