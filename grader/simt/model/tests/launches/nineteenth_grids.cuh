/* Kernels of the nineteenth set: stencils, flows, pictures, fractals. */
#pragma once
#include "seventeenth.cuh"
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ inline int within(int a, int n) { return min(max(a, 0), n - 1); }

/* ---- stencils and flows ---- */
/* Two steps of a chip's temperature in one launch: tiles of 16 x 16 that lose a ring with each step. */
__global__ void hotspot_two_steps(const float *power, const float *in, float *out, int n) {
    __shared__ float now[16][16], then[16][16], heat[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, col = blockIdx.x * 12 + tx - 2, row = blockIdx.y * 12 + ty - 2;
    int c = within(col, n), r = within(row, n);
    now[ty][tx] = in[r * n + c], heat[ty][tx] = power[r * n + c];
    __syncthreads();
    for (int step = 0; step < 2; step++) {
        bool live = tx > step && tx < 15 - step && ty > step && ty < 15 - step && col >= 0 && col < n && row >= 0 && row < n;
        if (live) {
            int west = col == 0 ? tx : tx - 1, east = col == n - 1 ? tx : tx + 1, north = row == 0 ? ty : ty - 1, south = row == n - 1 ? ty : ty + 1;
            float t = now[ty][tx];
            then[ty][tx] = t + 0.3f * (heat[ty][tx] + (now[south][tx] + now[north][tx] - 2.0f * t) * 0.1f + (now[ty][east] + now[ty][west] - 2.0f * t) * 0.1f + (80.0f - t) * 0.0001f);
        }
        __syncthreads();
        if (live) now[ty][tx] = then[ty][tx];
        __syncthreads();
    }
    if (tx >= 2 && tx < 14 && ty >= 2 && ty < 14 && col < n && row < n) out[row * n + col] = now[ty][tx];
}
/* Least cost of a way down a wall, 20 rows in one launch, the rows of a block in shared memory. */
__global__ void pathfinder_20_rows(const unsigned *wall, const int *in, int *out, int cols) {
    __shared__ int now[256], then[256];
    int tx = threadIdx.x, col = blockIdx.x * 216 + tx - 20;
    bool in_wall = col >= 0 && col < cols;
    if (in_wall) now[tx] = in[col];
    __syncthreads();
    for (int row = 0; row < 20; row++) {
        bool live = in_wall && tx > row && tx < 255 - row;
        if (live) {
            int best = now[tx];
            if (col > 0) best = min(best, now[tx - 1]);
            if (col < cols - 1) best = min(best, now[tx + 1]);
            then[tx] = best + int(wall[row * cols + col] % 10);
        }
        __syncthreads();
        if (live) now[tx] = then[tx];
        __syncthreads();
    }
    if (in_wall && tx >= 20 && tx < 236) out[col] = now[tx];
}
__constant__ int lattice_x[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, lattice_y[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ float lattice_weight[9] = {4 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 9.f, 1 / 36.f, 1 / 36.f, 1 / 36.f, 1 / 36.f};
__global__ void boltzmann_d2q9(const float *in, float *out, int nx, int ny) { /* pull, then collide; nine planes, wrapped around */
    int cx = blockIdx.x * blockDim.x + threadIdx.x, cy = blockIdx.y * blockDim.y + threadIdx.y;
    if (cx >= nx || cy >= ny) return;
    float f[9], density = 0, vx = 0, vy = 0;
#pragma unroll
    for (int q = 0; q < 9; q++) {
        int sx = cx - lattice_x[q], sy = cy - lattice_y[q];
        sx = sx < 0 ? nx - 1 : sx == nx ? 0 : sx, sy = sy < 0 ? ny - 1 : sy == ny ? 0 : sy;
        f[q] = in[(q * ny + sy) * nx + sx];
        density += f[q], vx += f[q] * lattice_x[q], vy += f[q] * lattice_y[q];
    }
    vx /= density, vy /= density;
    float square = 1.5f * (vx * vx + vy * vy);
#pragma unroll
    for (int q = 0; q < 9; q++) {
        float e = 3 * (vx * lattice_x[q] + vy * lattice_y[q]);
        out[(q * ny + cy) * nx + cx] = f[q] + 0.6f * (lattice_weight[q] * density * (1 + e + 0.5f * e * e - square) - f[q]);
    }
}
__global__ void jacobi_with_residual(const float *in, const float *rhs, float *out, float *residual, int n) { /* the sum of squares of what changed */
    __shared__ float warps[8];
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y, lane = threadIdx.x;
    float change = 0;
    if (c > 0 && c < n - 1 && r > 0 && r < n - 1) {
        int at = r * n + c;
        float next = 0.25f * (in[at - 1] + in[at + 1] + in[at - n] + in[at + n] - rhs[at]);
        change = next - in[at];
        out[at] = next;
    }
    change *= change;
    for (int d = 16; d; d /= 2) change += __shfl_down_sync(~0u, change, d);
    if (lane == 0) warps[threadIdx.y] = change;
    __syncthreads();
    if (threadIdx.y == 0 && lane == 0) {
        float sum = 0;
        for (int k = 0; k < 8; k++) sum += warps[k];
        atomicAdd(residual, sum);
    }
}
__global__ void advect_upwind_3d(const float *in, const float *wind, float *out, int n) { /* blocks of 32 x 2 x 2; the wind along x, y and z by planes */
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 2 + threadIdx.y, z = blockIdx.z * 2 + threadIdx.z;
    if (x >= n || y >= n || z >= n) return;
    int at = (z * n + y) * n + x, all = n * n * n;
    float here = in[at], flow = 0, u = wind[at] - 0.5f, v = wind[all + at] - 0.5f, w = wind[2 * all + at] - 0.5f;
    flow += u * (u > 0 ? here - in[x > 0 ? at - 1 : at] : in[x < n - 1 ? at + 1 : at] - here);
    flow += v * (v > 0 ? here - in[y > 0 ? at - n : at] : in[y < n - 1 ? at + n : at] - here);
    flow += w * (w > 0 ? here - in[z > 0 ? at - n * n : at] : in[z < n - 1 ? at + n * n : at] - here);
    out[at] = here - 0.2f * flow;
}
/* All steps of Jacobi's iteration on a line in one launch: the grid waits for itself between them. */
__global__ void line_of_many_steps(float *a, float *b, int n, int steps) {
    cg::grid_group all = cg::this_grid();
    for (int step = 0; step < steps; step++) {
        for (int i = AT + 1; i < n - 1; i += gridDim.x * blockDim.x) b[i] = 0.25f * a[i - 1] + 0.5f * a[i] + 0.25f * a[i + 1];
        all.sync();
        float *other = a;
        a = b, b = other;
    }
}

/* ---- pictures ---- */
__global__ void median_5x5_by_bits(const byte *in, byte *out, int n) { /* builds the median from its highest bit down */
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= n || r >= n) return;
    byte p[25];
#pragma unroll
    for (int k = 0; k < 25; k++) p[k] = in[within(r + k / 5 - 2, n) * n + within(c + k % 5 - 2, n)];
    int median = 0;
    for (int bit = 128; bit; bit >>= 1) {
        int below = 0;
#pragma unroll
        for (int k = 0; k < 25; k++) below += p[k] < median + bit;
        if (below <= 12) median += bit;
    }
    out[r * n + c] = byte(median);
}
__global__ void box_blur_sliding_rows(const float *in, float *out, int rows, int cols, int radius) { /* a thread a row: far apart in memory */
    int r = AT;
    if (r >= rows) return;
    float sum = 0;
    for (int c = -radius; c < cols; c++) {
        if (c + radius < cols) sum += in[size_t(r) * cols + c + radius];
        if (c - radius - 1 >= 0) sum -= in[size_t(r) * cols + c - radius - 1];
        if (c >= 0) out[size_t(r) * cols + c] = sum / (2 * radius + 1);
    }
}
/* Conway's game, 32 cells to a word, neighbours counted by adders of bits. */
__global__ void life_in_words(const unsigned *in, unsigned *out, int words, int rows) {
    int w = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (w >= words || r >= rows) return;
    unsigned ones = 0, twos = 0, fours = 0, self = 0;
    int left = w ? w - 1 : words - 1, right = w < words - 1 ? w + 1 : 0;
#pragma unroll
    for (int d = -1; d <= 1; d++) {
        int rr = r + d < 0 ? rows - 1 : r + d == rows ? 0 : r + d;
        const unsigned *row = in + size_t(rr) * words;
        unsigned here = row[w], plane[3] = {__funnelshift_l(row[left], here, 1), __funnelshift_r(here, row[right], 1), here};
        if (d == 0) self = here;
        for (int k = 0; k < (d ? 3 : 2); k++) {
            unsigned carry = ones & plane[k], more = twos & carry;
            ones ^= plane[k], twos ^= carry, fours |= more;
        }
    }
    out[size_t(r) * words + w] = twos & ~fours & (ones | self);
}
__global__ void hsv_of_rgb(const uchar4 *in, uchar4 *out, int n) {
    int i = AT;
    if (i >= n) return;
    uchar4 p = in[i];
    float r = p.x / 255.0f, g = p.y / 255.0f, b = p.z / 255.0f, most = fmaxf(r, fmaxf(g, b)), spread = most - fminf(r, fminf(g, b)), hue;
    if (spread == 0)
        hue = 0;
    else if (most == r)
        hue = (g - b) / spread;
    else if (most == g)
        hue = 2 + (b - r) / spread;
    else
        hue = 4 + (r - g) / spread;
    if (hue < 0) hue += 6;
    out[i] = make_uchar4(byte(hue * 42.5f), byte(most > 0 ? spread / most * 255 : 0), byte(most * 255), p.w);
}
__constant__ float2 directions[96];
__global__ void hough_votes(const byte *in, unsigned *votes, int n, int distances) { /* bright points vote for the 96 lines through them */
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 4 + threadIdx.y;
    if (c >= n || r >= n || in[r * n + c] < 250) return;
    for (int k = 0; k < 96; k++) {
        int d = int(c * directions[k].x + r * directions[k].y + n) * distances / (3 * n);
        atomicAdd(&votes[k * distances + d], 1u);
    }
}
/* Each pixel the mean of those nearby whose surroundings of 3 x 3 look alike. */
__global__ void nonlocal_means(const float *in, float *out, int n) {
    __shared__ float s[14][23]; /* 16 x 8 pixels and three more on each side */
    int c0 = blockIdx.x * 16, r0 = blockIdx.y * 8, t = threadIdx.y * 16 + threadIdx.x;
    for (int k = t; k < 14 * 22; k += 128) s[k / 22][k % 22] = in[within(r0 + k / 22 - 3, n) * n + within(c0 + k % 22 - 3, n)];
    __syncthreads();
    int x = threadIdx.x + 3, y = threadIdx.y + 3, c = c0 + threadIdx.x, r = r0 + threadIdx.y;
    if (c >= n || r >= n) return;
    float sum = 0, weights = 0;
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++) {
            float apart = 0;
#pragma unroll
            for (int k = 0; k < 9; k++) {
                float d = s[y + k / 3 - 1][x + k % 3 - 1] - s[y + dy + k / 3 - 1][x + dx + k % 3 - 1];
                apart += d * d;
            }
            float weight = __expf(-apart * 2.0f);
            sum += weight * s[y + dy][x + dx], weights += weight;
        }
    out[r * n + c] = sum / weights;
}

/* ---- fractals ---- */
__global__ void newton_fractal(byte *out, int n, int most) { /* which root of z³ = 1, and after how many steps */
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= n || r >= n) return;
    float x = 4.0f * (c + 0.5f) / n - 2, y = 4.0f * (r + 0.5f) / n - 2;
    int k = 0;
    for (; k < most; k++) {
        float xx = x * x - y * y, yy = 2 * x * y, fx = xx * x - yy * y - 1, fy = xx * y + yy * x;
        if (fx * fx + fy * fy < 1e-6f) break;
        float by = 3 * (xx * xx + yy * yy) + 1e-12f;
        x -= (fx * xx + fy * yy) / by, y -= (fy * xx - fx * yy) / by;
    }
    out[r * n + c] = byte((x > 0 ? 0 : y > 0 ? 64 : 128) + k);
}
