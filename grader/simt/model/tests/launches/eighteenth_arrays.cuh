/* Kernels of the eighteenth set: scans, reductions, convolutions, stencils, pictures. */
#pragma once
#include "seventeenth.cuh"

/* ---- scans ---- */
template <typename T> __device__ inline T warp_inclusive(T value) {
#pragma unroll
    for (int offset = 1; offset < 32; offset <<= 1) {
        T other = __shfl_up_sync(0xffffffff, value, offset);
        if ((threadIdx.x & 31) >= offset) value += other;
    }
    return value;
}
template <typename T> __global__ void block_scan_shuffle(const T *__restrict__ in, T *__restrict__ out, int n) { /* inclusive, a block's own */
    __shared__ T warp_sums[32];
    const int idx = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
    T val = idx < n ? in[idx] : T(0);
    val = warp_inclusive(val);
    if (lane == 31) warp_sums[wid] = val;
    __syncthreads();
    if (wid == 0) warp_sums[lane] = warp_inclusive(lane < int(blockDim.x) / 32 ? warp_sums[lane] : T(0));
    __syncthreads();
    if (wid > 0) val += warp_sums[wid - 1];
    if (idx < n) out[idx] = val;
}
__global__ void scan_decoupled_lookback(const unsigned *in, unsigned *out, u64 *state, unsigned *ticket) { /* state: 1<<32: own sum, 2<<32: prefix */
    __shared__ unsigned tile, sums[8], before_me;
    if (threadIdx.x == 0) tile = atomicAdd(ticket, 1u);
    __syncthreads();
    const unsigned i = tile * 256 + threadIdx.x;
    unsigned w = warp_inclusive(in[i] & 15);
    if (threadIdx.x % 32 == 31) sums[threadIdx.x / 32] = w;
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned total = 0, prefix = 0;
        for (int k = 0; k < 8; k++) {
            unsigned s = sums[k];
            sums[k] = total, total += s;
        }
        if (tile > 0) {
            atomicExch(&state[tile], 1ull << 32 | total);
            for (int p = int(tile) - 1;; p--) {
                u64 seen;
                do seen = atomicAdd(&state[p], 0ull);
                while (seen >> 32 == 0);
                prefix += unsigned(seen);
                if (seen >> 32 == 2) break;
            }
        }
        atomicExch(&state[tile], 2ull << 32 | (prefix + total));
        before_me = prefix;
    }
    __syncthreads();
    out[i] = before_me + sums[threadIdx.x / 32] + w;
}
__global__ void segmented_scan(const float *in, const unsigned *heads, float *out) { /* a new segment where the low 4 bits are 0 */
    __shared__ float val[256];
    __shared__ int flag[256];
    int tid = threadIdx.x, i = AT;
    val[tid] = in[i];
    flag[tid] = (heads[i] & 15) == 0;
    __syncthreads();
    for (int d = 1; d < 256; d <<= 1) {
        float v = val[tid];
        int f = flag[tid];
        if (tid >= d) {
            if (!f) v += val[tid - d];
            f |= flag[tid - d];
        }
        __syncthreads();
        val[tid] = v;
        flag[tid] = f;
        __syncthreads();
    }
    out[i] = val[tid];
}
__global__ void exclusive_scan_uint4(const uint4 *in, uint4 *out) { /* four to a thread, 128 threads: 512 a block */
    __shared__ unsigned s[4];
    uint4 w = in[AT];
    w.x &= 255, w.y &= 255, w.z &= 255, w.w &= 255;
    unsigned mine = w.x + w.y + w.z + w.w, all = warp_inclusive(mine);
    if ((threadIdx.x & 31) == 31) s[threadIdx.x >> 5] = all;
    __syncthreads();
    unsigned base = all - mine;
    for (unsigned k = 0; k < threadIdx.x >> 5; k++) base += s[k];
    out[AT] = make_uint4(base, base + w.x, base + w.x + w.y, base + w.x + w.y + w.z);
}

