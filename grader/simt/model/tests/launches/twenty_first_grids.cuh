/* Kernels of the twenty-first set: convolutions, stencils, pictures, dynamic programming, automata. */
#pragma once
#include "seventeenth.cuh"

/* ---- convolutions ---- */
#define MAX_MASK_WIDTH 64
__constant__ float mask_line[MAX_MASK_WIDTH];
__global__ void convolution_1D_basic(float *N, float *P, int Mask_Width, int Width) { /* as a textbook writes it */
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= Width) return;
    float Pvalue = 0;
    int N_start_point = i - (Mask_Width / 2);
    for (int j = 0; j < Mask_Width; j++) {
        if (N_start_point + j >= 0 && N_start_point + j < Width) {
            Pvalue += N[N_start_point + j] * mask_line[j];
        }
    }
    P[i] = Pvalue;
}
template <class T, int R> __global__ void line_by_eight(const T *__restrict__ in, T *__restrict__ out, const T *__restrict__ mask, int n) { /* a window in registers, eight results a thread */
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    if (first + 8 + 2 * R > n) return;
    T w[8 + 2 * R];
#pragma unroll
    for (int k = 0; k < 8 + 2 * R; k++) w[k] = in[first + k];
#pragma unroll
    for (int o = 0; o < 8; o++) {
        T sum = 0;
#pragma unroll
        for (int k = 0; k <= 2 * R; k++) sum += w[o + k] * mask[k];
        out[first + o] = sum;
    }
}
__global__ void filter_any_size(const float *image, const float *mask, float *out, int width, int height, int side) { /* clamped borders, all in global memory */
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= width || r >= height) return;
    float sum = 0;
    for (int a = 0; a < side; a++)
        for (int b = 0; b < side; b++) {
            int y = min(max(r + a - side / 2, 0), height - 1), x = min(max(c + b - side / 2, 0), width - 1);
            sum += image[y * width + x] * mask[a * side + b];
        }
    out[r * width + c] = sum;
}
__constant__ float mask_square[15 * 15];
template <int R> __global__ void filter_tile_32(const float *__restrict__ in, float *__restrict__ out, int width, int height) { /* a thread a loaded pixel, those inside a result */
    __shared__ float s[32][32];
    int tx = threadIdx.x, ty = threadIdx.y, c = blockIdx.x * (32 - 2 * R) + tx - R, r = blockIdx.y * (32 - 2 * R) + ty - R;
    bool inside = c >= 0 && c < width && r >= 0 && r < height;
    s[ty][tx] = inside ? in[r * width + c] : 0;
    __syncthreads();
    if (!inside || tx < R || tx >= 32 - R || ty < R || ty >= 32 - R) return;
    float sum = 0;
#pragma unroll
    for (int a = 0; a <= 2 * R; a++)
#pragma unroll
        for (int b = 0; b <= 2 * R; b++) sum += s[ty + a - R][tx + b - R] * mask_square[a * (2 * R + 1) + b];
    out[r * width + c] = sum;
}
#define KERNEL_RADIUS 8
#define RESULT_STEPS 4
__global__ void rows_of_samples(float *dst, const float *src, int pitch) { /* 16 x 4 threads, four results each, halos of 16; the first and the last tile see zeros */
    __shared__ float s[4][(RESULT_STEPS + 2) * 16];
    int from = (blockIdx.x * RESULT_STEPS - 1) * 16 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    src += y * pitch + from, dst += y * pitch + from;
#pragma unroll
    for (int k = 0; k < RESULT_STEPS + 2; k++) s[threadIdx.y][threadIdx.x + k * 16] = from + k * 16 >= 0 && from + k * 16 < pitch ? src[k * 16] : 0;
    __syncthreads();
#pragma unroll
    for (int k = 1; k <= RESULT_STEPS; k++) {
        float sum = 0;
#pragma unroll
        for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++) sum += mask_line[KERNEL_RADIUS - j] * s[threadIdx.y][threadIdx.x + k * 16 + j];
        dst[k * 16] = sum;
    }
}
__global__ void columns_of_samples(float *dst, const float *src, int pitch, int height) { /* 16 x 8 threads, eight rows each and one more at either side */
    __shared__ float s[16][10 * 8 + 1];
    int y = (blockIdx.y * 8 - 1) * 8 + threadIdx.y, x = blockIdx.x * 16 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 10; k++) s[threadIdx.x][threadIdx.y + k * 8] = y + k * 8 >= 0 && y + k * 8 < height ? src[(y + k * 8) * pitch + x] : 0;
    __syncthreads();
