/* Kernels of the eighteenth set: matrices, rows, sparse products, graphs, sorting, histograms. */
#pragma once
#include <climits>
#include "eighteenth_arrays.cuh"

/* ---- matrices ---- */
#define TILE 16
template <typename T, typename A> __global__ void matmul_any_size(const T *a, const T *b, A *c, int m, int n, int k) {
    __shared__ A as[TILE][TILE], bs[TILE][TILE];
    const int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    A acc = 0;
    for (int t = 0; t < (k + TILE - 1) / TILE; ++t) {
        const int ac = t * TILE + threadIdx.x, br = t * TILE + threadIdx.y;
        as[threadIdx.y][threadIdx.x] = (row < m && ac < k) ? A(a[row * k + ac]) : A(0);
        bs[threadIdx.y][threadIdx.x] = (br < k && col < n) ? A(b[br * n + col]) : A(0);
        __syncthreads();
        for (int i = 0; i < TILE; ++i) acc += as[threadIdx.y][i] * bs[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n) c[row * n + col] = acc;
}
#define COARSE_FACTOR 4
__global__ void matmul_coarsened(const float *Mm, const float *Nn, float *Pp, int width) { /* tiles of 32, four columns of tiles a block */
    __shared__ float Mds[32][32], Nds[32][32];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty, colStart = blockIdx.x * 32 * COARSE_FACTOR + tx;
    float Pvalue[COARSE_FACTOR];
    for (int c = 0; c < COARSE_FACTOR; ++c) Pvalue[c] = 0.0f;
    for (int ph = 0; ph < width / 32; ++ph) {
        Mds[ty][tx] = Mm[row * width + ph * 32 + tx];
        for (int c = 0; c < COARSE_FACTOR; ++c) {
            int col = colStart + c * 32;
            Nds[ty][tx] = Nn[(ph * 32 + ty) * width + col];
            __syncthreads();
            for (int k = 0; k < 32; ++k) Pvalue[c] += Mds[ty][k] * Nds[k][tx];
            __syncthreads();
        }
    }
    for (int c = 0; c < COARSE_FACTOR; ++c) Pp[row * width + colStart + c * 32] = Pvalue[c];
}
__global__ void matmul_rows_by_rows(const float4 *a, const float4 *bt, float *c, int n) { /* the second matrix lies transposed */
    int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < n / 4; k++) {
        float4 p = a[i * (n / 4) + k], q = bt[j * (n / 4) + k];
        s += p.x * q.x + p.y * q.y + p.z * q.z + p.w * q.w;
    }
    c[i * n + j] = s;
}
__global__ void transpose_with_conflicts(const double *in, double *out, int n) { /* a tile of doubles without a pad */
    __shared__ double tile[16][16];
    tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * 16 + threadIdx.y) * n + blockIdx.x * 16 + threadIdx.x];
    __syncthreads();
    out[(blockIdx.x * 16 + threadIdx.y) * n + blockIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
struct mat4 {
    float4 row[4];
};
__global__ void multiply_small_matrices(const mat4 *a, const mat4 *b, mat4 *c, int n) { /* 4 by 4, a thread each */
    int i = AT;
    if (i >= n) return;
    mat4 p = a[i], q = b[i], r;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        float4 w = p.row[k];
        r.row[k].x = w.x * q.row[0].x + w.y * q.row[1].x + w.z * q.row[2].x + w.w * q.row[3].x;
        r.row[k].y = w.x * q.row[0].y + w.y * q.row[1].y + w.z * q.row[2].y + w.w * q.row[3].y;
        r.row[k].z = w.x * q.row[0].z + w.y * q.row[1].z + w.z * q.row[2].z + w.w * q.row[3].z;
        r.row[k].w = w.x * q.row[0].w + w.y * q.row[1].w + w.z * q.row[2].w + w.w * q.row[3].w;
    }
    c[i] = r;
}
__host__ __device__ inline float cholesky_of(const float *in, size_t i, size_t n) { /* the trace of the factor of a matrix of 6 by 6 */
    float l[6][6], trace = 0;
#pragma unroll
    for (int r = 0; r < 6; r++)
#pragma unroll
        for (int c = 0; c <= r; c++) {
            float s = in[(r * 6 + c) * n + i] + (r == c ? 8 : 0);
            for (int k = 0; k < c; k++) s -= l[r][k] * l[c][k];
            l[r][c] = r == c ? sqrtf(s) : s / l[c][c];
            if (r == c) trace += l[r][c];
        }
    return trace;
}
__global__ void cholesky_batched(const float *in, float *out, int n) {
    if (AT < n) out[AT] = cholesky_of(in, AT, n);
}
__global__ void lu_in_shared(const float *in, float *out) { /* 32 by 32 a block, no pivots; the diagonal is heavy */
    __shared__ float a[32][33];
    int c = threadIdx.x, r = threadIdx.y;
    for (int k = r; k < 32; k += 8) a[k][c] = in[blockIdx.x * 1024 + k * 32 + c] + (k == c ? 40 : 0);
    for (int p = 0; p < 31; p++) {
        __syncthreads();
        if (r == 0 && c > p) a[c][p] /= a[p][p];
        __syncthreads();
        for (int k = r; k < 32; k += 8)
            if (k > p && c > p) a[k][c] -= a[k][p] * a[p][c];
    }
    __syncthreads();
    for (int k = r; k < 32; k += 8) out[blockIdx.x * 1024 + k * 32 + c] = a[k][c];
}

