/* Kernels of the seventeenth set: streams, scans, reductions, stencils, pictures, matrices. */
#pragma once
#include "seventeenth.cuh"

/* ---- streams ---- */
__global__ void stream_copy(const float *a, float *c, int n) {
    int i = AT;
    if (i < n) c[i] = a[i];
}
__global__ void stream_scale_float4(const float4 *a, float4 *c, float s) {
    float4 w = a[AT];
    c[AT] = make_float4(s * w.x, s * w.y, s * w.z, s * w.w);
}
__global__ void stream_add_grid_stride(const float *a, const float *b, float *c, int n) {
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i];
}
__global__ void stream_triad_float4(const float4 *a, const float4 *b, float4 *c, float s, int n) {
    int i = AT;
    if (i >= n) return;
    float4 p = a[i], q = b[i];
    c[i] = make_float4(p.x + s * q.x, p.y + s * q.y, p.z + s * q.z, p.w + s * q.w);
}
__global__ void fill_with_index(float4 *c) {
    float i = float(AT & 1023);
    c[AT] = make_float4(i, i + 1, i + 2, i + 3);
}
__global__ void mean_of_seven_arrays(const float *a, float *c, int n) {
    int i = AT;
    float s = 0;
#pragma unroll
    for (int k = 0; k < 7; k++) s += a[k * n + i];
    c[i] = s / 7;
}
__global__ void powers_to_five_arrays(const float *a, float *c, int n) {
    int i = AT;
    float w = a[i], p = w;
#pragma unroll
    for (int k = 0; k < 5; k++, p *= w) c[k * n + i] = p;
}
__global__ void split_points_to_planes(const float *points, float *px, float *py, float *pz, int n) {
    int i = AT;
    if (i >= n) return;
    px[i] = points[3 * i], py[i] = points[3 * i + 1], pz[i] = points[3 * i + 2];
}
__global__ void take_every_eighth(const float *a, float *c, int n) {
    int i = AT;
    if (i < n) c[i] = a[8 * i];
}
__global__ void update_in_place_float4(float4 *a) {
    float4 w = a[AT];
    w.x = w.x * 0.5f + 1, w.y = w.y * 0.5f + 1, w.z = w.z * 0.5f + 1, w.w = w.w * 0.5f + 1;
    a[AT] = w;
}
__global__ void daxpy(double a, const double *p, const double *q, double *r, int n) {
    int i = AT;
    if (i < n) r[i] = a * p[i] + q[i];
}
__global__ void axpy_of_halves(const __half2 *p, const __half2 *q, __half2 *r, int n) {
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) r[i] = __hfma2(__float2half2_rn(0.5f), p[i], q[i]);
}

/* ---- scans ---- */
__global__ void scan_hillis_steele(const float *in, float *out) {
    __shared__ float s[2][1024];
    int t = threadIdx.x, at = 0;
    s[0][t] = in[AT];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        s[1 - at][t] = s[at][t] + (t >= d ? s[at][t - d] : 0);
        at = 1 - at;
        __syncthreads();
    }
    out[AT] = s[at][t];
}
__global__ void scan_blelloch(const float *in, float *out) { /* exclusive, 512 a block of 256 */
    __shared__ float s[512];
    int t = threadIdx.x, base = blockIdx.x * 512, offset = 1;
    s[2 * t] = in[base + 2 * t], s[2 * t + 1] = in[base + 2 * t + 1];
    for (int d = 256; d > 0; d >>= 1, offset *= 2) {
        __syncthreads();
        if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    }
    if (t == 0) s[511] = 0;
    for (int d = 1; d < 512; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            float w = s[a];
            s[a] = s[b], s[b] += w;
        }
    }
    __syncthreads();
    out[base + 2 * t] = s[2 * t], out[base + 2 * t + 1] = s[2 * t + 1];
}
__global__ void scan_by_one_block(const unsigned *in, unsigned *out, int n) { /* 1024 at a time, carrying the total */
    __shared__ unsigned sums[32];
    unsigned carry = 0;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < n; i += 1024) {
        unsigned w = in[i] & 255;
        for (int d = 1; d < 32; d *= 2) {
            unsigned o = __shfl_up_sync(~0u, w, d);
            if (lane >= d) w += o;
        }
        if (lane == 31) sums[warp] = w;
        __syncthreads();
        if (warp == 0) {
            unsigned s = sums[lane];
            for (int d = 1; d < 32; d *= 2) {
                unsigned o = __shfl_up_sync(~0u, s, d);
                if (lane >= d) s += o;
            }
            sums[lane] = s;
        }
        __syncthreads();
        out[i] = carry + w + (warp ? sums[warp - 1] : 0);
        carry += sums[31];
        __syncthreads();
    }
}

