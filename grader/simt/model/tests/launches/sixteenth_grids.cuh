/* Kernels of sixteenth.cu on images, grids and matrices. */
#pragma once
#include "sixteenth_check.h"
#include <cuda_fp16.h>

/* ---- convolutions ---- */
__constant__ float taps[64];
static std::vector<float> htaps;
template <int R> __global__ void line_with_constants(const float *in, float *out, int n) {
    int i = AT;
    float sum = 0;
    for (int k = -R; k <= R; k++)
        if (i + k >= 0 && i + k < n) sum += taps[k + R] * in[i + k];
    out[i] = sum;
}
template <int R> __global__ void line_with_halo(const float *in, float *out, int n) { /* B + 2 R elements in shared memory */
    __shared__ float s[256 + 2 * R];
    int base = int(blockIdx.x) * 256 - R;
    for (int k = threadIdx.x; k < 256 + 2 * R; k += 256) s[k] = base + k >= 0 && base + k < n ? in[base + k] : 0;
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k <= 2 * R; k++) sum += taps[k] * s[threadIdx.x + k];
    out[AT] = sum;
}
__global__ void separable_rows(const float *in, float *out, int w) { /* radius 8; 16 x 4 threads, eight pixels each */
    __shared__ float s[4][160];
    int x0 = blockIdx.x * 128 + threadIdx.x, y = Y;
    for (int k = -1; k <= 8; k++) {
        int c = x0 + k * 16;
        s[threadIdx.y][(k + 1) * 16 + threadIdx.x] = c >= 0 && c < w ? in[y * w + c] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; k++) {
        float sum = 0;
#pragma unroll
        for (int j = -8; j <= 8; j++) sum += taps[j + 8] * s[threadIdx.y][(k + 1) * 16 + threadIdx.x + j];
        out[y * w + x0 + k * 16] = sum;
    }
}
__global__ void separable_columns(const float *in, float *out, int w, int h) { /* 16 x 8 threads, eight pixels each */
    __shared__ float s[16][81];
    int x = X, y0 = blockIdx.y * 64 + threadIdx.y;
    for (int k = -1; k <= 8; k++) {
        int r = y0 + k * 8;
        s[threadIdx.x][(k + 1) * 8 + threadIdx.y] = r >= 0 && r < h ? in[r * w + x] : 0;
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 8; k++) {
        float sum = 0;
#pragma unroll
        for (int j = -8; j <= 8; j++) sum += taps[j + 8] * s[threadIdx.x][(k + 1) * 8 + threadIdx.y + j];
        out[(y0 + k * 8) * w + x] = sum;
    }
}
__global__ void image_7x7_tile(const float *in, float *out, int w, int h) { /* a tile of 22 x 22 for 16 x 16 results */
    __shared__ float s[22][22];
    int left = int(blockIdx.x) * 16 - 3, top = int(blockIdx.y) * 16 - 3;
    for (int k = threadIdx.y * 16 + threadIdx.x; k < 22 * 22; k += 256) {
        int gx = left + k % 22, gy = top + k / 22;
        s[k / 22][k % 22] = gx >= 0 && gx < w && gy >= 0 && gy < h ? in[gy * w + gx] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < 7; j++)
        for (int k = 0; k < 7; k++) sum += taps[j * 7 + k] * s[threadIdx.y + j][threadIdx.x + k];
    out[Y * w + X] = sum;
}
__global__ void depthwise_3x3(const float *in, const float *weight, float *out, int w) { /* a channel a block in z, w x w pixels */
    const float *plane = in + blockIdx.z * w * w, *k = weight + blockIdx.z * 9;
    int x = X, y = Y;
    float sum = 0;
#pragma unroll
    for (int j = 0; j < 3; j++)
#pragma unroll
        for (int i = 0; i < 3; i++) {
            int gx = x + i - 1, gy = y + j - 1;
            if (gx >= 0 && gx < w && gy >= 0 && gy < w) sum += k[j * 3 + i] * plane[gy * w + gx];
        }
    out[blockIdx.z * w * w + y * w + x] = fmaxf(sum - 2, 0);
}

