/*
 * A ninth held-out set: launches as courses write them, with `if (i < n)`, sizes as parameters and tiles in
 * shared memory. Predicted before they were measured.
 */
#include "bench.h"

/* ---- scans ---- */
__global__ void scan_doubling(const float *in, float *out, int n, int distance) { /* one step of a scan, in global memory */
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = i >= distance ? in[i] + in[i - distance] : in[i];
    }
}

#define PADDED(i) ((i) + ((i) >> 5))
__global__ void scan_two_a_thread(const int *in, int *out, int *sums) { /* up and down a tree, two elements a thread */
    __shared__ int tree[PADDED(1024)];
    int t = threadIdx.x, base = blockIdx.x * 1024;
    tree[PADDED(t)] = in[base + t];
    tree[PADDED(t + 512)] = in[base + t + 512];
    int offset = 1;
    for (int d = 512; d > 0; d >>= 1) {
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            tree[PADDED(b)] += tree[PADDED(a)];
        }
        offset *= 2;
    }
    if (t == 0) {
        sums[blockIdx.x] = tree[PADDED(1023)];
        tree[PADDED(1023)] = 0;
    }
    for (int d = 1; d < 1024; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            int left = tree[PADDED(a)];
            tree[PADDED(a)] = tree[PADDED(b)];
            tree[PADDED(b)] += left;
        }
    }
    __syncthreads();
    out[base + t] = tree[PADDED(t)];
    out[base + t + 512] = tree[PADDED(t + 512)];
}

/* ---- convolutions ---- */
#define RADIUS 3
__constant__ float mask[2 * RADIUS + 1][2 * RADIUS + 1];

__global__ void convolve(const float *in, float *out, int width, int height) { /* with zeros outside */
    int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (column >= width || row >= height) {
        return;
    }
    float sum = 0;
    for (int y = 0; y < 2 * RADIUS + 1; y++) {
        for (int x = 0; x < 2 * RADIUS + 1; x++) {
            int r = row - RADIUS + y, c = column - RADIUS + x;
            if (r >= 0 && r < height && c >= 0 && c < width) {
                sum += mask[y][x] * in[r * width + c];
            }
        }
    }
    out[row * width + column] = sum;
}

#define OUT_TILE 26
__global__ void convolve_tile(const float *in, float *out, int width, int height) { /* a block loads 32 x 32, makes 26 x 26 */
    __shared__ float tile[32][32];
    int column = blockIdx.x * OUT_TILE + threadIdx.x - RADIUS, row = blockIdx.y * OUT_TILE + threadIdx.y - RADIUS;
    bool inside = row >= 0 && row < height && column >= 0 && column < width;
    tile[threadIdx.y][threadIdx.x] = inside ? in[row * width + column] : 0;
    __syncthreads();
    int c = threadIdx.x - RADIUS, r = threadIdx.y - RADIUS;
    if (inside && c >= 0 && c < OUT_TILE && r >= 0 && r < OUT_TILE) {
        float sum = 0;
        for (int y = 0; y < 2 * RADIUS + 1; y++) {
            for (int x = 0; x < 2 * RADIUS + 1; x++) {
                sum += mask[y][x] * tile[r + y][c + x];
            }
        }
        out[row * width + column] = sum;
    }
}

__global__ void line_stencil(const int *in, int *out) { /* a halo of 3 on both sides, `in` points behind it */
    __shared__ int line[512 + 2 * RADIUS];
    int g = blockIdx.x * blockDim.x + threadIdx.x, s = threadIdx.x + RADIUS;
    line[s] = in[g];
    if (threadIdx.x < RADIUS) {
        line[s - RADIUS] = in[g - RADIUS];
        line[s + 512] = in[g + 512];
    }
    __syncthreads();
    int sum = 0;
    for (int k = -RADIUS; k <= RADIUS; k++) {
        sum += line[s + k];
    }
    out[g] = sum;
}

/* ---- stencils ---- */
__global__ void heat_tile(const float *in, float *out, int n) { /* five points, a tile with its border in shared memory */
    __shared__ float tile[18][34];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1, at = y * n + x;
    tile[ty][tx] = in[at];
    if (threadIdx.x == 0) tile[ty][0] = x > 0 ? in[at - 1] : 0;
    if (threadIdx.x == 31) tile[ty][33] = x < n - 1 ? in[at + 1] : 0;
    if (threadIdx.y == 0) tile[0][tx] = y > 0 ? in[at - n] : 0;
    if (threadIdx.y == 15) tile[17][tx] = y < n - 1 ? in[at + n] : 0;
    __syncthreads();
    float middle = tile[ty][tx];
    out[at] = middle + 0.1f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] + tile[ty + 1][tx] - 4 * middle);
}