/* ---- reductions ---- */
template <unsigned int blockSize> __global__ void reduce6_max(const float *g_idata, float *g_odata, unsigned int n) {
    __shared__ float sdata[blockSize];
    unsigned int tid = threadIdx.x, i = blockIdx.x * (blockSize * 2) + tid, gridSize = blockSize * 2 * gridDim.x;
    float best = -1e30f;
    while (i < n) {
        best = fmaxf(best, g_idata[i]);
        if (i + blockSize < n) best = fmaxf(best, g_idata[i + blockSize]);
        i += gridSize;
    }
    sdata[tid] = best;
    __syncthreads();
    if (blockSize >= 512) {
        if (tid < 256) sdata[tid] = fmaxf(sdata[tid], sdata[tid + 256]);
        __syncthreads();
    }
    if (blockSize >= 256) {
        if (tid < 128) sdata[tid] = fmaxf(sdata[tid], sdata[tid + 128]);
        __syncthreads();
    }
    if (tid < 64) sdata[tid] = fmaxf(sdata[tid], sdata[tid + 64]);
    __syncthreads();
    if (tid < 32) {
        best = fmaxf(sdata[tid], sdata[tid + 32]);
        for (int offset = 16; offset; offset >>= 1) best = fmaxf(best, __shfl_down_sync(0xffffffffu, best, offset));
        if (tid == 0) g_odata[blockIdx.x] = best;
    }
}
__global__ void dot_product_doubles(const double *a, const double *b, double *c, int N) {
    __shared__ double cache[256];
    int tid = threadIdx.x + blockIdx.x * blockDim.x;
    double temp = 0;
    while (tid < N) {
        temp += a[tid] * b[tid];
        tid += blockDim.x * gridDim.x;
    }
    cache[threadIdx.x] = temp;
    __syncthreads();
    int i = blockDim.x / 2;
    while (i != 0) {
        if (int(threadIdx.x) < i) cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
        i /= 2;
    }
    if (threadIdx.x == 0) atomicAdd(c, cache[0]);
}
__global__ void argmin_of_rows(const unsigned *in, unsigned *out, int cols) { /* a warp a row; the first of the least */
    int row = blockIdx.x * blockDim.y + threadIdx.y, at = -1;
    unsigned least = ~0u;
    for (int c = threadIdx.x; c < cols; c += 32) {
        unsigned w = in[row * cols + c] & 0xffff;
        if (w < least) least = w, at = c;
    }
    for (int mask_ = 16; mask_ > 0; mask_ /= 2) {
        unsigned ol = __shfl_xor_sync(~0u, least, mask_);
        int oa = __shfl_xor_sync(~0u, at, mask_);
        if (ol < least || (ol == least && oa < at)) least = ol, at = oa;
    }
    if (threadIdx.x == 0) out[row] = at;
}
__global__ void sum_with_last_block(const float *in, volatile float *partial, float *out, unsigned *done, int n) { /* the last block adds all up */
    __shared__ float s[256];
    __shared__ bool last;
    float sum = 0;
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 128; d >= 1; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = s[0];
        __threadfence();
        last = atomicInc(done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    sum = 0;
    for (int k = threadIdx.x; k < gridDim.x; k += 256) sum += partial[k];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 128; d >= 1; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) *out = s[0];
}
__global__ void column_sums(const float *__restrict__ m, float *__restrict__ out, int rows, int cols) { /* 32 columns, 16 rows at a time */
    __shared__ float part[16][32];
    int c = blockIdx.x * 32 + threadIdx.x;
    float acc = 0.f;
    for (int r = threadIdx.y; r < rows; r += 16) acc += __ldg(&m[size_t(r) * cols + c]);
    part[threadIdx.y][threadIdx.x] = acc;
    __syncthreads();
    if (threadIdx.y) return;
    for (int k = 1; k < 16; ++k) acc += part[k][threadIdx.x];
    out[c] = acc;
}