/* ---- rows ---- */
__global__ void softmax_kernel(const float *input, float *output, int cols) { /* a block a row */
    __shared__ float shared[256];
    const float *row = input + size_t(blockIdx.x) * cols;
    float m = -INFINITY, s = 0;
    for (int j = threadIdx.x; j < cols; j += blockDim.x) m = fmaxf(m, row[j]);
    shared[threadIdx.x] = m;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (threadIdx.x < stride) shared[threadIdx.x] = fmaxf(shared[threadIdx.x], shared[threadIdx.x + stride]);
        __syncthreads();
    }
    m = shared[0];
    __syncthreads();
    for (int j = threadIdx.x; j < cols; j += blockDim.x) s += expf(row[j] - m);
    shared[threadIdx.x] = s;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (threadIdx.x < stride) shared[threadIdx.x] += shared[threadIdx.x + stride];
        __syncthreads();
    }
    s = shared[0];
    for (int j = threadIdx.x; j < cols; j += blockDim.x) output[size_t(blockIdx.x) * cols + j] = expf(row[j] - m) / s;
}
template <int PER_LANE> __global__ void layer_norm_warp(const float *in, const float *gamma, float *out) { /* rows of 32 PER_LANE */
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5, lane = threadIdx.x & 31;
    float v[PER_LANE], mean = 0, var = 0;
#pragma unroll
    for (int k = 0; k < PER_LANE; k++) mean += v[k] = in[size_t(row) * 32 * PER_LANE + k * 32 + lane];
    for (int d = 16; d; d /= 2) mean += __shfl_xor_sync(0xffffffff, mean, d);
    mean /= 32 * PER_LANE;
#pragma unroll
    for (int k = 0; k < PER_LANE; k++) var += (v[k] - mean) * (v[k] - mean);
    for (int d = 16; d; d /= 2) var += __shfl_xor_sync(0xffffffff, var, d);
    float scale = rsqrtf(var / (32 * PER_LANE) + 1e-5f);
#pragma unroll
    for (int k = 0; k < PER_LANE; k++) out[size_t(row) * 32 * PER_LANE + k * 32 + lane] = (v[k] - mean) * scale * gamma[k * 32 + lane];
}
__global__ void attention_online(const float *q, const float *k, const float *v, float *out, int keys) { /* a warp a query, 64 numbers a head */
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    float q0 = q[row * 64 + lane], q1 = q[row * 64 + 32 + lane], most = -INFINITY, sum = 0, a0 = 0, a1 = 0;
    for (int j = 0; j < keys; j++) {
        float s = q0 * k[j * 64 + lane] + q1 * k[j * 64 + 32 + lane];
        for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
        s *= 0.125f;
        float now = fmaxf(most, s), shrink = __expf(most - now), e = __expf(s - now);
        sum = sum * shrink + e, most = now;
        a0 = a0 * shrink + e * v[j * 64 + lane], a1 = a1 * shrink + e * v[j * 64 + 32 + lane];
    }
    out[row * 64 + lane] = a0 / sum, out[row * 64 + 32 + lane] = a1 / sum;
}