__global__ void seven_points_rising(const float *in, float *out, int n) { /* three planes: one in shared memory, two in registers */
    __shared__ float plane[32][32];
    int first = blockIdx.z * 30, y = blockIdx.y * 30 + threadIdx.y - 1, x = blockIdx.x * 30 + threadIdx.x - 1;
    bool inside = y >= 0 && y < n && x >= 0 && x < n;
    float below = first > 0 && inside ? in[((first - 1) * n + y) * n + x] : 0, above;
    plane[threadIdx.y][threadIdx.x] = inside ? in[(first * n + y) * n + x] : 0;
    for (int z = first; z < first + 30 && z < n; z++) {
        above = z + 1 < n && inside ? in[((z + 1) * n + y) * n + x] : 0;
        __syncthreads();
        if (inside && threadIdx.y >= 1 && threadIdx.y < 31 && threadIdx.x >= 1 && threadIdx.x < 31) {
            out[(z * n + y) * n + x] = 0.5f * plane[threadIdx.y][threadIdx.x] +
                                       0.1f * (plane[threadIdx.y][threadIdx.x - 1] + plane[threadIdx.y][threadIdx.x + 1] +
                                               plane[threadIdx.y - 1][threadIdx.x] + plane[threadIdx.y + 1][threadIdx.x] + below + above);
        }
        __syncthreads();
        below = plane[threadIdx.y][threadIdx.x];
        plane[threadIdx.y][threadIdx.x] = above;
    }
}

/* ---- bodies ---- */
__global__ void body_forces(const float4 *body, float3 *speed, float dt, int n) { /* every body pulls at each */
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float fx = 0, fy = 0, fz = 0;
        for (int j = 0; j < n; j++) {
            float dx = body[j].x - body[i].x, dy = body[j].y - body[i].y, dz = body[j].z - body[i].z;
            float square = dx * dx + dy * dy + dz * dz + 1e-9f;
            float inverse = rsqrtf(square), cube = inverse * inverse * inverse;
            fx += dx * cube, fy += dy * cube, fz += dz * cube;
        }
        speed[i].x += dt * fx, speed[i].y += dt * fy, speed[i].z += dt * fz;
    }
}

__global__ void coulomb(const float4 *atom, float *grid, int atoms, int width) { /* a potential on a grid, four points a thread */
    int x = 4 * (blockIdx.x * blockDim.x + threadIdx.x), y = blockIdx.y;
    float e0 = 0, e1 = 0, e2 = 0, e3 = 0;
    for (int k = 0; k < atoms; k++) {
        float dx = x - atom[k].x, dy = y - atom[k].y, far = dy * dy + atom[k].z, charge = atom[k].w;
        e0 += charge / sqrtf(dx * dx + far);
        e1 += charge / sqrtf((dx + 1) * (dx + 1) + far);
        e2 += charge / sqrtf((dx + 2) * (dx + 2) + far);
        e3 += charge / sqrtf((dx + 3) * (dx + 3) + far);
    }
    grid[y * width + x] = e0, grid[y * width + x + 1] = e1, grid[y * width + x + 2] = e2, grid[y * width + x + 3] = e3;
}

