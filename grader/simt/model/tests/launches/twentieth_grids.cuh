/* Kernels of the twentieth set: convolutions, stencils, pictures, tables of dynamic programming. */
#pragma once
#include "seventeenth.cuh"

/* ---- convolutions ---- */
__constant__ float weights[64];
__global__ void convolve_line_in_shared(const float *in, float *out, int n) { /* 33 taps of constant memory, blocks of 256 */
    __shared__ float s[288];
    int base = blockIdx.x * 256 - 16;
    for (int k = threadIdx.x; k < 288; k += 256) s[k] = base + k >= 0 && base + k < n ? in[base + k] : 0;
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 33; k++) sum += weights[k] * s[threadIdx.x + k];
    if (AT < n) out[AT] = sum;
}
__global__ void convolve_line_plainly(const float *in, const float *tap, float *out, int taps, int n) { /* all from memory */
    int i = AT;
    if (i >= n) return;
    float sum = 0;
    for (int k = 0; k < taps; k++) {
        int from = i + k - taps / 2;
        if (from >= 0 && from < n) sum += tap[k] * in[from];
    }
    out[i] = sum;
}
__global__ void blur_columns_in_shared(const float *in, float *out, int rows, int cols) { /* radius 8, blocks of 16 x 8, each thread four rows; cols in sixteens */
    __shared__ float s[16][49];
    int x = threadIdx.x, c = blockIdx.x * 16 + x, top = blockIdx.y * 32 - 8;
    for (int k = threadIdx.y; k < 48; k += 8) s[x][k] = in[size_t(min(max(top + k, 0), rows - 1)) * cols + c];
    __syncthreads();
    for (int k = threadIdx.y; k < 32; k += 8) {
        float sum = 0;
#pragma unroll
        for (int j = 0; j < 17; j++) sum += weights[j] * s[x][k + j];
        if (top + 8 + k < rows) out[size_t(top + 8 + k) * cols + c] = sum;
    }
}
__global__ void convolve_channels(const float *in, const float *filter, float *out, int n) { /* 3 x 3, 8 planes to 4; blockIdx.z: the plane out */
    int c = AT, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < 1 || r < 1 || c >= n - 1 || r >= n - 1) return;
    float sum = 0;
    for (int plane = 0; plane < 8; plane++) {
        const float *p = in + (size_t(plane) * n + r) * n + c, *w = filter + (blockIdx.z * 8 + plane) * 9;
#pragma unroll
        for (int k = 0; k < 9; k++) sum += w[k] * p[(k / 3 - 1) * n + k % 3 - 1];
    }
    out[(size_t(blockIdx.z) * n + r) * n + c] = fmaxf(sum, 0);
}
__global__ void pool_with_places(const float *in, float *out, byte *place, int n) { /* the most of 2 x 2, and which; n x n to a quarter */
    int c = AT, r = blockIdx.y;
    if (c >= n / 2) return;
    float2 p = ((const float2 *)(in + size_t(2 * r) * n))[c], q = ((const float2 *)(in + size_t(2 * r + 1) * n))[c];
    float most = p.x;
    byte which = 0;
    if (p.y > most) most = p.y, which = 1;
    if (q.x > most) most = q.x, which = 2;
    if (q.y > most) most = q.y, which = 3;
    out[size_t(r) * (n / 2) + c] = most, place[size_t(r) * (n / 2) + c] = which;
}