/* ---- sparse products and graphs ---- */
__global__ void spmv_ell(const int *col, const float *val, const float *vec, float *out, int rows, int width) { /* by columns; -1: none */
    int r = blockDim.x * blockIdx.x + threadIdx.x;
    if (r < rows) {
        float dot = 0;
        for (int k = 0; k < width; k++) {
            int c = col[k * rows + r];
            if (c >= 0) dot += val[k * rows + r] * vec[c];
        }
        out[r] = dot;
    }
}
__global__ void spmv_sell(const int *slice, const int *col, const float *val, const float *vec, float *out) { /* slices of 32 rows, each as wide as it needs */
    int r = AT, s = r >> 5, begin = slice[s], end = slice[s + 1];
    float dot = 0;
    for (int k = begin + (r & 31); k < end; k += 32) dot += val[k] * __ldg(vec + col[k]);
    out[r] = dot;
}
template <int VEC> __global__ void spmv_csr_vector(const int *__restrict__ ptr, const int *__restrict__ ind, const float *__restrict__ val, const float *__restrict__ vec, float *__restrict__ out, int rows) {
    const int row = AT / VEC, lane = threadIdx.x & (VEC - 1);
    float sum = 0.f;
    if (row < rows)
        for (int j = ptr[row] + lane; j < ptr[row + 1]; j += VEC) sum += val[j] * vec[ind[j]];
#pragma unroll
    for (int off = VEC / 2; off > 0; off /= 2) sum += __shfl_down_sync(0xffffffff, sum, off, VEC);
    if (row < rows && lane == 0) out[row] = sum;
}
__global__ void relax_edges(const int *from, const int *to, const int *cost, const int *old, int *dist, int edges) { /* a round of Bellman and Ford */
    int e = AT;
    if (e >= edges) return;
    int d = old[from[e]];
    if (d == INT_MAX) return;
    atomicMin(&dist[to[e]], d + cost[e]);
}
__global__ void pagerank_pull(const int *ptr, const int *ind, const float *rank, const float *share, float *next, int rows) {
    int r = AT;
    if (r >= rows) return;
    float s = 0;
    for (int k = ptr[r], e = ptr[r + 1]; k < e; ++k) s += rank[ind[k]] * share[ind[k]];
    next[r] = 0.15f / rows + 0.85f * s;
}
__global__ void expand_frontier(const int *ptr, const int *ind, const int *frontier, int many, int *visited, int *next, unsigned *tail) {
    int i = AT;
    if (i >= many) return;
    int node = frontier[i];
    for (int k = ptr[node]; k < ptr[node + 1]; k++) {
        int w = ind[k];
        if (atomicCAS(&visited[w], 0, 1) == 0) next[atomicAdd(tail, 1u)] = w;
    }
}