/* ---- reductions ---- */
__global__ void reduce_interleaved(const float *in, float *out) { /* remainders and divergence, as the first lesson has it */
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[AT];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        if (t % (2 * d) == 0) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void reduce_shuffle_float4(const float4 *in, float *out, int n) { /* few blocks, grid stride */
    __shared__ float s[32];
    float sum = 0;
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        float4 w = in[i];
        sum += (w.x + w.y) + (w.z + w.w);
    }
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0;
        for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
        if (threadIdx.x == 0) out[blockIdx.x] = sum;
    }
}
__global__ void sum_by_atomics(const unsigned *in, unsigned *total, int n) { /* one atomic a warp */
    int i = AT;
    unsigned w = i < n ? in[i] & 15 : 0;
    w = __reduce_add_sync(~0u, w);
    if (threadIdx.x % 32 == 0) atomicAdd(total, w);
}
__global__ void sum_by_one_thread(const float *in, float *out, int n) {
    float s = 0;
    for (int i = 0; i < n; i++) s += in[i];
    *out = s;
}

/* ---- convolutions and stencils ---- */
__constant__ float mask[32];
static float host_mask[32];
__global__ void convolve_1d_tiled(const float *in, float *out, int n) {
    __shared__ float s[256 + 16];
    int i = AT, t = threadIdx.x;
    s[t + 8] = in[i];
    if (t < 8) s[t] = i >= 8 ? in[i - 8] : 0;
    if (t >= 248) s[t + 16] = i + 8 < n ? in[i + 8] : 0;
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 17; k++) sum += mask[k] * s[t + k];
    out[i] = sum;
}
__global__ void convolve_2d_naive(const float *in, float *out, int n) { /* 5 by 5, edges clamped */
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
    float s = 0;
    for (int a = -2; a <= 2; a++)
        for (int b = -2; b <= 2; b++) s += mask[(a + 2) * 5 + b + 2] * in[min(max(r + a, 0), n - 1) * n + min(max(c + b, 0), n - 1)];
    out[r * n + c] = s;
}
__global__ void blur_rows(const float *in, float *out, int n) { /* a separable filter: 9 taps along a row */
    __shared__ float s[4][64 + 8];
    int c = blockIdx.x * 64 + threadIdx.x, r = blockIdx.y * 4 + threadIdx.y, t = threadIdx.x;
    s[threadIdx.y][t + 4] = in[r * n + c];
    if (t < 4) {
        s[threadIdx.y][t] = in[r * n + max(c - 4, 0)];
        s[threadIdx.y][t + 68] = in[r * n + min(c + 64, n - 1)];
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 9; k++) sum += mask[k] * s[threadIdx.y][t + k];
    out[r * n + c] = sum;
}
__global__ void blur_columns(const float *in, float *out, int n) {
    int c = blockIdx.x * 128 + threadIdx.x, r = blockIdx.y;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 9; k++) sum += mask[k] * in[min(max(r + k - 4, 0), n - 1) * n + c];
    out[r * n + c] = sum;
}
__global__ void convolve_3d(const float *in, float *out, int n) { /* 3 by 3 by 3, the inside */
    int i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 4 + threadIdx.y, k = blockIdx.z * 2 + threadIdx.z;
    if (i < 1 || j < 1 || k < 1 || i >= n - 1 || j >= n - 1 || k >= n - 1) return;
    float s = 0;
#pragma unroll
    for (int a = 0; a < 27; a++) s += mask[a] * in[((k + a / 9 - 1) * n + j + a / 3 % 3 - 1) * n + i + a % 3 - 1];
    out[(k * n + j) * n + i] = s;
}
__global__ void jacobi_five_points(const float *in, float *out, int n) {
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y, i = r * n + c;
    if (c > 0 && r > 0 && c < n - 1 && r < n - 1) out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}
__global__ void heat_marching_up(const float *in, float *out, int n, int height) { /* seven points; a thread climbs a column */
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y, plane = n * n, i = r * n + c;
    if (c < 1 || r < 1 || c >= n - 1 || r >= n - 1) return;
    float below = in[i], here = in[i + plane];
    for (int z = 1; z < height - 1; z++) {
        i += plane;
        float above = in[i + plane];
        out[i] = here + 0.1f * (below + above + in[i - 1] + in[i + 1] + in[i - n] + in[i + n] - 6 * here);
        below = here, here = above;
    }
}
__global__ void wave_by_one_block(const float *in, float *out, int steps) { /* a string of 512 points, one block, a barrier a step */
    __shared__ float s[514];
    int t = threadIdx.x;
    float old = in[t], now = in[t];
    if (t == 0) s[0] = s[513] = 0;
    for (int k = 0; k < steps; k++) {
        s[t + 1] = now;
        __syncthreads();
        float next = 2 * now - old + 0.25f * (s[t] - 2 * now + s[t + 2]);
        old = now, now = next;
        __syncthreads();
    }
    out[t] = now;
}