/* ---- stencils ---- */
__global__ void heat_climbing_z(const float *in, float *out, int n) { /* 7 points of n³; each thread climbs, three planes in registers */
    int c = AT, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < 1 || r < 1 || c >= n - 1 || r >= n - 1) return;
    size_t plane = size_t(n) * n, at = size_t(r) * n + c;
    float under = in[at], here = in[at + plane];
    for (int z = 1; z < n - 1; z++) {
        at += plane;
        float over = in[at + plane];
        out[at] = here + 0.1f * (under + over + in[at - 1] + in[at + 1] + in[at - n] + in[at + n] - 6 * here);
        under = here, here = over;
    }
}
__global__ void stencil_of_27(const double *in, double *out, int n) { /* weights by how many steps away */
    int c = AT + 1, r = blockIdx.y + 1, z = blockIdx.z + 1;
    if (c >= n - 1) return;
    double sum = 0;
    const double *p = in + (size_t(z) * n + r) * n + c;
#pragma unroll
    for (int k = 0; k < 27; k++) {
        int dz = k / 9 - 1, dy = k / 3 % 3 - 1, dx = k % 3 - 1, away = dz * dz + dy * dy + dx * dx;
        sum += p[(dz * n + dy) * n + dx] * (away == 0 ? 0.5 : away == 1 ? 0.05 : away == 2 ? 0.01 : 0.005);
    }
    out[(size_t(z) * n + r) * n + c] = sum;
}
__global__ void wave_of_fourth_order(const float *now, const float *past, float *next, int n) { /* nine points in a cross */
    int c = AT, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < 2 || r < 2 || c >= n - 2 || r >= n - 2) return;
    const float *p = now + size_t(r) * n + c;
    float near = p[-1] + p[1] + p[-n] + p[n], far = p[-2] + p[2] + p[-2 * n] + p[2 * n];
    next[size_t(r) * n + c] = 2 * p[0] - past[size_t(r) * n + c] + 0.2f * (1.3333333f * near - 0.0833333f * far - 5 * p[0]);
}
__global__ void red_and_black(float *a, int n, int colour) { /* Gauss and Seidel in place: every second point */
    int r = blockIdx.y * blockDim.y + threadIdx.y + 1, c = 2 * AT + 1 + ((r + colour) & 1);
    if (r >= n - 1 || c >= n - 1) return;
    float *p = a + size_t(r) * n + c;
    *p += 1.5f * 0.25f * (p[-1] + p[1] + p[-n] + p[n] - 4 * *p);
}
__global__ void life_in_bytes(const byte *in, byte *out, int n) { /* wrapped around, with remainders */
    int c = AT, r = blockIdx.y;
    if (c >= n) return;
    int alive = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx || dy) alive += in[size_t((r + dy + n) % n) * n + (c + dx + n) % n] & 1;
    out[size_t(r) * n + c] = alive == 3 || (alive == 2 && (in[size_t(r) * n + c] & 1));
}
__global__ void flip_spins(signed char *spin, unsigned seed, int n, int colour) { /* Ising by checkerboard; n a power of two, spins 1 and -1 */
    int r = blockIdx.y, c = 2 * AT + ((r + colour) & 1);
    if (c >= n) return;
    int up = (r - 1) & (n - 1), down = (r + 1) & (n - 1), left = (c - 1) & (n - 1), right = (c + 1) & (n - 1);
    int here = spin[r * n + c], beside = spin[up * n + c] + spin[down * n + c] + spin[r * n + left] + spin[r * n + right];
    float chance = mix(seed ^ unsigned(r * n + c)) * 2.3283064e-10f;
    if (chance < __expf(-0.88f * here * beside)) spin[r * n + c] = (signed char)-here;
}

/* ---- pictures ---- */
__global__ void sobel_of_bytes(const byte *in, byte *out, int n) {
    __shared__ int s[10][34];
    int x = threadIdx.x, y = threadIdx.y, left = blockIdx.x * 32 - 1, top = blockIdx.y * 8 - 1;
    for (int k = y * 32 + x; k < 340; k += 256) s[k / 34][k % 34] = in[size_t(min(max(top + k / 34, 0), n - 1)) * n + min(max(left + k % 34, 0), n - 1)];
    __syncthreads();
    int gx = s[y][x + 2] + 2 * s[y + 1][x + 2] + s[y + 2][x + 2] - s[y][x] - 2 * s[y + 1][x] - s[y + 2][x];
    int gy = s[y + 2][x] + 2 * s[y + 2][x + 1] + s[y + 2][x + 2] - s[y][x] - 2 * s[y][x + 1] - s[y][x + 2];
    int c = left + 1 + x, r = top + 1 + y;
    if (c < n && r < n) out[size_t(r) * n + c] = byte(min(255, int(sqrtf(float(gx * gx + gy * gy)))));
}
__global__ void erode_by_disc(const byte *in, byte *out, int n, int radius) {
    int c = AT, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= n || r >= n) return;
    int least = 255;
    for (int dy = -radius; dy <= radius; dy++)
        for (int dx = -radius; dx <= radius; dx++) {
            if (dx * dx + dy * dy > radius * radius || r + dy < 0 || r + dy >= n || c + dx < 0 || c + dx >= n) continue;
            least = min(least, int(in[size_t(r + dy) * n + c + dx]));
        }
    out[size_t(r) * n + c] = byte(least);
}
__global__ void bilateral_5x5(const float *in, float *out, int n) {
    int c = AT, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c < 2 || r < 2 || c >= n - 2 || r >= n - 2) return;
    float here = in[r * n + c], sum = 0, weight = 0;
#pragma unroll
    for (int dy = -2; dy <= 2; dy++)
