/* Kernels of the twentieth set: products, factors, transforms, sparse matrices, graphs. */
#pragma once
#include "seventeenth.cuh"

/* ---- products ---- */
__global__ void matmul_rows_across_lanes(const float *a, const float *b, float *c, int n) { /* threadIdx.x is the row: nothing lies side by side */
    int row = AT, col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
__global__ void matmul_tiles_of_8(const float *a, const float *b, float *c, int n) { /* any n */
    __shared__ float s[8][8], t[8][8];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, col = blockIdx.x * 8 + x;
    float sum = 0;
    for (int k = 0; k < n; k += 8) {
        s[y][x] = row < n && k + x < n ? a[row * n + k + x] : 0;
        t[y][x] = col < n && k + y < n ? b[(k + y) * n + col] : 0;
        __syncthreads();
        for (int j = 0; j < 8; j++) sum += s[y][j] * t[j][x];
        __syncthreads();
    }
    if (row < n && col < n) c[row * n + col] = sum;
}
__global__ void matmul_4x4_each(const float *a, const float *b, float *c, int n) { /* 64 x 64 x 16 tiles, 16 x 16 threads; n in 64s */
    __shared__ float s[16][65], t[16][64];
    int x = threadIdx.x, y = threadIdx.y, me = y * 16 + x, top = blockIdx.y * 64, left = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int k = 0; k < n; k += 16) {
        for (int p = me; p < 1024; p += 256) {
            s[p % 16][p / 16] = a[(top + p / 16) * n + k + p % 16];
            t[p / 64][p % 64] = b[(k + p / 64) * n + left + p % 64];
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 16; j++) {
            float p[4], q[4];
            for (int r = 0; r < 4; r++) p[r] = s[j][y + 16 * r], q[r] = t[j][x + 16 * r];
            for (int r = 0; r < 4; r++)
                for (int e = 0; e < 4; e++) sum[r][e] += p[r] * q[e];
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int e = 0; e < 4; e++) c[(top + y + 16 * r) * n + left + x + 16 * e] = sum[r][e];
}
__global__ void dgemm_2_rows_each(const double *a, const double *b, double *c, int n) { /* 32 x 16 tiles, 16 x 16 threads; n in 32s */
    __shared__ double s[32][17], t[16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 32 + y, col = blockIdx.x * 16 + x;
    double upper = 0, lower = 0;
    for (int k = 0; k < n; k += 16) {
        s[y][x] = a[row * n + k + x], s[y + 16][x] = a[(row + 16) * n + k + x];
        t[y][x] = b[(k + y) * n + col];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 16; j++) upper += s[y][j] * t[j][x], lower += s[y + 16][j] * t[j][x];
        __syncthreads();
    }
    c[row * n + col] = upper, c[(row + 16) * n + col] = lower;
}
__global__ void many_products_of_6x6(const float *a, const float *b, float *c, int n) { /* a thread a pair of matrices: 144 bytes apart */
    int i = AT;
    if (i >= n) return;
    float p[36], row[6];
    for (int k = 0; k < 36; k++) p[k] = b[i * 36 + k];
    for (int r = 0; r < 6; r++) {
        for (int k = 0; k < 6; k++) row[k] = a[i * 36 + r * 6 + k];
        for (int e = 0; e < 6; e++) {
            float sum = 0;
            for (int k = 0; k < 6; k++) sum += row[k] * p[k * 6 + e];
            c[i * 36 + r * 6 + e] = sum;
        }
    }
}
__global__ void matvec_row_to_a_warp(const float *a, const float *in, float *out, int rows, int cols) {
    int row = AT / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    float sum = 0;
    for (int c = lane; c < cols; c += 32) sum += a[size_t(row) * cols + c] * in[c];
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) out[row] = sum;
}
__global__ void matvec_turned_by_atomics(const float *a, const float *in, float *out, int rows, int cols) { /* blockIdx.y: 64 rows, summed down each column */
    int c = AT;
    if (c >= cols) return;
    float sum = 0;
    int last = min(rows, int(blockIdx.y + 1) * 64);
    for (int r = blockIdx.y * 64; r < last; r++) sum += a[size_t(r) * cols + c] * in[r];
    atomicAdd(&out[c], sum);
}
__global__ void rank_one_of_doubles(double *a, const double *p, const double *q, int n) { /* A += p qᵀ / 8, in place */
    int c = AT, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < n && c < n) a[size_t(r) * n + c] += 0.125 * p[r] * q[c];
}