/* ---- sorting ---- */
__global__ void bitonic_pairs(const uint2 *in, uint2 *out) { /* keys and values, 512 a block, a thread each */
    __shared__ uint2 s[512];
    const int t = threadIdx.x;
    s[t] = in[AT];
    __syncthreads();
    for (int size = 2; size <= 512; size <<= 1) {
        for (int stride = size >> 1; stride > 0; stride >>= 1) {
            int peer = t ^ stride;
            if (peer > t) {
                uint2 a = s[t], b = s[peer];
                bool up = (t & size) == 0;
                if (up ? a.x > b.x : a.x < b.x) s[t] = b, s[peer] = a;
            }
            __syncthreads();
        }
    }
    out[AT] = s[t];
}
__global__ void odd_even_sort(const unsigned *in, unsigned *out, int n) { /* n a block, n / 2 threads */
    extern __shared__ unsigned keys[];
    int t = threadIdx.x, base = blockIdx.x * n;
    keys[t] = in[base + t];
    keys[t + n / 2] = in[base + t + n / 2];
    for (int phase = 0; phase < n; phase++) {
        __syncthreads();
        int i = 2 * t + (phase % 2);
        if (i + 1 < n && keys[i] > keys[i + 1]) {
            unsigned temp = keys[i];
            keys[i] = keys[i + 1];
            keys[i + 1] = temp;
        }
    }
    __syncthreads();
    out[base + t] = keys[t];
    out[base + t + n / 2] = keys[t + n / 2];
}
__global__ void rank_sort(const unsigned *in, unsigned *out, int n) { /* everyone counts those before it */
    __shared__ unsigned tile[128];
    int i = AT, rank = 0;
    unsigned me = in[i];
    for (int b = 0; b < n; b += 128) {
        tile[threadIdx.x] = in[b + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 128; k++) rank += tile[k] < me || (tile[k] == me && b + k < i);
        __syncthreads();
    }
    out[rank] = me;
}
__global__ void radix_count(const unsigned *keys, unsigned *counts, int shift, int n) { /* 16 digits, by digit and then by block */
    __shared__ unsigned s[16];
    if (threadIdx.x < 16) s[threadIdx.x] = 0;
    __syncthreads();
    int i = AT;
    if (i < n) atomicAdd(&s[keys[i] >> shift & 15], 1u);
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}
__global__ void radix_scatter(const unsigned *keys, unsigned *out, const unsigned *offsets, int shift) { /* 8 warps; a key's place by ballots */
    __shared__ unsigned per_warp[8][16];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned key = keys[AT], digit = key >> shift & 15, same = ~0u;
#pragma unroll
    for (int b = 0; b < 4; b++) {
        unsigned vote = __ballot_sync(~0u, digit >> b & 1);
        same &= digit >> b & 1 ? vote : ~vote;
    }
    if (lane < 16) per_warp[warp][lane] = 0;
    __syncwarp();
    unsigned ahead = __popc(same & ((1u << lane) - 1));
    if (ahead == 0) per_warp[warp][digit] = __popc(same);
    __syncthreads();
    unsigned at = offsets[digit * gridDim.x + blockIdx.x] + ahead;
    for (int w = 0; w < warp; w++) at += per_warp[w][digit];
    out[at] = key;
}
__global__ void merge_path(const unsigned *a, const unsigned *b, unsigned *out, int n) { /* two lists of n; a thread finds its diagonal and merges 8 */
    int diag = AT * 8, low = max(0, diag - n), high = min(diag, n);
    while (low < high) {
        int mid = (low + high) >> 1;
        if (a[mid] <= b[diag - 1 - mid]) low = mid + 1;
        else high = mid;
    }
    int i = low, j = diag - low;
    for (int k = 0; k < 8; k++) {
        bool left = j >= n || (i < n && a[i] <= b[j]);
        out[diag + k] = left ? a[i++] : b[j++];
    }
}
__global__ void insertion_sort_rows(const unsigned *in, unsigned *out, int n) { /* 16 a thread in a local array, lying n apart */
    int i = AT;
    if (i >= n) return;
    unsigned a[16];
    for (int k = 0; k < 16; k++) {
        unsigned w = in[k * n + i];
        int j = k - 1;
        while (j >= 0 && a[j] > w) {
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = w;
    }
    for (int k = 0; k < 16; k++) out[k * n + i] = a[k];
}

/* ---- histograms ---- */
__global__ void histogram_per_warp(const uchar4 *data, unsigned *histo, int n) { /* a table of 256 for each of 8 warps */
    __shared__ unsigned h[8][256];
    for (int i = threadIdx.x; i < 8 * 256; i += 256) (&h[0][0])[i] = 0;
    __syncthreads();
    unsigned *mine = h[threadIdx.x >> 5];
    for (int i = AT; i < n; i += blockDim.x * gridDim.x) {
        uchar4 c = data[i];
        atomicAdd(&mine[c.x], 1), atomicAdd(&mine[c.y], 1), atomicAdd(&mine[c.z], 1), atomicAdd(&mine[c.w], 1);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; w++) sum += h[w][threadIdx.x];
    atomicAdd(&histo[threadIdx.x], sum);
}
__global__ void histogram_weighted(const unsigned *bin, const float *weight, float *out, int n) { /* 64 bins of floats */
    __shared__ float h[64];
    if (threadIdx.x < 64) h[threadIdx.x] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) atomicAdd(h + bin[i] % 64, weight[i]);
    __syncthreads();
    if (threadIdx.x < 64) atomicAdd(out + threadIdx.x, h[threadIdx.x]);
}