/* ---- stencils ---- */
__global__ void order_8_in_planes(const float *in, float *out, int w, int h, int d) { /* 25 points; a plane in shared memory, the column in registers */
    __shared__ float s[16][40];
    int x = X + 4, y = Y + 4, tx = threadIdx.x + 4, ty = threadIdx.y + 4, plane = w * h, i = y * w + x;
    float q[9];
    for (int k = 0; k < 8; k++) q[k + 1] = in[i + k * plane];
    for (int z = 4; z < d - 4; z++) {
#pragma unroll
        for (int k = 0; k < 8; k++) q[k] = q[k + 1];
        q[8] = in[i + (z + 4) * plane];
        int at = i + z * plane;
        __syncthreads();
        if (threadIdx.y < 4) s[ty - 4][tx] = in[at - 4 * w], s[ty + 8][tx] = in[at + 8 * w];
        if (threadIdx.x < 4) s[ty][tx - 4] = in[at - 4], s[ty][tx + 32] = in[at + 32];
        s[ty][tx] = q[4];
        __syncthreads();
        float sum = taps[0] * q[4];
#pragma unroll
        for (int r = 1; r <= 4; r++) sum += taps[r] * (q[4 - r] + q[4 + r] + s[ty - r][tx] + s[ty + r][tx] + s[ty][tx - r] + s[ty][tx + r]);
        out[at] = sum;
    }
}
__global__ void residual_of_doubles(const double *in, const double *right, double *out, int n) { /* seven points, n x n x n */
    int x = X, y = Y, z = blockIdx.z;
    if (x < 1 || y < 1 || z < 1 || x >= n - 1 || y >= n - 1 || z >= n - 1) return;
    size_t i = (size_t(z) * n + y) * n + x, plane = size_t(n) * n;
    out[i] = right[i] - (6 * in[i] - in[i - 1] - in[i + 1] - in[i - n] - in[i + n] - in[i - plane] - in[i + plane]);
}
__host__ __device__ inline void collide(float f[9]) {
    float rho = 0;
    for (int k = 0; k < 9; k++) rho += f[k];
    float ux = (f[1] - f[3] + f[5] - f[6] - f[7] + f[8]) / rho, uy = (f[2] - f[4] + f[5] + f[6] - f[7] - f[8]) / rho, square = 1.5f * (ux * ux + uy * uy);
    const float cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
#pragma unroll
    for (int k = 0; k < 9; k++) {
        float weight = k == 0 ? 4.0f / 9 : k < 5 ? 1.0f / 9 : 1.0f / 36, along = 3 * (cx[k] * ux + cy[k] * uy);
        f[k] += 0.6f * (weight * rho * (1 + along + 0.5f * along * along - square) - f[k]);
    }
}
__global__ void lattice_step(const float *in, float *out, int w) { /* D2Q9: nine planes; pull, collide, store */
    int x = X, y = Y, m = w - 1, e = (x + 1) & m, l = (x - 1) & m, n = ((y + 1) & m) * w, s = ((y - 1) & m) * w, p = w * w, r = y * w;
    float f[9] = {in[r + x],         in[p + r + l],     in[2 * p + s + x], in[3 * p + r + e], in[4 * p + n + x],
                  in[5 * p + s + l], in[6 * p + s + e], in[7 * p + n + e], in[8 * p + n + l]};
    collide(f);
#pragma unroll
    for (int k = 0; k < 9; k++) out[k * p + r + x] = f[k];
}
__global__ void four_steps_in_tile(const float *in, float *out, int w) { /* 32 x 32 threads make four steps of heat for 24 x 24 cells */
    __shared__ float s[2][32][32];
    int tx = threadIdx.x, ty = threadIdx.y, x = int(blockIdx.x) * 24 + tx - 4, y = int(blockIdx.y) * 24 + ty - 4, now = 0;
    bool inside = x >= 0 && y >= 0 && x < w && y < w;
    s[0][ty][tx] = s[1][ty][tx] = inside ? in[y * w + x] : 0;
    __syncthreads();
    for (int step = 1; step <= 4; step++, now ^= 1) {
        if (tx >= step && ty >= step && tx < 32 - step && ty < 32 - step && inside)
            s[now ^ 1][ty][tx] = s[now][ty][tx] + 0.1f * (s[now][ty][tx - 1] + s[now][ty][tx + 1] + s[now][ty - 1][tx] + s[now][ty + 1][tx] - 4 * s[now][ty][tx]);
        __syncthreads();
    }
    if (tx >= 4 && ty >= 4 && tx < 28 && ty < 28 && inside) out[y * w + x] = s[now][ty][tx];
}