/* ---- factors ---- */
__global__ void lu_below_pivot(float *a, int n, int pivot) { /* blocks of 32 x 8: each computes its multipliers anew; the first column stays */
    __shared__ float multiplier[8];
    int c = pivot + 1 + blockIdx.x * 32 + threadIdx.x, r = pivot + 1 + blockIdx.y * 8 + threadIdx.y;
    if (threadIdx.x == 0 && r < n) multiplier[threadIdx.y] = a[r * n + pivot] / (a[pivot * n + pivot] + 2);
    __syncthreads();
    if (c < n && r < n) a[r * n + c] -= multiplier[threadIdx.y] * a[pivot * n + c];
}
__global__ void solve_lower_in_one_block(const float *lower, const float *b, float *out, int n) { /* n steps, two barriers in each */
    extern __shared__ float s[];
    for (int k = threadIdx.x; k < n; k += blockDim.x) s[k] = b[k];
    __syncthreads();
    for (int k = 0; k < n; k++) {
        if (threadIdx.x == 0) s[k] /= lower[k * n + k] + 4;
        __syncthreads();
        float known = s[k];
        for (int r = k + 1 + threadIdx.x; r < n; r += blockDim.x) s[r] -= lower[r * n + k] * known / n;
        __syncthreads();
    }
    for (int k = threadIdx.x; k < n; k += blockDim.x) out[k] = s[k];
}
__global__ void cholesky_of_24x24(const float *in, float *out) { /* a warp a matrix; row to a lane */
    __shared__ float s[24][25];
    int lane = threadIdx.x;
    const float *a = in + blockIdx.x * 576;
    for (int k = lane; k < 576; k += 32) s[k / 24][k % 24] = a[k] + (k / 24 == k % 24 ? 24 : 0);
    __syncwarp();
    for (int k = 0; k < 24; k++) {
        float pivot = sqrtf(s[k][k]);
        __syncwarp();
        if (lane == k) s[k][k] = pivot;
        if (lane > k && lane < 24) s[lane][k] /= pivot;
        __syncwarp();
        if (lane > k && lane < 24)
            for (int c = k + 1; c <= lane; c++) s[lane][c] -= s[lane][k] * s[c][k];
        __syncwarp();
    }
    for (int k = lane; k < 576; k += 32) out[blockIdx.x * 576 + k] = k % 24 <= k / 24 ? s[k / 24][k % 24] : 0;
}
__global__ void inverse_of_4x4(const float4 *in, float4 *out, int n) { /* Gauss and Jordan in registers */
    int i = AT;
    if (i >= n) return;
    float m[4][8];
    for (int r = 0; r < 4; r++) {
        float4 w = in[i * 4 + r];
        m[r][0] = w.x, m[r][1] = w.y, m[r][2] = w.z, m[r][3] = w.w;
        for (int c = 0; c < 4; c++) m[r][c] += r == c ? 4 : 0, m[r][c + 4] = r == c;
    }
#pragma unroll
    for (int k = 0; k < 4; k++) {
        float by = 1 / m[k][k];
        for (int c = 0; c < 8; c++) m[k][c] *= by;
        for (int r = 0; r < 4; r++) {
            float factor = m[r][k];
            if (r != k)
                for (int c = 0; c < 8; c++) m[r][c] -= factor * m[k][c];
        }
    }
    for (int r = 0; r < 4; r++) out[i * 4 + r] = make_float4(m[r][4], m[r][5], m[r][6], m[r][7]);
}
__global__ void jacobi_of_dense_rows(const float *a, const float *b, const float *in, float *out, int n) { /* a block of 128 a row */
    __shared__ float part[128];
    int row = blockIdx.x, t = threadIdx.x;
    float sum = 0;
    for (int c = t; c < n; c += 128) sum += c == row ? 0 : a[size_t(row) * n + c] * in[c];
    part[t] = sum;
    for (int half = 64; half; half >>= 1) {
        __syncthreads();
        if (t < half) part[t] += part[t + half];
    }
    if (t == 0) out[row] = (b[row] - part[0] / n) / (a[size_t(row) * n + row] + 2);
}
__global__ void rotate_rows_by_givens(const double *in, double *out, int cols, int pairs) { /* rows 2 k and 2 k + 1 turned so that their first is zero */
    int c = AT, pair = blockIdx.y;
    if (c >= cols || pair >= pairs) return;
    const double *p = in + size_t(2 * pair) * cols, *q = p + cols;
    double f = p[0], g = q[0], length = sqrt(f * f + g * g), cosine = f / length, sine = g / length;
    out[size_t(2 * pair) * cols + c] = cosine * p[c] + sine * q[c];
    out[size_t(2 * pair + 1) * cols + c] = cosine * q[c] - sine * p[c];
}