/* ---- pictures ---- */
__device__ __host__ inline void order(float &a, float &b) {
    float low = fminf(a, b), high = fmaxf(a, b);
    a = low, b = high;
}
__global__ void median_of_nine(const float *in, float *out, int n) {
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
    float w[9];
#pragma unroll
    for (int k = 0; k < 9; k++) w[k] = in[min(max(r + k / 3 - 1, 0), n - 1) * n + min(max(c + k % 3 - 1, 0), n - 1)];
#pragma unroll
    for (int a = 0; a < 5; a++)
#pragma unroll
        for (int b = a + 1; b < 9; b++) order(w[a], w[b]);
    out[r * n + c] = w[4];
}

/* ---- matrices ---- */
__global__ void product_naive(const float *a, const float *b, float *c, int n) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float s = 0;
    for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
    c[i * n + j] = s;
}
template <int T> __global__ void product_tiled(const float *a, const float *b, float *c, int n) {
    __shared__ float p[T][T], q[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, j = blockIdx.x * T + tx, i = blockIdx.y * T + ty;
    float s = 0;
    for (int k = 0; k < n; k += T) {
        p[ty][tx] = a[i * n + k + tx], q[ty][tx] = b[(k + ty) * n + j];
        __syncthreads();
#pragma unroll
        for (int m = 0; m < T; m++) s += p[ty][m] * q[m][tx];
        __syncthreads();
    }
    c[i * n + j] = s;
}
__global__ void product_four_by_four(const float *a, const float *b, float *c, int n) { /* 64 by 64 a block of 256, 4 by 4 a thread */
    __shared__ float p[16][64], q[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * 64, column = blockIdx.x * 64;
    float s[4][4] = {};
    for (int k = 0; k < n; k += 16) {
#pragma unroll
        for (int m = 0; m < 4; m++) {
            p[t % 16][t / 16 + 16 * m] = a[(row + t / 16 + 16 * m) * n + k + t % 16];
            q[t / 64 + 4 * m][t % 64] = b[(k + t / 64 + 4 * m) * n + column + t % 64];
        }
        __syncthreads();
#pragma unroll
        for (int m = 0; m < 16; m++) {
            float e[4], f[4];
#pragma unroll
            for (int w = 0; w < 4; w++) e[w] = p[m][ty * 4 + w], f[w] = q[m][tx * 4 + w];
#pragma unroll
            for (int w = 0; w < 4; w++)
#pragma unroll
                for (int z = 0; z < 4; z++) s[w][z] += e[w] * f[z];
        }
        __syncthreads();
    }
    for (int w = 0; w < 4; w++)
        for (int z = 0; z < 4; z++) c[(row + ty * 4 + w) * n + column + tx * 4 + z] = s[w][z];
}
__global__ void transpose_naive(const float *in, float *out, int n) {
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
    out[c * n + r] = in[r * n + c];
}
__global__ void transpose_padded_tile(const float *in, float *out, int n) {
    __shared__ float s[32][33];
    int bx = blockIdx.x * 32, by = blockIdx.y * 32;
    for (int k = threadIdx.y; k < 32; k += 8) s[k][threadIdx.x] = in[(by + k) * n + bx + threadIdx.x];
    __syncthreads();
    for (int k = threadIdx.y; k < 32; k += 8) out[(bx + k) * n + by + threadIdx.x] = s[threadIdx.x][k];
}
__global__ void matvec_thread_a_row(const float *a, const float *p, float *out, int n) {
    int r = AT;
    float s = 0;
    for (int k = 0; k < n; k++) s += a[size_t(r) * n + k] * p[k];
    out[r] = s;
}
__global__ void matvec_warp_a_row(const float4 *a, const float4 *p, float *out, int n) {
    int r = AT / 32, lane = threadIdx.x % 32;
    float s = 0;
    for (int k = lane; k < n / 4; k += 32) {
        float4 w = a[size_t(r) * (n / 4) + k], z = p[k];
        s += w.x * z.x + w.y * z.y + w.z * z.z + w.w * z.w;
    }
    for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (lane == 0) out[r] = s;
}