/* ---- convolutions and stencils ---- */
__constant__ float mask[32];
static float host_mask[32];
__global__ void convolution_1D_basic_kernel(const float *N, float *P, int Mask_Width, int Width) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= Width) return;
    float Pvalue = 0;
    int N_start_point = i - (Mask_Width / 2);
    for (int j = 0; j < Mask_Width; j++) {
        if (N_start_point + j >= 0 && N_start_point + j < Width) Pvalue += N[N_start_point + j] * mask[j];
    }
    P[i] = Pvalue;
}
#define O_TILE_WIDTH 12
__global__ void convolution_2D_tiled_kernel(float *P, const float *N, int height, int width) { /* blocks of 16 by 16 give 12 by 12 */
    __shared__ float N_ds[O_TILE_WIDTH + 4][O_TILE_WIDTH + 4];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row_o = blockIdx.y * O_TILE_WIDTH + ty, col_o = blockIdx.x * O_TILE_WIDTH + tx, row_i = row_o - 2, col_i = col_o - 2;
    if ((row_i >= 0) && (row_i < height) && (col_i >= 0) && (col_i < width)) {
        N_ds[ty][tx] = N[row_i * width + col_i];
    } else {
        N_ds[ty][tx] = 0.0f;
    }
    __syncthreads();
    if (ty < O_TILE_WIDTH && tx < O_TILE_WIDTH) {
        float output = 0.0f;
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) output += mask[i * 5 + j] * N_ds[i + ty][j + tx];
        }
        if (row_o < height && col_o < width) P[row_o * width + col_o] = output;
    }
}
__global__ void conv3x3_layer(const float *__restrict__ input, const float *__restrict__ weight, float *__restrict__ output, int C, int H, int W) {
    int x_ = blockIdx.x * blockDim.x + threadIdx.x, y_ = blockIdx.y * blockDim.y + threadIdx.y, k = blockIdx.z;
    if (x_ >= W - 2 || y_ >= H - 2) return;
    float acc = 0.f;
    for (int c = 0; c < C; ++c) {
        const float *img = input + c * H * W, *flt = weight + (k * C + c) * 9;
#pragma unroll
        for (int p = 0; p < 3; ++p)
#pragma unroll
            for (int q = 0; q < 3; ++q) acc += img[(y_ + p) * W + x_ + q] * flt[p * 3 + q];
    }
    output[(k * (H - 2) + y_) * (W - 2) + x_] = acc;
}
__global__ void star_radius_two(const float *in, float *out, int nx, int ny, int nz) { /* 13 points; planes of the middle in shared memory */
    __shared__ float tile[8 + 4][32 + 4];
    int x_ = blockIdx.x * 32 + threadIdx.x, y_ = blockIdx.y * 8 + threadIdx.y, sx = threadIdx.x + 2, sy = threadIdx.y + 2, plane = nx * ny;
    int cx0 = max(x_ - 2, 0), cx1 = min(x_ + 32, nx - 1), cy0 = max(y_ - 2, 0), cy1 = min(y_ + 8, ny - 1), id = y_ * nx + x_;
    float q[5];
    for (int k = 0; k < 4; k++) q[k + 1] = in[k * plane + id];
    for (int z = 2; z < nz - 2; z++) {
        for (int k = 0; k < 4; k++) q[k] = q[k + 1];
        q[4] = in[(z + 2) * plane + id];
        __syncthreads();
        tile[sy][sx] = q[2];
        if (threadIdx.x < 2) tile[sy][sx - 2] = in[z * plane + y_ * nx + cx0], tile[sy][sx + 32] = in[z * plane + y_ * nx + cx1];
        if (threadIdx.y < 2) tile[sy - 2][sx] = in[z * plane + cy0 * nx + x_], tile[sy + 8][sx] = in[z * plane + cy1 * nx + x_];
        __syncthreads();
        float s = 6 * q[2] - q[0] - q[1] - q[3] - q[4];
        s += 0.25f * (tile[sy][sx - 1] + tile[sy][sx + 1] + tile[sy - 1][sx] + tile[sy + 1][sx]);
        s -= 0.125f * (tile[sy][sx - 2] + tile[sy][sx + 2] + tile[sy - 2][sx] + tile[sy + 2][sx]);
        if (x_ >= 2 && y_ >= 2 && x_ < nx - 2 && y_ < ny - 2) out[z * plane + id] = s;
    }
}
__host__ __device__ inline byte life_of(const byte *w, int c, int r, int n) {
    int alive = 0;
    for (int dr = -1; dr <= 1; dr++)
        for (int dc = -1; dc <= 1; dc++)
            if (dr || dc) alive += w[(r + dr + n) % n * n + (c + dc + n) % n] & 1;
    return alive == 3 || (alive == 2 && (w[r * n + c] & 1));
}
__global__ void gameOfLife(const byte *grid, byte *next, int n) {
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < n && row < n) next[row * n + col] = life_of(grid, col, row, n);
}
__global__ void gray_scott(const double *u0, const double *v0, double *u1, double *v1, int n) { /* a step of two substances, edges held */
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i == 0 || j == 0 || i >= n - 1 || j >= n - 1) return;
    int id = j * n + i;
    double a = u0[id], b = v0[id], r = a * b * b;
    u1[id] = a + 0.16 * (u0[id - 1] + u0[id + 1] + u0[id - n] + u0[id + n] - 4 * a) - r + 0.035 * (1 - a);
    v1[id] = b + 0.08 * (v0[id - 1] + v0[id + 1] + v0[id - n] + v0[id + n] - 4 * b) + r - 0.1 * b;
}