/* ---- transposes ---- */
__global__ void swap_last_axes(const float *in, float *out, int b, int c) { /* [a][b][c] to [a][c][b], tiles of 16 x 16 */
    __shared__ float s[16][17];
    const float *from = in + size_t(blockIdx.z) * b * c;
    float *to = out + size_t(blockIdx.z) * b * c;
    s[threadIdx.y][threadIdx.x] = from[Y * c + X];
    __syncthreads();
    to[(blockIdx.x * 16 + threadIdx.y) * b + blockIdx.y * 16 + threadIdx.x] = s[threadIdx.x][threadIdx.y];
}

/* ---- products ---- */
__global__ void product_plain(const float *a, const float *b, float *c, int n) {
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[Y * n + k] * b[k * n + X];
    c[Y * n + X] = sum;
}
__global__ void product_2x2_threads(const float *a, const float *b, float *c, int n) { /* tiles of 32 x 32, 16 x 16 threads */
    __shared__ float as[32][32], bs[32][32];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32, column = blockIdx.x * 32;
    float p = 0, q = 0, r = 0, s = 0;
    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int j = 0; j < 32; j += 16)
            for (int i = 0; i < 32; i += 16) {
                as[ty + j][tx + i] = a[(row + ty + j) * n + k0 + tx + i];
                bs[ty + j][tx + i] = b[(k0 + ty + j) * n + column + tx + i];
            }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < 32; k++) {
            float a0 = as[ty][k], a1 = as[ty + 16][k], b0 = bs[k][tx], b1 = bs[k][tx + 16];
            p += a0 * b0, q += a0 * b1, r += a1 * b0, s += a1 * b1;
        }
        __syncthreads();
    }
    float *to = c + (row + ty) * n + column + tx;
    to[0] = p, to[16] = q, to[16 * n] = r, to[16 * n + 16] = s;
}
__global__ void product_of_half_tiles(const __half *a, const __half *b, float *c, int n) { /* halves in, floats inside */
    __shared__ __half as[32][32], bs[32][32];
    float sum[4] = {};
    for (int k0 = 0; k0 < n; k0 += 32) {
        for (int j = threadIdx.y; j < 32; j += 8) {
            as[j][threadIdx.x] = a[(blockIdx.y * 32 + j) * n + k0 + threadIdx.x];
            bs[j][threadIdx.x] = b[(k0 + j) * n + X];
        }
        __syncthreads();
        for (int k = 0; k < 32; k++) {
            float right = __half2float(bs[k][threadIdx.x]);
            for (int j = 0; j < 4; j++) sum[j] += __half2float(as[threadIdx.y + j * 8][k]) * right;
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; j++) c[(blockIdx.y * 32 + threadIdx.y + j * 8) * n + X] = sum[j];
}
__global__ void columns_by_threads(const double *a, const double *x, double *y, int n) { /* A' x, doubles, a thread a column */
    int c = AT;
    double sum = 0;
    for (int r = 0; r < n; r++) sum += a[size_t(r) * n + c] * x[r];
    y[c] = sum;
}

/* ---- factors ---- */
__global__ void eliminate(const float *in, float *out, int k, int n) { /* a step of LU, out of place */
    int c = X + k + 1, r = Y + k + 1;
    if (r < n && c < n) out[r * n + c] = in[r * n + c] - in[r * n + k] / (in[k * n + k] + 4) * in[k * n + c];
}
__global__ void forward_substitution(const float *l, const float *b, float *out, int n) { /* a block a right-hand side, a thread an unknown */
    __shared__ float solved;
    int r = threadIdx.x;
    float rest = b[blockIdx.x * n + r];
    for (int k = 0; k < n; k++) {
        if (r == k) solved = rest = rest / (l[k * n + k] + 8);
        __syncthreads();
        if (r > k) rest -= l[r * n + k] * solved / 16;
        __syncthreads();
    }
    out[blockIdx.x * n + r] = rest;
}
template <int R> __host__ __device__ inline void factor(float m[R][R]) { /* Cholesky's */
#pragma unroll
    for (int j = 0; j < R; j++) {
#pragma unroll
        for (int k = 0; k < j; k++) m[j][j] -= m[j][k] * m[j][k];
        m[j][j] = sqrtf(m[j][j]);
#pragma unroll
        for (int i = j + 1; i < R; i++) {
#pragma unroll
            for (int k = 0; k < j; k++) m[i][j] -= m[i][k] * m[j][k];
            m[i][j] /= m[j][j];
        }
    }
}
template <int R> __global__ void cholesky_in_registers(const float *in, float *out, int matrices) { /* a matrix a thread; elements of all lie together */
    int t = AT;
    float m[R][R];
#pragma unroll
    for (int i = 0; i < R; i++)
#pragma unroll
        for (int j = 0; j <= i; j++) m[i][j] = in[(i * R + j) * matrices + t] + (i == j ? R : 0);
    factor<R>(m);
#pragma unroll
    for (int i = 0; i < R; i++)
#pragma unroll
        for (int j = 0; j <= i; j++) out[(i * R + j) * matrices + t] = m[i][j];
}

/* ---- transforms ---- */
template <int N> __global__ void fft_in_shared(const float2 *in, float2 *out) { /* N numbers a block, N / 2 threads, radix 2 */
    __shared__ float2 s[N];
    int t = threadIdx.x, bits = 31 - __clz(N);
    for (int k = t; k < N; k += N / 2) s[__brev(k) >> (32 - bits)] = in[blockIdx.x * N + k];
    for (int half = 1; half < N; half *= 2) {
        int low = t & (half - 1), i = (t - low) * 2 + low;
        float sine, cosine;
        sincospif(-float(low) / half, &sine, &cosine);
        __syncthreads();
        float2 a = s[i], b = s[i + half], c = make_float2(b.x * cosine - b.y * sine, b.x * sine + b.y * cosine);
        s[i] = make_float2(a.x + c.x, a.y + c.y), s[i + half] = make_float2(a.x - c.x, a.y - c.y);
    }
    __syncthreads();
    for (int k = t; k < N; k += N / 2) out[blockIdx.x * N + k] = s[k];
}

/* ---- their launches ---- */
static float at(int w, int h, int x, int y) { return x >= 0 && y >= 0 && x < w && y < h ? hx[size_t(y) * w + x] : 0; }

static void convolutions() {
    for (int k = 0; k < 64; k++) htaps.push_back(0.01f * (k % 7 + 1));
    cudaMemcpyToSymbol(taps, htaps.data(), 64 * sizeof(float));
    for (int n : {32 * K, 16 * M}) {
        RUN(n, line_with_constants<8>, <<<n / 256, 256>>>(x, y, n));
        expect(y, n, [=](size_t i) { float s = 0; for (int k = -8; k <= 8; k++) s += htaps[k + 8] * at(n, 1, int(i) + k, 0); return s; });
    }
    for (int n : {32 * K, 8 * M}) {
        RUN(n, line_with_halo<16>, <<<n / 256, 256>>>(x, y, n));
        expect(y, n, [=](size_t i) { float s = 0; for (int k = -16; k <= 16; k++) s += htaps[k + 16] * at(n, 1, int(i) + k, 0); return s; });
    }
    for (int w : {256, 2048}) {
        RUN(w, separable_rows, <<<dim3(w / 128, w / 4), dim3(16, 4)>>>(x, y, w));
        expect(y, w * w, [=](size_t i) { float s = 0; for (int k = -8; k <= 8; k++) s += htaps[k + 8] * at(w, w, int(i % w) + k, int(i / w)); return s; });
        RUN(w, separable_columns, <<<dim3(w / 16, w / 64), dim3(16, 8)>>>(x, y, w, w));
        expect(y, w * w, [=](size_t i) { float s = 0; for (int k = -8; k <= 8; k++) s += htaps[k + 8] * at(w, w, int(i % w), int(i / w) + k); return s; });
        RUN(w, image_7x7_tile, <<<dim3(w / 16, w / 16), dim3(16, 16)>>>(x, y, w, w));
        expect(y, w * w, [=](size_t i) {
            float s = 0;
            for (int j = 0; j < 7; j++)
                for (int k = 0; k < 7; k++) s += htaps[j * 7 + k] * at(w, w, int(i % w) + k - 3, int(i / w) + j - 3);
            return s;
        });
    }
    for (int channels : {16, 1024}) {
        int w = channels == 16 ? 64 : 112, pixels = w * w;
        RUN(channels, depthwise_3x3, <<<dim3(w / 16, w / 16, channels), dim3(16, 16)>>>(x, x + 9, y, w));
        expect(y, size_t(channels) * pixels, [=](size_t i) {
            int c = int(i / pixels), px = int(i % pixels % w), py = int(i % pixels / w);
            float s = 0;
            for (int j = 0; j < 9; j++) {
                int gx = px + j % 3 - 1, gy = py + j / 3 - 1;
                if (gx >= 0 && gy >= 0 && gx < w && gy < w) s += hx[9 + c * 9 + j] * hx[size_t(c) * pixels + gy * w + gx];
            }
            return std::max(s - 2, 0.0f);
        }, 1e-3);
    }
}

static void stencils() {
    for (int w : {72, 264}) {
        int d = w == 72 ? 72 : 136;
        RUN(w, order_8_in_planes, <<<dim3((w - 8) / 32, (w - 8) / 8), dim3(32, 8)>>>(x, y, w, w, d));
        expect(y, size_t(w) * w * d, [=](size_t i) -> double {
            int px = int(i % w), py = int(i / w % w), z = int(i / w / w), plane = w * w;
            if (px < 4 || py < 4 || z < 4 || px >= w - 4 || py >= w - 4 || z >= d - 4) return NAN;
            float s = htaps[0] * hx[i];
            for (int r = 1; r <= 4; r++) s += htaps[r] * (hx[i - r] + hx[i + r] + hx[i - r * w] + hx[i + r * w] + hx[i - r * plane] + hx[i + r * plane]);
            return s;
        });
    }
    std::vector<double> some(4 * M);
    for (int i = 0; i < 4 * M; i++) some[i] = hx[i];
    double *doubles = on_device(some), *results = (double *)y;
    for (int n : {64, 128}) {
        RUN(n, residual_of_doubles, <<<dim3(n / 32, n / 4, n), dim3(32, 4)>>>(doubles, doubles + M, results, n));
        expect(results, size_t(n) * n * n, [=](size_t i) -> double {
            int px = int(i % n), py = int(i / n % n), z = int(i / n / n), p = n * n;
            if (px < 1 || py < 1 || z < 1 || px >= n - 1 || py >= n - 1 || z >= n - 1) return NAN;
            return double(hx[M + i]) - 6 * double(hx[i]) + hx[i - 1] + hx[i + 1] + hx[i - n] + hx[i + n] + hx[i - p] + hx[i + p];
        });
    }
    for (int n : {512, 2048}) {
        RUN(n, columns_by_threads, <<<n / 128, 128>>>(doubles, doubles + 77, results, n));
        expect(results, n, [=](size_t c) { double s = 0; for (int r = 0; r < n; r++) s += double(hx[size_t(r) * n + c]) * hx[77 + r]; return s; });
    }
    for (int w : {128, 1024}) {
        RUN(w, lattice_step, <<<dim3(w / 64, w), 64>>>(x, y, w));
        expect(y, 9 * w * w, [=](size_t i) {
            const int cx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, cy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
            int p = w * w, px = int(i % w), py = int(i % p / w), m = w - 1;
            float f[9];
            for (int k = 0; k < 9; k++) f[k] = hx[size_t(k) * p + ((py - cy[k]) & m) * w + ((px - cx[k]) & m)];
            collide(f);
            return f[i / p];
        }, 1e-3);
    }
    for (int w : {480, 1920}) {
        RUN(w, four_steps_in_tile, <<<dim3(w / 24, w / 24), dim3(32, 32)>>>(x, y, w));
        expect(y, w * w, [=](size_t i) {
            int px = int(i % w), py = int(i / w);
            float a[11][11], b[11][11];
            for (int j = 0; j < 11; j++)
                for (int k = 0; k < 11; k++) a[j][k] = at(w, w, px + k - 5, py + j - 5);
            for (int step = 0; step < 4; step++) {
                memcpy(b, a, sizeof a);
                for (int j = 1; j < 10; j++)
                    for (int k = 1; k < 10; k++) {
                        int gx = px + k - 5, gy = py + j - 5;
                        if (gx >= 0 && gy >= 0 && gx < w && gy < w) a[j][k] = b[j][k] + 0.1f * (b[j][k - 1] + b[j][k + 1] + b[j - 1][k] + b[j + 1][k] - 4 * b[j][k]);
                    }
            }
            return a[5][5];
        });
    }
}

static void matrices() {
    for (int a : {4, 64}) {
        int b = 256, c = a == 4 ? 128 : 1024;
        RUN(a, swap_last_axes, <<<dim3(c / 16, b / 16, a), dim3(16, 16)>>>(x, y, b, c));
        expect(y, size_t(a) * b * c, [=](size_t i) { return hx[i / (b * c) * b * c + i % b * c + i / b % c]; });
    }
    auto product = [](int n, const float *b, bool transposed) {
        return [=](size_t i) { double s = 0; for (int k = 0; k < n; k++) s += hx[i / n * n + k] * (transposed ? b[i % n * n + k] : b[k * n + i % n]); return s; };
    };
    for (int n : {128, 512}) {
        RUN(n, product_plain, <<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, x + M, y, n));
        expect(y, n * n, product(n, &hx[M], false));
    }
    for (int n : {256, 1024}) {
        RUN(n, product_2x2_threads, <<<dim3(n / 32, n / 32), dim3(16, 16)>>>(x, x + M, y, n));
        expect(y, n * n, product(n, &hx[M], false));
    }
    std::vector<__half> halves(4 * M);
    for (int i = 0; i < 4 * M; i++) halves[i] = __float2half(hx[i]);
    __half *half_words = on_device(halves);
    for (int n : {128, 512}) {
        RUN(n, product_of_half_tiles, <<<dim3(n / 32, n / 32), dim3(32, 8)>>>(half_words, half_words + M, y, n));
        expect(y, n * n, product(n, &hx[M], false));
    }
    for (int n : {256, 2048}) {
        int k = 3;
        RUN(n, eliminate, <<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, k, n));
        expect(y, n * n, [=](size_t i) -> double { int r = int(i / n), c = int(i % n); return r <= k || c <= k ? NAN : hx[i] - hx[r * n + k] / (hx[k * n + k] + 4) * hx[k * n + c]; });
    }
    for (int blocks : {1, 132}) {
        RUN(blocks, forward_substitution, <<<blocks, 128>>>(x, x + M, y, 128));
        expect(y, blocks * 128, [](size_t i) {
            std::vector<double> s;
            for (size_t r = 0; r <= i % 128; r++) {
                double rest = hx[M + i / 128 * 128 + r];
                for (size_t k = 0; k < r; k++) rest -= hx[r * 128 + k] * s[k] / 16;
                s.push_back(rest / (hx[r * 128 + r] + 8));
            }
            return s.back();
        }, 1e-3);
    }
    auto factored = [](int n, int r) {
        return [=](size_t i) -> double {
            float m[8][8];
            int e = int(i / n), row = e / r, column = e % r;
            if (column > row) return NAN;
            for (int j = 0; j < r; j++)
                for (int k = 0; k < r; k++) m[j][k] = hx[size_t(j * r + k) * n + i % n] + (j == k ? r : 0);
            for (int j = 0; j < r; j++) {
                for (int k = 0; k < j; k++) m[j][j] -= m[j][k] * m[j][k];
                m[j][j] = sqrtf(m[j][j]);
                for (int q = j + 1; q < r; q++) {
                    for (int k = 0; k < j; k++) m[q][j] -= m[q][k] * m[j][k];
                    m[q][j] /= m[j][j];
                }
            }
            return m[row][column];
        };
    };
    RUN(256 * K, cholesky_in_registers<4>, <<<2 * K, 128>>>(x, y, 256 * K));
    expect(y, size_t(16) * 256 * K, factored(256 * K, 4));
    RUN(64 * K, cholesky_in_registers<8>, <<<K, 64>>>(x, y, 64 * K));
    expect(y, size_t(64) * 64 * K, factored(64 * K, 8));
}

static void transforms() {
    auto right = [](int n) {
        return [=](size_t i) {
            double sum[2] = {}, turn = -2 * M_PI * (i / 2 % n) / n;
            for (int t = 0; t < n; t++) {
                double re = hx[i / 2 / n * n * 2 + 2 * t], im = hx[i / 2 / n * n * 2 + 2 * t + 1], c = cos(turn * t), s = sin(turn * t);
                sum[0] += re * c - im * s, sum[1] += re * s + im * c;
            }
            return sum[i % 2];
        };
    };
    for (int n : {32 * K, 8 * M}) {
        RUN(n, fft_in_shared<512>, <<<n / 512, 256>>>((const float2 *)x, (float2 *)y));
        expect(y, 2 * size_t(n), right(512), 1e-3);
    }
    RUN(M, fft_in_shared<64>, <<<16 * K, 32>>>((const float2 *)x, (float2 *)y));
    expect(y, 2 * M, right(64), 1e-3);
}