#pragma unroll
        for (int dx = -2; dx <= 2; dx++) {
            float there = in[(r + dy) * n + c + dx], off = there - here, w = expf(-0.1f * (dx * dx + dy * dy) - 8 * off * off);
            sum += w * there, weight += w;
        }
    out[r * n + c] = sum / weight;
}
__device__ inline void order(float &a, float &b) {
    float low = fminf(a, b);
    b = fmaxf(a, b), a = low;
}
__global__ void median_of_9_by_network(const float *in, float *out, int n) { /* nineteen exchanges */
    int c = AT, r = blockIdx.y;
    if (c < 1 || c >= n - 1 || r < 1 || r >= n - 1) return;
    float p[9];
#pragma unroll
    for (int k = 0; k < 9; k++) p[k] = in[size_t(r + k / 3 - 1) * n + c + k % 3 - 1];
    order(p[1], p[2]), order(p[4], p[5]), order(p[7], p[8]), order(p[0], p[1]), order(p[3], p[4]), order(p[6], p[7]), order(p[1], p[2]);
    order(p[4], p[5]), order(p[7], p[8]), order(p[0], p[3]), order(p[5], p[8]), order(p[4], p[7]), order(p[3], p[6]), order(p[1], p[4]);
    order(p[2], p[5]), order(p[4], p[7]), order(p[4], p[2]), order(p[6], p[4]), order(p[4], p[2]);
    out[size_t(r) * n + c] = p[4];
}
__global__ void turn_picture(const uchar4 *in, uchar4 *out, int n, float cosine, float sine) { /* the nearest point: reads along a slope */
    int c = AT, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= n || r >= n) return;
    float dx = c - n * 0.5f, dy = r - n * 0.5f;
    int fx = __float2int_rn(cosine * dx - sine * dy + n * 0.5f), fy = __float2int_rn(sine * dx + cosine * dy + n * 0.5f);
    out[size_t(r) * n + c] = fx >= 0 && fx < n && fy >= 0 && fy < n ? in[size_t(fy) * n + fx] : make_uchar4(0, 0, 0, 255);
}
__global__ void enlarge_bilinear(const float *in, float *out, int n, int m) { /* n x n to m x m */
    int c = AT, r = blockIdx.y;
    if (c >= m) return;
    float fx = (c + 0.5f) * n / m - 0.5f, fy = (r + 0.5f) * n / m - 0.5f;
    int left = max(int(floorf(fx)), 0), top = max(int(floorf(fy)), 0), right = min(left + 1, n - 1), bottom = min(top + 1, n - 1);
    float ax = fmaxf(fx - left, 0), ay = fmaxf(fy - top, 0);
    float upper = in[top * n + left] * (1 - ax) + in[top * n + right] * ax, lower = in[bottom * n + left] * (1 - ax) + in[bottom * n + right] * ax;
    out[size_t(r) * m + c] = upper * (1 - ay) + lower * ay;
}
__global__ void mandelbrot_in_doubles(unsigned short *out, int n, int most) {
    int c = AT, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= n || r >= n) return;
    double cx = -2.2 + 3.2 * c / n, cy = -1.6 + 3.2 * r / n, zx = 0, zy = 0;
    int k = 0;
    for (; k < most && zx * zx + zy * zy <= 4; k++) {
        double next = zx * zx - zy * zy + cx;
        zy = 2 * zx * zy + cy, zx = next;
    }
    out[size_t(r) * n + c] = (unsigned short)k;
}

/* ---- dynamic programming ---- */
__global__ void common_diagonal(const byte *a, const byte *b, const int *before_last, const int *last, int *next, int diagonal, int n) { /* the longest in common: an anti-diagonal a launch */
    int r = AT + max(1, diagonal - n);
    if (r > min(n, diagonal - 1)) return;
    int c = diagonal - r;
    next[r] = (a[r] & 3) == (b[c] & 3) ? before_last[r - 1] + 1 : max(last[r - 1], last[r]);
}
__global__ void align_in_one_block(const byte *a, const byte *b, int *best, int n) { /* Smith and Waterman: a barrier a diagonal, a row a thread, a block a pair */
    __shared__ int s[3][257];
    const byte *mine = a + blockIdx.x * 256, *other = b + size_t(blockIdx.x) * n;
    int t = threadIdx.x + 1, most = 0;
    byte letter = mine[t - 1] & 3;
    for (int k = 0; k < 3; k++) s[k][t] = 0;
    if (t == 1) s[0][0] = s[1][0] = s[2][0] = 0;
    __syncthreads();
    for (int d = 0; d < n + 255; d++) {
        int c = d - (t - 1), now = d % 3, last = (d + 2) % 3, older = (d + 1) % 3, score = 0;
        if (c >= 0 && c < n) {
            score = max(0, s[older][t - 1] + (letter == (other[c] & 3) ? 3 : -2));
            score = max(score, max(s[last][t - 1], s[last][t]) - 2);
            most = max(most, score);
        }
        s[now][t] = score;
        __syncthreads();
    }
    most = __reduce_max_sync(~0u, most);
    if (t % 32 == 0) atomicMax(&best[blockIdx.x], most);
}
__global__ void knapsack_row(const int *in, int *out, int weight, int value, int n) {
    for (int w = AT; w < n; w += gridDim.x * blockDim.x) out[w] = w >= weight ? max(in[w], in[w - weight] + value) : in[w];
}