/* ---- options ---- */
__device__ float normal(float d) {
    float k = 1 / (1 + 0.2316419f * fabsf(d));
    float tail = 0.39894228f * expf(-0.5f * d * d) *
                 (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1 - tail : tail;
}
__global__ void black_scholes(const float *price, const float *strike, const float *years, float *call, float *put, float rate,
                              float sigma, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float s = price[i] + 1, x = strike[i] + 1, t = years[i] * 0.01f + 0.25f, root = sqrtf(t);
        float d1 = (logf(s / x) + (rate + 0.5f * sigma * sigma) * t) / (sigma * root), d2 = d1 - sigma * root;
        float n1 = normal(d1), n2 = normal(d2), discount = expf(-rate * t);
        call[i] = s * n1 - x * discount * n2;
        put[i] = x * discount * (1 - n2) - s * (1 - n1);
    }
}
__global__ void option_tree(const float *price, float *out, int steps) { /* a binomial tree in shared memory, a block an option */
    __shared__ float value[257];
    int t = threadIdx.x;
    float up = 1.01f, s = price[blockIdx.x] + 50;
    for (int k = t; k <= steps; k += blockDim.x) {
        value[k] = fmaxf(s * powf(up, 2 * k - steps) - 500, 0);
    }
    for (int step = steps; step > 0; step--) {
        __syncthreads();
        float next = 0;
        if (t < step) next = 0.9999f * (0.51f * value[t + 1] + 0.49f * value[t]);
        __syncthreads();
        if (t < step) value[t] = next;
    }
    if (t == 0) out[blockIdx.x] = value[0];
}
__global__ void paths(float *out, int count, int steps, float drift, float sigma) { /* prices along random paths, summed by block */
    __shared__ float sums[128];
    unsigned state = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 12345;
    float sum = 0;
    for (int path = 0; path < count; path++) {
        float s = 100;
        for (int k = 0; k < steps; k++) {
            state = state * 1664525u + 1013904223u;
            float a = ((state >> 8) + 1) * (1 / 16777217.0f);
            state = state * 1664525u + 1013904223u;
            float b = (state >> 8) * (1 / 16777216.0f);
            s *= __expf(drift + sigma * sqrtf(-2 * __logf(a)) * __cosf(6.2831853f * b));
        }
        sum += fmaxf(s - 100, 0);
    }
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int d = blockDim.x / 2; d > 0; d >>= 1) {
        if (threadIdx.x < d) sums[threadIdx.x] += sums[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

/* ---- sorting ---- */
__global__ void sort_pairs(unsigned *keys, unsigned *values) { /* bitonic, 1,024 keys with values a block */
    __shared__ unsigned k[1024], v[1024];
    int t = threadIdx.x, base = blockIdx.x * 1024;
    k[t] = keys[base + t], v[t] = values[base + t], k[t + 512] = keys[base + t + 512], v[t + 512] = values[base + t + 512];
    for (int size = 2; size <= 1024; size <<= 1) {
        for (int stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            int at = 2 * t - (t & (stride - 1));
            bool rising = (t & (size / 2)) == 0;
            if ((k[at] > k[at + stride]) == rising) {
                unsigned key = k[at], value = v[at];
                k[at] = k[at + stride], v[at] = v[at + stride], k[at + stride] = key, v[at + stride] = value;
            }
        }
    }
    __syncthreads();
    keys[base + t] = k[t], values[base + t] = v[t], keys[base + t + 512] = k[t + 512], values[base + t + 512] = v[t + 512];
}
__global__ void odd_even_phase(int *data, int n, int phase) { /* neighbours change places */
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + phase;
    if (i + 1 < n && data[i] > data[i + 1]) {
        int left = data[i];
        data[i] = data[i + 1], data[i + 1] = left;
    }
}
__global__ void split_by_bit(const unsigned *in, unsigned *out, int bit) { /* one bit of a radix sort of each block's 256 keys */
    __shared__ unsigned flags[256];
    int t = threadIdx.x;
    unsigned key = in[blockIdx.x * 256 + t], zero = (key >> bit & 1) == 0;
    flags[t] = zero;
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        unsigned left = t >= d ? flags[t - d] : 0;
        __syncthreads();
        flags[t] += left;
        __syncthreads();
    }
    unsigned zeros = flags[255], place = zero ? flags[t] - 1 : zeros + t - flags[t];
    out[blockIdx.x * 256 + place] = key;
}
__global__ void counting_places(const int *in, int *next, int *out, int n) { /* counting sort: each takes the next place of its key */
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[atomicAdd(&next[in[i]], 1)] = in[i];
    }
}

