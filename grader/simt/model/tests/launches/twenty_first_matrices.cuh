/* Kernels of the twenty-first set: products, factors, solves, transposes, transforms, sparse matrices, graphs. */
#pragma once
#include "seventeenth.cuh"

/* ---- products ---- */
template <class T> __global__ void gemm_by_columns(int M, int N, int K, T alpha, const T *A, int lda, const T *B, int ldb, T beta, T *C, int ldc) { /* as BLAS lays them, a thread a result */
    int row = blockIdx.x * blockDim.x + threadIdx.x, col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        T c = 0;
        for (int k = 0; k < K; ++k) c += A[k * lda + row] * B[col * ldb + k];
        C[col * ldc + row] = alpha * c + beta * C[col * ldc + row];
    }
}
template <int BM, int BN, int BK, int TM> __global__ void gemm_column_of_results(const float *A, const float *B, float *C, int M, int N, int K) { /* TM results under each other in registers; BM * BK = BN * BK threads */
    __shared__ float As[BM * BK], Bs[BK * BN];
    const int col = threadIdx.x % BN, row = threadIdx.x / BN;
    A += blockIdx.y * BM * K, B += blockIdx.x * BN, C += blockIdx.y * BM * N + blockIdx.x * BN;
    float result[TM] = {0.0f};
    for (int from = 0; from < K; from += BK) {
        As[threadIdx.x] = A[threadIdx.x / BK * K + threadIdx.x % BK];
        Bs[threadIdx.x] = B[threadIdx.x / BN * N + threadIdx.x % BN];
        __syncthreads();
        A += BK, B += BK * N;
        for (int k = 0; k < BK; ++k) {
            float b = Bs[k * BN + col];
            for (int r = 0; r < TM; ++r) result[r] += As[(row * TM + r) * BK + k] * b;
        }
        __syncthreads();
    }
    for (int r = 0; r < TM; ++r) C[(row * TM + r) * N + col] = result[r];
}
__global__ void __launch_bounds__(256) gemm_128_by_vectors(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int N, int K) { /* 128 x 128 a block, 8 x 8 a thread, A turned in shared memory */
    __shared__ float As[8][128], Bs[8][128];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    A += blockIdx.y * 128 * K + t / 2 * K + t % 2 * 4, B += blockIdx.x * 128 + t / 32 * N + t % 32 * 4;
    float acc[8][8] = {};
    for (int from = 0; from < K; from += 8) {
        float4 a = *(const float4 *)A, b = *(const float4 *)B;
        As[t % 2 * 4][t / 2] = a.x, As[t % 2 * 4 + 1][t / 2] = a.y, As[t % 2 * 4 + 2][t / 2] = a.z, As[t % 2 * 4 + 3][t / 2] = a.w;
        *(float4 *)&Bs[t / 32][t % 32 * 4] = b;
        __syncthreads();
        A += 8, B += 8 * N;
#pragma unroll
        for (int k = 0; k < 8; k++) {
            float p[8], q[8];
            *(float4 *)p = *(float4 *)&As[k][ty * 8], *(float4 *)(p + 4) = *(float4 *)&As[k][ty * 8 + 4];
            *(float4 *)q = *(float4 *)&Bs[k][tx * 4], *(float4 *)(q + 4) = *(float4 *)&Bs[k][tx * 4 + 64];
#pragma unroll
            for (int r = 0; r < 8; r++)
#pragma unroll
                for (int c = 0; c < 8; c++) acc[r][c] += p[r] * q[c];
        }
        __syncthreads();
    }
    C += (blockIdx.y * 128 + ty * 8) * N + blockIdx.x * 128 + tx * 4;
#pragma unroll
    for (int r = 0; r < 8; r++) {
        *(float4 *)(C + r * N) = make_float4(acc[r][0], acc[r][1], acc[r][2], acc[r][3]);
        *(float4 *)(C + r * N + 64) = make_float4(acc[r][4], acc[r][5], acc[r][6], acc[r][7]);
    }
}
__global__ void gemm_of_chars(const signed char *a, const signed char *b, int *c, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y, sum = 0;
    if (row >= n || col >= n) return;
    for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + col];
    c[row * n + col] = sum;
}
__global__ void lower_gram(const float *a, float *c, int n, int k) { /* A times itself turned, tiles of 16, blocks above the diagonal end */
    if (blockIdx.x > blockIdx.y) return;
    __shared__ float p[16][17], q[16][17];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, other = blockIdx.x * 16 + ty;
    float sum = 0;
    for (int from = 0; from < k; from += 16) {
        p[ty][tx] = row < n && from + tx < k ? a[row * k + from + tx] : 0;
        q[ty][tx] = other < n && from + tx < k ? a[other * k + from + tx] : 0;
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += p[ty][i] * q[tx][i];
        __syncthreads();
    }
    int col = blockIdx.x * 16 + tx;
    if (row < n && col <= row) c[row * n + col] = sum;
}
__global__ void complex_product_tiles(const float2 *a, const float2 *b, float2 *c, int n) { /* n in sixteens */
    __shared__ float2 s[16][16], r[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float2 sum = make_float2(0, 0);
    for (int from = 0; from < n; from += 16) {
        s[ty][tx] = a[row * n + from + tx], r[ty][tx] = b[(from + ty) * n + col];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 16; k++) {
            float2 p = s[ty][k], q = r[k][tx];
            sum.x += p.x * q.x - p.y * q.y, sum.y += p.x * q.y + p.y * q.x;
        }
        __syncthreads();
    }
    c[row * n + col] = sum;
}
__global__ void batched_16_in_doubles(const double *a, const double *b, double *c) { /* a block a product of 16 x 16 */
    __shared__ double s[256], r[256];
    int at = threadIdx.y * 16 + threadIdx.x;
    size_t from = size_t(blockIdx.x) * 256;
    s[at] = a[from + at], r[at] = b[from + at];
    __syncthreads();
    double sum = 0;
    for (int k = 0; k < 16; k++) sum += s[threadIdx.y * 16 + k] * r[k * 16 + threadIdx.x];
    c[from + at] = sum;
}
template <class T> __global__ void gemv_by_columns(const T *A, const T *x, T *y, int m, int n) { /* pieces of x in shared memory */
    __shared__ T piece[128];
    int row = AT;
    T sum = 0;
    for (int from = 0; from < n; from += 128) {
        __syncthreads();
        piece[threadIdx.x] = from + threadIdx.x < n ? x[from + threadIdx.x] : 0;
        __syncthreads();
        if (row < m)
            for (int k = 0; k < min(128, n - from); k++) sum += A[size_t(from + k) * m + row] * piece[k];
    }
    if (row < m) y[row] = sum;
}
__global__ void gemv_block_to_a_row(const float4 *A, const float4 *x, float *y, int quads) {
    __shared__ float part[4];
    float sum = 0;
    for (int k = threadIdx.x; k < quads; k += 128) {
        float4 a = A[size_t(blockIdx.x) * quads + k], b = x[k];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) y[blockIdx.x] = part[0] + part[1] + part[2] + part[3];
}