#pragma unroll
    for (int k = 1; k < 9; k++) {
        float sum = 0;
#pragma unroll
        for (int j = -KERNEL_RADIUS; j <= KERNEL_RADIUS; j++) sum += mask_line[KERNEL_RADIUS - j] * s[threadIdx.x][threadIdx.y + k * 8 + j];
        if (y + k * 8 < height) dst[(y + k * 8) * pitch + x] = sum;
    }
}
__global__ void pointwise_layer(const float *__restrict__ in, const float *__restrict__ weight, float *__restrict__ out, int channels, int pixels) { /* 8 channels out, weights in shared memory */
    extern __shared__ float w[];
    for (int k = threadIdx.x; k < 8 * channels; k += blockDim.x) w[k] = weight[blockIdx.y * 8 * channels + k];
    __syncthreads();
    int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= pixels) return;
    float sum[8] = {};
    for (int c = 0; c < channels; c++) {
        float v = in[c * pixels + p];
#pragma unroll
        for (int o = 0; o < 8; o++) sum[o] += v * w[o * channels + c];
    }
    for (int o = 0; o < 8; o++) out[(blockIdx.y * 8 + o) * pixels + p] = fmaxf(sum[o], 0);
}
__global__ void im2col_3x3(const float *image, float *columns, int channels, int h, int w) { /* a thread a pixel of a channel, nine values each */
    int index = AT;
    if (index >= channels * h * w) return;
    int x = index % w, y = index / w % h, c = index / (w * h);
    float *to = columns + size_t(c) * 9 * h * w + y * w + x;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int yy = y + i - 1, xx = x + j - 1;
            *to = yy >= 0 && yy < h && xx >= 0 && xx < w ? image[(c * h + yy) * w + xx] : 0;
            to += h * w;
        }
}
__global__ void winograd_inputs(const float *in, float *out, int n, int tiles) { /* F(2 x 2, 3 x 3): 16 values of each 4 x 4 tile; n even */
    int t = AT, across = n / 2 - 1;
    if (t >= tiles) return;
    const float *p = in + t / across * 2 * n + t % across * 2;
    float d[4][4], e[4][4];
#pragma unroll
    for (int r = 0; r < 4; r++)
#pragma unroll
        for (int c = 0; c < 4; c++) d[r][c] = p[r * n + c];
#pragma unroll
    for (int c = 0; c < 4; c++) e[0][c] = d[0][c] - d[2][c], e[1][c] = d[1][c] + d[2][c], e[2][c] = d[2][c] - d[1][c], e[3][c] = d[1][c] - d[3][c];
#pragma unroll
    for (int r = 0; r < 4; r++) {
        out[(r * 4 + 0) * tiles + t] = e[r][0] - e[r][2], out[(r * 4 + 1) * tiles + t] = e[r][1] + e[r][2];
        out[(r * 4 + 2) * tiles + t] = e[r][2] - e[r][1], out[(r * 4 + 3) * tiles + t] = e[r][1] - e[r][3];
    }
}
__global__ void upsampling_layer(const float *in, float *out, int n) { /* turned convolution of 4 x 4, twice the size: four taps reach each result */
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= 2 * n) return;
    float sum = 0;
    for (int a = (y + 1) & 1; a < 4; a += 2)
        for (int b = (x + 1) & 1; b < 4; b += 2) {
            int r = (y + 1 - a) / 2, c = (x + 1 - b) / 2;
            if (r >= 0 && r < n && c >= 0 && c < n) sum += in[r * n + c] * mask_square[a * 4 + b];
        }
    out[y * 2 * n + x] = sum;
}