/* ---- pictures ---- */
__host__ __device__ inline byte sobel_at(const byte *p, int i, int n) {
    int gx = p[i - n + 1] + 2 * p[i + 1] + p[i + n + 1] - p[i - n - 1] - 2 * p[i - 1] - p[i + n - 1];
    int gy = p[i + n - 1] + 2 * p[i + n] + p[i + n + 1] - p[i - n - 1] - 2 * p[i - n] - p[i - n + 1];
    int m = (gx < 0 ? -gx : gx) + (gy < 0 ? -gy : gy);
    return m > 255 ? 255 : m;
}
__global__ void sobel_filter(const unsigned char *src, unsigned char *dst, int width, int height) {
    int x_ = threadIdx.x + blockIdx.x * blockDim.x, y_ = threadIdx.y + blockIdx.y * blockDim.y;
    if (x_ >= width || y_ >= height) return;
    if (x_ == 0 || y_ == 0 || x_ == width - 1 || y_ == height - 1) {
        dst[y_ * width + x_] = 0;
        return;
    }
    dst[y_ * width + x_] = sobel_at(src, y_ * width + x_, width);
}
__host__ __device__ inline float bilateral_at(const float *in, int c, int r, int n) {
    float center = in[r * n + c], sum = 0, weights = 0;
    for (int dy = -3; dy <= 3; dy++)
        for (int dx = -3; dx <= 3; dx++) {
            int cc = c + dx < 0 ? 0 : c + dx >= n ? n - 1 : c + dx, rr = r + dy < 0 ? 0 : r + dy >= n ? n - 1 : r + dy;
            float w = in[rr * n + cc], d = w - center, g = expf(-(dx * dx + dy * dy) / 8.0f - d * d * 20.0f);
            sum += g * w, weights += g;
        }
    return sum / weights;
}
__global__ void bilateral_filter(const float *in, float *out, int n) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < n && r < n) out[r * n + c] = bilateral_at(in, c, r, n);
}
__global__ void resize_bilinear(const uchar4 *in, float *out, int w, int h, int ow, int oh) { /* the mean of the four channels */
    int ox = blockIdx.x * blockDim.x + threadIdx.x, oy = blockIdx.y * blockDim.y + threadIdx.y;
    if (ox >= ow || oy >= oh) return;
    float fx = ox * float(w - 1) / float(ow), fy = oy * float(h - 1) / float(oh);
    int x0 = int(fx), y0 = int(fy);
    float ax = fx - x0, ay = fy - y0;
    auto gray = [&](int yy, int xx) {
        uchar4 p = in[yy * w + xx];
        return 0.25f * (p.x + p.y + p.z + p.w);
    };
    float top = gray(y0, x0) * (1 - ax) + gray(y0, x0 + 1) * ax, low = gray(y0 + 1, x0) * (1 - ax) + gray(y0 + 1, x0 + 1) * ax;
    out[oy * ow + ox] = top * (1 - ay) + low * ay;
}
__global__ void colorToGrayscaleConversion(unsigned char *Pout, const unsigned char *Pin, int width, int height) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (col < width && row < height) {
        int grayOffset = row * width + col;
        int rgbOffset = grayOffset * 3;
        unsigned char r = Pin[rgbOffset], g = Pin[rgbOffset + 1], b = Pin[rgbOffset + 2];
        Pout[grayOffset] = (54 * r + 183 * g + 19 * b) >> 8;
    }
}