/* ---- factors and solves ---- */
__global__ void reflect_columns(const double *v, double *a, int rows, int cols) { /* Householder's: a block a column, twice over it */
    __shared__ double s[128];
    int t = threadIdx.x, c = blockIdx.x;
    double dot = 0;
    for (int r = t; r < rows; r += 128) dot += v[r] * a[size_t(c) * rows + r];
    s[t] = dot;
    for (int d = 64; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) s[t] += s[t + d];
    }
    __syncthreads();
    double twice = 2e-6 * s[0];
    for (int r = t; r < rows; r += 128) a[size_t(c) * rows + r] -= twice * v[r];
}
__global__ void gauss_jordan_16(const float *in, float *out) { /* a block of 16 x 16 threads inverts, no pivots: the diagonal is made large */
    __shared__ float a[16][33];
    int x = threadIdx.x, y = threadIdx.y;
    a[y][x] = in[blockIdx.x * 256 + y * 16 + x] + (x == y ? 20 : 0), a[y][x + 16] = x == y;
    __syncthreads();
    for (int p = 0; p < 16; p++) {
        float pivot = 1 / a[p][p], factor = a[y][p], own = a[p][x] * pivot, right = a[p][x + 16] * pivot;
        __syncthreads();
        if (y == p)
            a[y][x] = own, a[y][x + 16] = right;
        else
            a[y][x] -= factor * own, a[y][x + 16] -= factor * right;
        __syncthreads();
    }
    out[blockIdx.x * 256 + y * 16 + x] = a[y][x + 16];
}
template <class T> __global__ void thomas_side_by_side(const T *a, const T *b, const T *c, const T *d, T *cp, T *dp, T *x, int length, int n) { /* a system a thread, row k at k * n + i */
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T p = c[i] / (b[i] + 4), q = d[i] / (b[i] + 4);
    cp[i] = p, dp[i] = q;
    for (int k = 1; k < length; k++) {
        size_t at = size_t(k) * n + i;
        T m = 1 / (b[at] + 4 - a[at] * p);
        p = c[at] * m, q = (d[at] - a[at] * q) * m;
        cp[at] = p, dp[at] = q;
    }
    x[size_t(length - 1) * n + i] = q;
    for (int k = length - 2; k >= 0; k--) {
        size_t at = size_t(k) * n + i;
        q = dp[at] - cp[at] * q;
        x[at] = q;
    }
}
__global__ void lu_of_one_block(float *a, int n) { /* in global memory, a row to each warp in turn */
    for (int p = 0; p < n - 1; p++) {
        float pivot = a[p * n + p] + 1;
        for (int r = p + 1 + threadIdx.y; r < n; r += blockDim.y) {
            float factor = a[r * n + p] / pivot * 0.01f;
            for (int c = p + 1 + threadIdx.x; c < n; c += 32) a[r * n + c] -= factor * a[p * n + c];
        }
        __syncthreads();
    }
}
__global__ void many_right_sides(const float *l, float *b, int n, int sides) { /* L of up to 64 x 64 in shared memory, a thread a column */
    __shared__ float s[64 * 64];
    for (int k = threadIdx.x; k < n * n; k += blockDim.x) s[k] = l[k];
    __syncthreads();
    int c = AT;
    if (c >= sides) return;
    for (int r = 0; r < n; r++) {
        float sum = b[r * sides + c];
        for (int k = 0; k < r; k++) sum -= s[r * n + k] * b[k * sides + c];
        b[r * sides + c] = sum / (s[r * n + r] + 8);
    }
}