/* ---- stencils ---- */
__global__ void diffuse_variable(const double *u, const double *kx, const double *ky, double *out, int nx, int ny, double dt) { /* a coefficient for each side of a cell */
    int i = blockIdx.x * blockDim.x + threadIdx.x + 1, j = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (i < nx - 1 && j < ny - 1) {
        int c = j * nx + i;
        double east = kx[c] * (u[c + 1] - u[c]), west = kx[c - 1] * (u[c] - u[c - 1]);
        double north = ky[c] * (u[c + nx] - u[c]), south = ky[c - nx] * (u[c] - u[c - nx]);
        out[c] = u[c] + dt * (east - west + north - south);
    }
}
__global__ void yee_magnetic(const float *ez, float *hx, float *hy, int n) { /* both fields in place */
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= n - 1 || j >= n - 1) return;
    hx[j * n + i] -= 0.5f * (ez[(j + 1) * n + i] - ez[j * n + i]);
    hy[j * n + i] += 0.5f * (ez[j * n + i + 1] - ez[j * n + i]);
}
template <int R> __global__ void rising_queue(const float *__restrict__ in, float *__restrict__ out, const float *__restrict__ weight, int nx, int ny, int nz) { /* FDTD3d's way: the plane in shared memory, the column in registers; blocks of 32 x 8 fit nx and ny; R cells round all */
    __shared__ float s[8 + 2 * R][32 + 2 * R];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, tx = threadIdx.x + R, ty = threadIdx.y + R, across = nx + 2 * R;
    size_t plane = size_t(across) * (ny + 2 * R), at = size_t(y + R) * across + x + R;
    float behind[R], front[R], now;
#pragma unroll
    for (int k = 0; k < R; k++) behind[k] = in[at + (R - 1 - k) * plane], front[k] = in[at + (R + 1 + k) * plane];
    now = in[at + R * plane];
    for (int z = R; z < nz + R; z++) {
        const float *p = in + z * plane;
        __syncthreads();
        s[ty][tx] = now;
        if (threadIdx.y < R) s[threadIdx.y][tx] = p[at - R * across], s[ty + 8][tx] = p[at + 8 * across];
        if (threadIdx.x < R) s[ty][threadIdx.x] = p[at - R], s[ty][tx + 32] = p[at + 32];
        __syncthreads();
        float sum = weight[0] * now;
#pragma unroll
        for (int k = 1; k <= R; k++) sum += weight[k] * (s[ty - k][tx] + s[ty + k][tx] + s[ty][tx - k] + s[ty][tx + k] + behind[k - 1] + front[k - 1]);
        out[z * plane + at] = sum;
#pragma unroll
        for (int k = R - 1; k > 0; k--) behind[k] = behind[k - 1];
        behind[0] = now, now = front[0];
#pragma unroll
        for (int k = 0; k < R - 1; k++) front[k] = front[k + 1];
        if (z < nz + R - 1) front[R - 1] = in[at + (z + R + 1) * plane];
    }
}
__global__ void srad_first(const float *J, float *dN, float *dS, float *dW, float *dE, float *C, int rows, int cols, float q0) { /* Rodinia's: a coefficient and four differences */
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= cols || y >= rows) return;
    int at = y * cols + x;
    float jc = J[at] + 0.1f;
    float n = J[y > 0 ? at - cols : at] - jc, s = J[y < rows - 1 ? at + cols : at] - jc, w = J[x > 0 ? at - 1 : at] - jc, e = J[x < cols - 1 ? at + 1 : at] - jc;
    float g2 = (n * n + s * s + w * w + e * e) / (jc * jc), l = (n + s + w + e) / jc;
    float num = 0.5f * g2 - (1.0f / 16.0f) * (l * l), den = 1 + 0.25f * l, qsqr = num / (den * den);
    den = (qsqr - q0) / (q0 * (1 + q0));
    float c = 1.0f / (1.0f + den);
    C[at] = c < 0 ? 0 : c > 1 ? 1 : c;
    dN[at] = n, dS[at] = s, dW[at] = w, dE[at] = e;
}
__global__ void shallow_water(const float *__restrict__ h, const float *__restrict__ hu, float *__restrict__ h_out, float *__restrict__ hu_out, float ratio, int n) { /* Rusanov's flux at both sides of a cell */
    int i = AT + 1;
    if (i >= n - 1) return;
    float flux_h[2], flux_u[2];
    for (int side = 0; side < 2; side++) {
        float hl = h[i - 1 + side] + 1, hr = h[i + side] + 1, ql = hu[i - 1 + side], qr = hu[i + side], ul = ql / hl, ur = qr / hr;
        float speed = fmaxf(fabsf(ul) + sqrtf(9.81f * hl), fabsf(ur) + sqrtf(9.81f * hr));
        flux_h[side] = 0.5f * (ql + qr) - 0.5f * speed * (hr - hl);
        flux_u[side] = 0.5f * (ql * ul + 4.905f * hl * hl + qr * ur + 4.905f * hr * hr) - 0.5f * speed * (qr - ql);
    }
    h_out[i] = h[i] - ratio * (flux_h[1] - flux_h[0]), hu_out[i] = hu[i] - ratio * (flux_u[1] - flux_u[0]);
}
__global__ void sor_of_one_colour(float *u, const float *f, int n, float omega, int colour) { /* in three dimensions, in place */
    int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y + 1, k = blockIdx.z + 1;
    i = 2 * i + 1 + ((j + k + colour) & 1);
    if (i >= n - 1) return;
    int c = (k * n + j) * n + i;
    float next = (u[c - 1] + u[c + 1] + u[c - n] + u[c + n] + u[c - n * n] + u[c + n * n] - f[c]) / 6;
    u[c] += omega * (next - u[c]);
}
__global__ void waves_in_shared(const float *in, float *out, int steps) { /* 254 cells of a block, many steps, two arrays in turn */
    __shared__ float s[2][256], before[256];
    int t = threadIdx.x, now = 0;
    s[0][t] = before[t] = in[blockIdx.x * 256 + t], s[1][t] = s[0][t];
    __syncthreads();
    for (int k = 0; k < steps; k++) {
        if (t > 0 && t < 255) {
            float w = s[now][t];
            s[1 - now][t] = 2 * w - before[t] + 0.25f * (s[now][t - 1] - 2 * w + s[now][t + 1]);
            before[t] = w;
        }
        now ^= 1;
        __syncthreads();
    }
    out[blockIdx.x * 256 + t] = s[now][t];
}