/* ---- sparse products ---- */
__global__ void csr_grid(const int *start, const int *column, const float *value, const float *x, float *y, int rows) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float sum = 0;
        for (int k = start[row]; k < start[row + 1]; k++) {
            sum += value[k] * x[column[k]];
        }
        y[row] = sum;
    }
}
__global__ void csr_long_rows(const int *start, const int *column, const double *value, const double *x, double *y, int rows) {
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31; /* a warp a row */
    if (row < rows) {
        double sum = 0;
        for (int k = start[row] + lane; k < start[row + 1]; k += 32) {
            sum += value[k] * x[column[k]];
        }
        for (int d = 16; d > 0; d >>= 1) {
            sum += __shfl_down_sync(0xFFFFFFFFu, sum, d);
        }
        if (lane == 0) {
            y[row] = sum;
        }
    }
}
__global__ void diagonals(const float *value, const int *offset, const float *x, float *y, int rows, int count) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        float sum = 0;
        for (int d = 0; d < count; d++) {
            int column = row + offset[d];
            if (column >= 0 && column < rows) {
                sum += value[d * rows + row] * x[column];
            }
        }
        y[row] = sum;
    }
}

/* ---- histograms ---- */
__global__ void letters(const char *text, unsigned *bins, int n) { /* seven bins of four letters, each block its own in shared memory */
    __shared__ unsigned own[7];
    if (threadIdx.x < 7) own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26) {
            atomicAdd(&own[letter / 4], 1);
        }
    }
    __syncthreads();
    if (threadIdx.x < 7 && own[threadIdx.x] > 0) {
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
    }
}
__global__ void values_256(const unsigned *in, unsigned *bins, int n) { /* one block for 16 elements a thread */
    __shared__ unsigned own[256];
    own[threadIdx.x] = 0;
    __syncthreads();
    int base = blockIdx.x * 256 * 16 + threadIdx.x;
    for (int k = 0; k < 16; k++) {
        int i = base + k * 256;
        if (i < n) atomicAdd(&own[in[i] % 256], 1);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

/* ---- reductions ---- */
__global__ void dot_blocks(const float *a, const float *b, float *part, int n) { /* the host adds the blocks' sums */
    __shared__ float cache[256];
    float sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
        sum += a[i] * b[i];
    }
    cache[threadIdx.x] = sum;
    __syncthreads();
    for (int i = blockDim.x / 2; i != 0; i /= 2) {
        if (threadIdx.x < i) cache[threadIdx.x] += cache[threadIdx.x + i];
        __syncthreads();
    }
    if (threadIdx.x == 0) part[blockIdx.x] = cache[0];
}
__global__ void sum_last_warp(const int *in, int *out, int n) { /* two elements a thread, the last warp without barriers */
    __shared__ volatile int s[512];
    int t = threadIdx.x, i = blockIdx.x * 1024 + t;
    s[t] = (i < n ? in[i] : 0) + (i + 512 < n ? in[i + 512] : 0);
    __syncthreads();
    for (int d = 256; d > 32; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t < 32) {
        for (int d = 32; d > 0; d >>= 1) {
            int other = s[t + d];
            __syncwarp();
            s[t] += other;
            __syncwarp();
        }
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void softmax_warps(const float *in, float *out, int rows, int width) { /* a warp a row */
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const float *x = in + row * width;
    float most = -1e30f, sum = 0;
    for (int k = lane; k < width; k += 32) most = fmaxf(most, x[k] * 0.005f);
    for (int d = 16; d > 0; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    for (int k = lane; k < width; k += 32) sum += expf(x[k] * 0.005f - most);
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    for (int k = lane; k < width; k += 32) out[row * width + k] = expf(x[k] * 0.005f - most) / sum;
}

/* ---- transposes ---- */
__global__ void turn_square(const float *in, float *out, int columns, int rows) { /* blocks of 32 x 32 threads, no padding */
    __shared__ float tile[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    if (x < columns && y < rows) tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    if (x < rows && y < columns) out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}
__global__ void permute(const int *in, const int *place, int *out, int n) { /* writes where a table says */
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[place[i]] = in[i];
}

/* ---- products ---- */
__global__ void product_bounds(const float *a, const float *b, float *c, int n) { /* tiles of 16 x 16, any n */
    __shared__ float s[16][16], t[16][16];
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    float sum = 0;
    for (int tile = 0; tile < (n + 15) / 16; tile++) {
        int x = tile * 16 + threadIdx.x, y = tile * 16 + threadIdx.y;
        s[threadIdx.y][threadIdx.x] = row < n && x < n ? a[row * n + x] : 0;
        t[threadIdx.y][threadIdx.x] = y < n && column < n ? b[y * n + column] : 0;
        __syncthreads();
        for (int k = 0; k < 16; k++) sum += s[threadIdx.y][k] * t[k][threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n) c[row * n + column] = sum;
}
__global__ void product_coarse(const float *a, const float *b, float *c, int n) { /* four tiles of 32 x 32 beside each other a block */
    __shared__ float s[32][32], t[32][32];
    int row = blockIdx.y * 32 + threadIdx.y, first = blockIdx.x * 128 + threadIdx.x;
    float sum[4] = {0, 0, 0, 0};
    for (int k = 0; k < n; k += 32) {
        s[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        for (int q = 0; q < 4; q++) {
            t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + first + 32 * q];
            __syncthreads();
            for (int i = 0; i < 32; i++) sum[q] += s[threadIdx.y][i] * t[i][threadIdx.x];
            __syncthreads();
        }
    }
    for (int q = 0; q < 4; q++) c[row * n + first + 32 * q] = sum[q];
}
__global__ void product_row_column(const double *a, const double *b, double *c, int n) { /* doubles, no tiles */
    int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < n && column < n) {
        double sum = 0;
        for (int k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column];
        c[row * n + column] = sum;
    }
}

/* ---- occupancy, latency ---- */
__global__ void long_chain(float *out, int rounds) { /* a division waits for the one before */
    extern __shared__ float room[];
    float x = threadIdx.x + 1.5f;
    for (int k = 0; k < rounds; k++) x = 1.7f + 3.1f / x;
    room[threadIdx.x] = x;
    out[blockIdx.x * blockDim.x + threadIdx.x] = room[threadIdx.x];
}
__global__ void follow_list(const int *next, int *out, int hops) { /* one thread a block */
    int at = blockIdx.x * 64;
    for (int k = 0; k < hops; k++) at = next[at];
    out[blockIdx.x] = at;
}
__global__ void ripple(unsigned char *out, int width, float tick) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float fx = x - width / 2, fy = y - width / 2, d = sqrtf(fx * fx + fy * fy);
    unsigned char grey = (unsigned char)(128.0f + 127.0f * cosf(d / 10.0f - tick / 7.0f) / (d / 10.0f + 1.0f));
    int at = 4 * (y * width + x);
    out[at] = grey, out[at + 1] = grey, out[at + 2] = grey, out[at + 3] = 255;
}

static const int K = 1 << 10, M = 1 << 20;
#define RUN(n, what, ...) launch(#what, n, [=] { what __VA_ARGS__; })

/* 5 points of a grid, side x side: most rows have 5 elements. */
static void run_sparse(const float *x, float *y, double *d) {
    const int side = 512, rows = side * side;
    std::vector<int> start(1, 0), column;
    for (int r = 0; r < rows; r++) {
        int i = r / side, j = r % side;
        if (i > 0) column.push_back(r - side);
        if (j > 0) column.push_back(r - 1);
        column.push_back(r);
        if (j < side - 1) column.push_back(r + 1);
        if (i < side - 1) column.push_back(r + side);
        start.push_back(int(column.size()));
    }
    int *s = on_device(start), *c = on_device(column);
    RUN(rows, csr_grid, <<<rows / 256, 256>>>(s, c, x, x + 4 * M, y, rows));
    int *offset = on_device(std::vector<int>{-side, -1, 0, 1, side});
    RUN(rows, diagonals, <<<rows / 256, 256>>>(x, offset, x + 4 * M, y, rows, 5));
    draws draw{91};
    std::vector<int> longer(1, 0), wide;
    for (int r = 0; r < 8 * K; r++) {
        for (int k = 40 + int(draw(120)); k > 0; k--) wide.push_back(int(draw(8 * K)));
        longer.push_back(int(wide.size()));
    }
    int *l = on_device(longer), *w = on_device(wide);
    RUN(8 * K, csr_long_rows, <<<8 * K / 4, 128>>>(l, w, d, d + M, d + M + 64 * K, 8 * K));
}

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    float *x = drawn<float>(8 * M, 1000, 93), *y = drawn<float>(8 * M, 1000, 94);
    int *u = drawn<int>(4 * M, M, 95), *v = drawn<int>(4 * M, M, 96);
    double *d = drawn<double>(2 * M, 1000, 97);
    char *text = drawn<char>(4 * M, 26, 98);
    std::vector<int> place(M), list(16 * M), starts(1000);
    draws draw{99};
    for (int k = 0; k < M; k++) place[k] = k;
    for (int k = M - 1; k > 0; k--) std::swap(place[k], place[draw(unsigned(k + 1))]);
    for (int k = 0; k < 16 * M; k++) list[k] = (k + 1234567 * 64) & (16 * M - 1);
    for (int k = 0; k < 1000; k++) starts[k] = k * 1200;
    int *places = on_device(place), *next = on_device(list), *first = on_device(starts), *few = drawn<int>(M, 1000, 92);
    unsigned *bins = on_device(std::vector<unsigned>(4096, 0));
    std::vector<char> letter(2 * M);
    for (char &c : letter) c = char('a' + draw(32));
    char *written = on_device(letter);
    std::vector<float> weights(49, 0.02f);
    cudaMemcpyToSymbol(mask, weights.data(), sizeof(float) * 49);

    RUN(M, scan_doubling, <<<(M + 255) / 256, 256>>>(x, y, M, 1024));
    RUN(M, scan_two_a_thread, <<<M / 1024, 512>>>(u, v, (int *)bins));
    for (int w : {200, 1000}) RUN(w, convolve, <<<dim3((w + 15) / 16, (w + 15) / 16), dim3(16, 16)>>>(x, y, w, w));
    RUN(1000, convolve_tile, <<<dim3(39, 39), dim3(32, 32)>>>(x, y, 1000, 1000));
    RUN(2 * M, line_stencil, <<<4 * K, 512>>>(u + 64, v));
    for (int n : {512, 2048}) RUN(n, heat_tile, <<<dim3(n / 32, n / 16), dim3(32, 16)>>>(x, y, n));
    RUN(120, seven_points_rising, <<<dim3(4, 4, 4), dim3(32, 32)>>>(x, y, 120));
    for (int n : {2 * K, 8 * K}) RUN(n, body_forces, <<<n / 256, 256>>>((float4 *)x, (float3 *)y, 0.01f, n));
    RUN(256, coulomb, <<<dim3(1, 256), 64>>>((float4 *)x, y, 500, 256));
    RUN(M, black_scholes, <<<M / 256, 256>>>(x, x + M, x + 2 * M, y, y + M, 0.02f, 0.3f, M));
    RUN(512, option_tree, <<<512, 256>>>(x, y, 255));
    RUN(16, paths, <<<256, 128>>>(y, 16, 16, 0.001f, 0.02f));
    RUN(256 * K, sort_pairs, <<<256, 512>>>((unsigned *)u, (unsigned *)v));
    RUN(2 * M, odd_even_phase, <<<4 * K, 256>>>(u, 2 * M, 1));
    RUN(M, split_by_bit, <<<4 * K, 256>>>((unsigned *)u, (unsigned *)v, 3));
    RUN(M, counting_places, <<<4 * K, 256>>>(few, first, v, M));
    run_sparse(x, y, d);
    RUN(2 * M, letters, <<<256, 256>>>(written, bins, 2 * M));
    RUN(2 * M, values_256, <<<512, 256>>>((unsigned *)u, bins, 2 * M));
    RUN(33 * K, dot_blocks, <<<32, 256>>>(x, y, y + 4 * M, 33 * K));
    RUN(4 * M, sum_last_warp, <<<4 * K, 512>>>(u, v, 4 * M));
    for (int w : {128, 1000}) RUN(w, softmax_warps, <<<K, 128>>>(x, y, 4 * K, w));
    RUN(1500, turn_square, <<<dim3(47, 32), dim3(32, 32)>>>(x, y, 1500, 1000));
    RUN(M, permute, <<<4 * K, 256>>>(u, places, v, M));
    RUN(500, product_bounds, <<<dim3(32, 32), dim3(16, 16)>>>(x, x + M, y, 500));
    RUN(512, product_coarse, <<<dim3(4, 16), dim3(32, 32)>>>(x, x + M, y, 512));
    RUN(256, product_row_column, <<<dim3(16, 16), dim3(16, 16)>>>(d, d + M, (double *)y, 256));
    for (int bytes : {1024, 60 * 1024}) {
        cudaFuncSetAttribute(long_chain, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
        RUN(bytes, long_chain, <<<1056, 256, bytes>>>(y, 128));
    }
    for (int k : {1, 264}) RUN(k, follow_list, <<<k, 1>>>(next, v, 400));
    RUN(1024, ripple, <<<dim3(64, 64), dim3(16, 16)>>>((unsigned char *)text, K, 9.0f));
    return 0;
}