/* ---- transposes and transforms ---- */
__global__ void turn_4x4_in_registers(const float4 *in, float4 *out, int quads) { /* quads by 4 * quads */
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= quads || r >= quads) return;
    const float4 *p = in + size_t(4 * r) * quads + c;
    float4 a = p[0], b = p[quads], d = p[2 * quads], e = p[3 * quads], *q = out + size_t(4 * c) * quads + r;
    q[0] = make_float4(a.x, b.x, d.x, e.x), q[quads] = make_float4(a.y, b.y, d.y, e.y);
    q[2 * quads] = make_float4(a.z, b.z, d.z, e.z), q[3 * quads] = make_float4(a.w, b.w, d.w, e.w);
}
#define TILE_DIM 32
#define BLOCK_ROWS 8
__global__ void transposeDiagonal(float *odata, const float *idata, int width, int height) { /* the samples' order of blocks */
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];
    int bid = blockIdx.x + gridDim.x * blockIdx.y, by = bid % gridDim.y, bx = ((bid / gridDim.y) + by) % gridDim.x;
    int x = bx * TILE_DIM + threadIdx.x, y = by * TILE_DIM + threadIdx.y, index = x + y * width;
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) tile[threadIdx.y + i][threadIdx.x] = idata[index + i * width];
    __syncthreads();
    x = by * TILE_DIM + threadIdx.x, y = bx * TILE_DIM + threadIdx.y, index = x + y * height;
    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) odata[index + i * height] = tile[threadIdx.x][threadIdx.y + i];
}
__global__ void heads_before_places(const __half *in, __half *out, int places, int heads, int width) { /* [place][head][k] to [head][place][k] */
    int place = blockIdx.x, head = blockIdx.y;
    for (int k = threadIdx.x; k < width; k += blockDim.x) out[(size_t(head) * places + place) * width + k] = in[(size_t(place) * heads + head) * width + k];
}
__global__ void fft_32_by_shuffles(const float2 *in, float2 *out, int n) { /* a warp a transform; results in reversed order of bits */
    int i = AT, lane = threadIdx.x & 31;
    if (i >= n) return;
    float2 w = in[i];
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) {
        float re = __shfl_xor_sync(~0u, w.x, d), im = __shfl_xor_sync(~0u, w.y, d);
        if (lane & d) {
            float s, c, a = re - w.x, b = im - w.y;
            sincospif(float(lane & (d - 1)) / d, &s, &c);
            w = make_float2(a * c + b * s, b * c - a * s);
        } else
            w.x += re, w.y += im;
    }
    out[i] = w;
}
__global__ void stockham_of_doubles(const double2 *in, double2 *out, int half, int s) { /* a step of radix two, from one array to the other */
    int i = AT;
    if (i >= half) return;
    int q = i & (s - 1), p = i / s, at = q + 2 * s * p;
    double2 a = in[i], b = in[i + half], d = make_double2(a.x - b.x, a.y - b.y);
    double sine, cosine;
    sincospi(-double(p) * s / half, &sine, &cosine);
    out[at] = make_double2(a.x + b.x, a.y + b.y);
    out[at + s] = make_double2(d.x * cosine - d.y * sine, d.x * sine + d.y * cosine);
}
__global__ void haar_levels(const float *in, float *out, float *average) { /* 512 threads, 1024 numbers, ten levels in shared memory */
    __shared__ float s[1024];
    int t = threadIdx.x;
    const float *p = in + blockIdx.x * 1024;
    s[t] = p[t], s[t + 512] = p[t + 512];
    for (int many = 512; many > 0; many >>= 1) {
        __syncthreads();
        float a = 0, b = 0;
        if (t < many) a = s[2 * t], b = s[2 * t + 1];
        __syncthreads();
        if (t < many) out[blockIdx.x * 1024 + many + t] = (a - b) * 0.70710678f, s[t] = (a + b) * 0.70710678f;
    }
    if (t == 0) average[blockIdx.x] = s[0];
}
__global__ void goertzel(const float *signal, float *power, int length, int tones) { /* a thread a tone, the signal read by all at once */
    int k = AT;
    if (k >= tones) return;
    float twice = 2 * cosf(6.2831853f * k / length), a = 0, b = 0;
    for (int i = 0; i < length; i++) {
        float c = signal[i] + twice * a - b;
        b = a, a = c;
    }
    power[k] = a * a + b * b - twice * a * b;
}