/* ---- transforms ---- */
__global__ void transpose_bytes_plainly(const byte *in, byte *out, int n) {
    int c = AT, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < n && c < n) out[size_t(c) * n + r] = in[size_t(r) * n + c];
}
__global__ void transpose_in_place(double *a, int n) { /* tiles of 16 and their mirrors; n in sixteens */
    __shared__ double s[16][17], t[16][17];
    if (blockIdx.x > blockIdx.y) return;
    int x = threadIdx.x, y = threadIdx.y;
    size_t here = size_t(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x, mirror = size_t(blockIdx.x * 16 + y) * n + blockIdx.y * 16 + x;
    s[y][x] = a[here], t[y][x] = a[mirror];
    __syncthreads();
    a[here] = t[x][y];
    if (blockIdx.x != blockIdx.y) a[mirror] = s[x][y];
}
__global__ void turn_axes(const float *in, float *out, int n) { /* out[z][x][y] = in[y][z][x], n³ */
    int x = AT, y = blockIdx.y, z = blockIdx.z;
    if (x < n) out[(size_t(z) * n + x) * n + y] = in[(size_t(y) * n + z) * n + x];
}
__global__ void fft_radix_4_step(const float2 *in, float2 *out, int quarter, int stride) { /* Stockham, a butterfly a thread; stride: a power of four */
    int i = AT;
    if (i >= quarter) return;
    int k = i & (stride - 1), to = ((i - k) << 2) + k;
    float2 v[4];
    for (int j = 0; j < 4; j++) {
        float2 w = in[i + j * quarter];
        float sine, cosine;
        sincospif(-0.5f * float(j * k) / float(stride), &sine, &cosine);
        v[j] = make_float2(w.x * cosine - w.y * sine, w.x * sine + w.y * cosine);
    }
    float2 a = make_float2(v[0].x + v[2].x, v[0].y + v[2].y), b = make_float2(v[0].x - v[2].x, v[0].y - v[2].y);
    float2 c = make_float2(v[1].x + v[3].x, v[1].y + v[3].y), d = make_float2(v[1].y - v[3].y, v[3].x - v[1].x);
    out[to] = make_float2(a.x + c.x, a.y + c.y), out[to + stride] = make_float2(b.x + d.x, b.y + d.y);
    out[to + 2 * stride] = make_float2(a.x - c.x, a.y - c.y), out[to + 3 * stride] = make_float2(b.x - d.x, b.y - d.y);
}
__global__ void fft_of_512_in_shared(const float2 *in, float2 *out) { /* radix 2, 256 threads, bits turned on the way in */
    __shared__ float2 s[512];
    int t = threadIdx.x;
    for (int k = t; k < 512; k += 256) s[__brev(k) >> 23] = in[blockIdx.x * 512 + k];
    for (int half = 1; half < 512; half *= 2) {
        __syncthreads();
        int j = t & (half - 1), a = 2 * t - j, b = a + half;
        float sine, cosine;
        __sincosf(-3.14159265f * j / half, &sine, &cosine);
        float2 p = s[a], q = make_float2(s[b].x * cosine - s[b].y * sine, s[b].x * sine + s[b].y * cosine);
        s[a] = make_float2(p.x + q.x, p.y + q.y), s[b] = make_float2(p.x - q.x, p.y - q.y);
    }
    __syncthreads();
    for (int k = t; k < 512; k += 256) out[blockIdx.x * 512 + k] = s[k];
}
__global__ void walsh_in_warps(const float *in, float *out, int n) { /* 128 numbers a warp, four to a lane; n in 128s */
    int i = AT * 4, lane = threadIdx.x & 31;
    if (i >= n) return;
    float4 q = ((const float4 *)in)[AT];
    float v[4] = {q.x + q.y + q.z + q.w, q.x - q.y + q.z - q.w, q.x + q.y - q.z - q.w, q.x - q.y - q.z + q.w};
#pragma unroll
    for (int d = 1; d < 32; d *= 2)
#pragma unroll
        for (int k = 0; k < 4; k++) {
            float other = __shfl_xor_sync(~0u, v[k], d);
            v[k] = lane & d ? other - v[k] : v[k] + other;
        }
    ((float4 *)out)[AT] = make_float4(v[0], v[1], v[2], v[3]);
}

/* ---- sparse matrices ---- */
__global__ void csr_row_to_a_thread(const int *start, const int *column, const float *value, const float *in, float *out, int rows) {
    int r = AT;
    if (r >= rows) return;
    float sum = 0;
    for (int k = start[r]; k < start[r + 1]; k++) sum += value[k] * in[column[k]];
    out[r] = sum;
}
__global__ void csr_row_to_8_lanes(const int *start, const int *column, const double *value, const double *in, double *out, int rows) {
    int r = AT / 8, lane = threadIdx.x & 7;
    double sum = 0;
    if (r < rows)
        for (int k = start[r] + lane; k < start[r + 1]; k += 8) sum += value[k] * in[column[k]];
    for (int d = 4; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d, 8);
    if (r < rows && lane == 0) out[r] = sum;
}
__global__ void ell_by_columns(const int *column, const float *value, const float *in, float *out, int width, int rows) { /* -1: no more in this row */
    int r = AT;
    if (r >= rows) return;
    float sum = 0;
    for (int k = 0; k < width; k++) {
        int c = column[size_t(k) * rows + r];
        if (c >= 0) sum += value[size_t(k) * rows + r] * in[c];
    }
    out[r] = sum;
}
__global__ void coo_by_atomics(const int *row, const int *column, const float *value, const float *in, float *out, int n) {
    for (int k = AT; k < n; k += gridDim.x * blockDim.x) atomicAdd(&out[row[k]], value[k] * in[column[k]]);
}

/* ---- graphs ---- */
__global__ void bfs_level(const int *start, const int *column, const int *level, int *next, int *changed, int now, int rows) { /* all look whether it is their turn */
    int r = AT;
    if (r >= rows || level[r] != now) return;
    for (int k = start[r]; k < start[r + 1]; k++)
        if (level[column[k]] < 0 && atomicExch(&next[column[k]], now + 1) != now + 1) atomicOr(changed, 1);
}
__global__ void relax_edges(const int *from, const int *to, const unsigned *weight, unsigned *distance, int edges) { /* of distances that a cut of the graph knows */
    int e = AT;
    if (e >= edges) return;
    int a = from[e];
    if (a % 3) return;
    unsigned through = mix(a) % 4096 + weight[e] % 64;
    if (to[e] % 3) atomicMin(&distance[to[e]], through);
}
__global__ void rank_pushed(const int *start, const int *column, const float *rank, float *next, int rows) {
    int r = AT;
    if (r >= rows) return;
    int first = start[r], last = start[r + 1];
    float share = 0.85f * rank[r] / (last - first);
    for (int k = first; k < last; k++) atomicAdd(&next[column[k]], share);
}
__global__ void least_label_beside(const int *start, const int *column, const int *label, int *out, int rows) { /* a warp a vertex */
    int r = AT / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    int least = label[r];
    for (int k = start[r] + lane; k < start[r + 1]; k += 32) least = min(least, label[column[k]]);
    least = __reduce_min_sync(~0u, least);
    if (lane == 0) out[r] = least;
}
__global__ void floyd_through(const float *in, float *out, int n, int through) { /* all pairs by way of one vertex */
    int c = AT, r = blockIdx.y;
    if (c < n) out[r * n + c] = fminf(in[r * n + c], in[r * n + through] + in[through * n + c]);
}