/* ---- pictures ---- */
__global__ void yuv_of_rgb(const uchar4 *in, byte *y, byte *u, byte *v, int n) {
    for (int i = AT; i < n; i += blockDim.x * gridDim.x) {
        uchar4 p = in[i];
        y[i] = ((66 * p.x + 129 * p.y + 25 * p.z + 128) >> 8) + 16;
        u[i] = ((-38 * p.x - 74 * p.y + 112 * p.z + 128) >> 8) + 128;
        v[i] = ((112 * p.x - 94 * p.y - 18 * p.z + 128) >> 8) + 128;
    }
}
__global__ void box_of_integral(const unsigned *table, byte *out, int w, int h, int radius) { /* four reads of a summed table */
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int l = max(x - radius, 0), r = min(x + radius, w - 1), t = max(y - radius, 0), b = min(y + radius, h - 1);
    unsigned sum = table[b * w + r] - table[t * w + r] - table[b * w + l] + table[t * w + l];
    out[y * w + x] = byte(sum / unsigned((r - l + 1) * (b - t + 1)));
}
__global__ void harris_response(const float *in, float *out, int w, int h) { /* the gradients of a tile in shared memory, then windows of 3 x 3 */
    __shared__ float gx[18][18], gy[18][18];
    int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16;
    for (int k = threadIdx.y * 16 + threadIdx.x; k < 18 * 18; k += 256) {
        int x = min(max(x0 + k % 18 - 1, 1), w - 2), y = min(max(y0 + k / 18 - 1, 1), h - 2);
        const float *p = in + y * w + x;
        gx[k / 18][k % 18] = p[1] - p[-1], gy[k / 18][k % 18] = p[w] - p[-w];
    }
    __syncthreads();
    int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    if (x >= w || y >= h) return;
    float xx = 0, yy = 0, xy = 0;
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++) {
            float p = gx[threadIdx.y + a][threadIdx.x + b], q = gy[threadIdx.y + a][threadIdx.x + b];
            xx += p * p, yy += q * q, xy += p * q;
        }
    out[y * w + x] = xx * yy - xy * xy - 0.04f * (xx + yy) * (xx + yy);
}
__global__ void thin_edges(const float *gx, const float *gy, byte *out, int w, int h, float low) { /* what is less than a neighbour along its gradient goes */
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    int at = y * w + x;
    float a = gx[at] - 0.5f, b = gy[at] - 0.5f, size = hypotf(a, b);
    byte kept = 0;
    if (size > low) {
        int step;
        if (fabsf(a) > 2.4f * fabsf(b))
            step = 1;
        else if (fabsf(b) > 2.4f * fabsf(a))
            step = w;
        else
            step = a * b > 0 ? w + 1 : w - 1;
        if (size >= hypotf(gx[at - step] - 0.5f, gy[at - step] - 0.5f) && size >= hypotf(gx[at + step] - 0.5f, gy[at + step] - 0.5f)) kept = 255;
    }
    out[at] = kept;
}
__global__ void alpha_over(const uchar4 *front, uchar4 *back, int n) {
    int i = AT;
    if (i >= n) return;
    uchar4 f = front[i], b = back[i];
    int a = f.w, rest = 255 - a;
    back[i] = make_uchar4((f.x * a + b.x * rest) / 255, (f.y * a + b.y * rest) / 255, (f.z * a + b.z * rest) / 255, byte(a + b.w * rest / 255));
}
__global__ void warped_bilinear(const float *in, float *out, int w, int h, float c, float s) { /* turned about the middle */
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    float dx = x - 0.5f * w, dy = y - 0.5f * h, sx = c * dx - s * dy + 0.5f * w, sy = s * dx + c * dy + 0.5f * h, value = 0;
    int ix = int(floorf(sx)), iy = int(floorf(sy));
    if (ix >= 0 && iy >= 0 && ix < w - 1 && iy < h - 1) {
        float fx = sx - ix, fy = sy - iy;
        const float *p = in + iy * w + ix;
        value = (p[0] * (1 - fx) + p[1] * fx) * (1 - fy) + (p[w] * (1 - fx) + p[w + 1] * fx) * fy;
    }
    out[y * w + x] = value;
}