/* ---- sparse matrices ---- */
template <class T> __global__ void spmv_csr_scalar_kernel(const int num_rows, const int *Ap, const int *Aj, const T *Ax, const T *x, T *y) { /* Bell and Garland's, a thread a row */
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row < num_rows) {
        T dot = 0;
        for (int jj = Ap[row]; jj < Ap[row + 1]; jj++) dot += Ax[jj] * x[Aj[jj]];
        y[row] += dot;
    }
}
template <int LANES> __global__ void csr_lanes_a_row(const int *__restrict__ start, const int *__restrict__ column, const float *__restrict__ value, const float *__restrict__ x, float *__restrict__ y, int rows) {
    int lane = threadIdx.x % LANES, row = AT / LANES;
    float sum = 0;
    if (row < rows)
        for (int k = start[row] + lane; k < start[row + 1]; k += LANES) sum += value[k] * x[column[k]];
#pragma unroll
    for (int d = LANES / 2; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (row < rows && lane == 0) y[row] = sum;
}
__global__ void csr_stream(const int *start, const int *column, const float *value, const float *x, float *y, int rows) { /* 64 rows a block: products to shared memory in pieces of 1024, then a thread a row */
    __shared__ float s[1024];
    int first = blockIdx.x * 64, last = min(first + 64, rows), row = first + threadIdx.x, begin = start[first], end = start[last];
    bool owns = threadIdx.x < 64 && row < rows;
    int from = owns ? start[row] : 0, to = owns ? start[row + 1] : 0;
    float sum = 0;
    for (int piece = begin; piece < end; piece += 1024) {
        int stop = min(piece + 1024, end);
        for (int k = piece + threadIdx.x; k < stop; k += blockDim.x) s[k - piece] = value[k] * x[column[k]];
        __syncthreads();
        for (int k = max(from, piece); k < min(to, stop); k++) sum += s[k - piece];
        __syncthreads();
    }
    if (owns) y[row] = sum;
}
__global__ void sell_two_a_row(const int *slice, const int *column, const double *value, const double *x, double *y, int rows) { /* slices of 32 rows, each as wide as its longest; two lanes a row; -1: nothing */
    int row = AT / 2, half = threadIdx.x & 1;
    double sum = 0;
    if (row < rows) {
        int at = slice[row / 32] + row % 32, end = slice[row / 32 + 1];
        for (at += half * 32; at < end; at += 64)
            if (column[at] >= 0) sum += value[at] * x[column[at]];
    }
    sum += __shfl_xor_sync(~0u, sum, 1);
    if (row < rows && half == 0) y[row] = sum;
}
__global__ void blocks_3x3(const int *start, const int *column, const float *value, const float *x, float *y, int rows) { /* a thread a row of blocks */
    int row = AT;
    if (row >= rows) return;
    float a = 0, b = 0, c = 0;
    for (int k = start[row]; k < start[row + 1]; k++) {
        const float *v = value + 9 * k, *p = x + 3 * column[k];
        a += v[0] * p[0] + v[1] * p[1] + v[2] * p[2], b += v[3] * p[0] + v[4] * p[1] + v[5] * p[2], c += v[6] * p[0] + v[7] * p[1] + v[8] * p[2];
    }
    y[3 * row] = a, y[3 * row + 1] = b, y[3 * row + 2] = c;
}
__global__ void coo_doubles(const int *row, const int *col, const double *value, const double *x, double *y, int entries) {
    int k = AT;
    if (k < entries) atomicAdd(&y[row[k]], value[k] * x[col[k]]);
}
__global__ void csr_times_64_columns(const int *start, const int *column, const float *value, const float2 *b, float2 *c, int rows) { /* a warp a row, two columns a lane */
    int row = AT / 32, lane = threadIdx.x & 31;
    if (row >= rows) return;
    float2 sum = make_float2(0, 0);
    for (int k = start[row]; k < start[row + 1]; k++) {
        float v = value[k];
        float2 q = b[size_t(column[k]) * 32 + lane];
        sum.x += v * q.x, sum.y += v * q.y;
    }
    c[size_t(row) * 32 + lane] = sum;
}
__global__ void count_columns(const int *column, int *many, int entries) {
    for (int k = AT; k < entries; k += gridDim.x * blockDim.x) atomicAdd(&many[column[k]], 1);
}

/* ---- graphs ---- */
__global__ void bfs_by_edges(const int *from, const int *to, const int *level, int *next, int depth, int edges, int *found) {
    int e = AT;
    if (e >= edges) return;
    if (level[from[e]] == depth && level[to[e]] < 0 && atomicCAS(&next[to[e]], -1, depth + 1) == -1) atomicAdd(found, 1);
}
__global__ void pagerank_of_warps(const int *start, const int *column, const float *rank, const int *degree, float *next, float *error, int rows) {
    int row = AT / 32, lane = threadIdx.x & 31;
    if (row >= rows) return;
    float sum = 0;
    for (int k = start[row] + lane; k < start[row + 1]; k += 32) sum += rank[column[k]] / degree[column[k]];
    for (int d = 16; d; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
    if (lane == 0) {
        float now = 0.15f / rows + 0.85f * sum;
        next[row] = now;
        atomicAdd(error, fabsf(now - rank[row]));
    }
}
__global__ void hook_roots(const int *from, const int *to, int *parent, int edges) { /* union by the least, compare and swap */
    int e = AT;
    if (e >= edges) return;
    int a = from[e], b = to[e];
    while (a != b) {
        int high = max(a, b), low = min(a, b), was = atomicCAS(&parent[high], high, low);
        if (was == high) break;
        a = was, b = low;
    }
}
__global__ void point_to_roots(const int *parent, int *root, int n) {
    int i = AT;
    if (i >= n) return;
    int at = i;
    while (parent[at] != at) at = parent[at];
    root[i] = at;
}
__global__ void choose_independent(const int *start, const int *column, const unsigned *weight, byte *chosen, int rows) { /* Luby's: what outweighs all beside it */
    int row = AT;
    if (row >= rows) return;
    unsigned mine = weight[row];
    byte most = 1;
    for (int k = start[row]; k < start[row + 1]; k++)
        if (column[k] != row && weight[column[k]] >= mine) {
            most = 0;
            break;
        }
    chosen[row] = most;
}
__global__ void peel_core(const int *start, const int *column, const int *degree, int *left, int k, int rows) {
    int row = AT;
    if (row >= rows || degree[row] > k) return;
    for (int e = start[row]; e < start[row + 1]; e++) atomicSub(&left[column[e]], 1);
}