/* ---- tables of dynamic programming, automata ---- */
__global__ void matrix_chain(const int *size, int *out, int n) { /* a block a chain: n of at most 64, diagonals in turn */
    __shared__ int cost[64][65], p[65];
    if (threadIdx.x <= n) p[threadIdx.x] = size[blockIdx.x * 65 + threadIdx.x] & 63;
    if (threadIdx.x < n) cost[threadIdx.x][threadIdx.x] = 0;
    for (int length = 1; length < n; length++) {
        __syncthreads();
        for (int i = threadIdx.x; i + length < n; i += blockDim.x) {
            int j = i + length, best = 0x7fffffff;
            for (int k = i; k < j; k++) best = min(best, cost[i][k] + cost[k + 1][j] + p[i] * p[k + 1] * p[j + 1]);
            cost[i][j] = best;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = cost[0][n - 1];
}
__global__ void warp_of_series(const float *a, const float *b, float *out, int length) { /* dynamic time warping of 32 by `length`: a lane a row, a warp a pair */
    int pair = AT / 32, lane = threadIdx.x & 31;
    float mine = a[pair * 32 + lane], left = 1e30f, corner = lane == 0 ? 0 : 1e30f;
    for (int step = 0; step < length + 31; step++) {
        float above = __shfl_up_sync(~0u, left, 1);
        if (lane == 0) above = 1e30f;
        int column = step - lane;
        if (column >= 0 && column < length) {
            float off = mine - b[pair * length + column];
            left = off * off + fminf(fminf(left, above), corner);
            corner = above;
        } else if (column < 0)
            corner = 1e30f;
    }
    if (lane == 31) out[pair] = left;
}
__global__ void ways_of_change(const int *coin, int coins, u64 *out, int most) { /* one block; two rows in shared memory, a row a coin */
    extern __shared__ u64 row[];
    for (int k = threadIdx.x; k <= most; k += blockDim.x) row[k] = k == 0;
    __syncthreads();
    for (int c = 0; c < coins; c++) {
        int value = coin[c];
        for (int k = threadIdx.x; k < value; k += blockDim.x)
            for (int at = k + value; at <= most; at += value) row[at] += row[at - value];
        __syncthreads();
    }
    for (int k = threadIdx.x; k <= most; k += blockDim.x) out[k] = row[k];
}
__global__ void burning_wood(const byte *in, byte *out, int n, unsigned seed) { /* 0 bare, 1 tree, 2 fire */
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= n) return;
    int l = x ? x - 1 : n - 1, r = x < n - 1 ? x + 1 : 0, up = y ? y - 1 : n - 1, down = y < n - 1 ? y + 1 : 0;
    byte was = in[y * n + x] % 3, is = 0;
    if (was == 1)
        is = in[y * n + l] % 3 == 2 || in[y * n + r] % 3 == 2 || in[up * n + x] % 3 == 2 || in[down * n + x] % 3 == 2 || mix(seed + y * n + x) < 40000 ? 2 : 1;
    else if (was == 0)
        is = mix(seed ^ (y * n + x)) < 200000000;
    out[y * n + x] = is;
}
