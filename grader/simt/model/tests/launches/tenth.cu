/*
 * A tenth held-out set: persistent blocks, warps that add up for all of their lanes, doubles and halves, divisions of integers,
 * small launches. Predicted before they were measured.
 */
#include "bench.h"

#include <cooperative_groups.h>
#include <cuda_fp16.h>

namespace groups = cooperative_groups;

#define AT (blockIdx.x * blockDim.x + threadIdx.x)

/* ---- scans, reductions ---- */
__global__ void scan_segments(const float *in, const int *flags, float *out) { /* sums that begin anew at each flag */
    int lane = threadIdx.x % 32;
    float sum = in[AT];
    int head = flags[AT] % 16 == 0;
    for (int d = 1; d < 32; d *= 2) {
        float other = __shfl_up_sync(~0u, sum, d);
        int before = __shfl_up_sync(~0u, head, d);
        if (lane >= d) {
            sum = head ? sum : sum + other;
            head |= before;
        }
    }
    out[AT] = sum;
}
__global__ void scan_doubles(const double *in, double *out) { /* two buffers in shared memory, 512 a block */
    __shared__ double line[2][512];
    int from = 0, t = threadIdx.x;
    line[0][t] = in[AT];
    for (int d = 1; d < 512; d *= 2) {
        __syncthreads();
        line[1 - from][t] = t >= d ? line[from][t] + line[from][t - d] : line[from][t];
        from = 1 - from;
    }
    out[AT] = line[from][t];
}
__global__ void sum_persistent(const float *in, float *out, int n) { /* as many blocks as there is room for */
    __shared__ float parts[8];
    float sum = 0;
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) sum += in[i];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++) sum += parts[w];
        atomicAdd(out, sum);
    }
}
__global__ void least_place(const double *in, double *least, int *place, int n) { /* the least and where it lies, of a block */
    __shared__ double value[256];
    __shared__ int where[256];
    int t = threadIdx.x;
    double best = 1e300;
    int at = -1;
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        if (in[i] < best) best = in[i], at = i;
    }
    value[t] = best, where[t] = at;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (t < d && value[t + d] < value[t]) value[t] = value[t + d], where[t] = where[t + d];
        __syncthreads();
    }
    if (t == 0) least[blockIdx.x] = value[0], place[blockIdx.x] = where[0];
}
__global__ void tiles_of_16(const int *in, int *out) { /* groups of 16 threads add up */
    auto tile = groups::tiled_partition<16>(groups::this_thread_block());
    int sum = in[AT];
    for (int d = tile.size() / 2; d > 0; d /= 2) sum += tile.shfl_down(sum, d);
    if (tile.thread_rank() == 0) out[AT / 16] = sum;
}

/* ---- convolutions, stencils ---- */
__constant__ float taps[64];
__global__ void conv_channels(const float *in, const float *weights, float *out, int side) { /* 3 x 3 over 16 channels, one of 16 maps a z */
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    if (x < 1 || y < 1 || x >= side - 1 || y >= side - 1) return;
    for (int c = 0; c < 16; c++) {
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                sum += in[(c * side + y + dy) * side + x + dx] * weights[((blockIdx.z * 16 + c) * 3 + dy + 1) * 3 + dx + 1];
            }
        }
    }
    out[(blockIdx.z * side + y) * side + x] = fmaxf(sum, 0);
}
__global__ void fir_shared(const float *in, float *out) { /* 33 taps along a line */
    __shared__ float line[256 + 32];
    line[threadIdx.x] = in[AT];
    if (threadIdx.x < 32) line[256 + threadIdx.x] = in[AT + 256];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 33; k++) sum += taps[k] * line[threadIdx.x + k];
    out[AT] = sum;
}
__global__ void cube_27(const float *in, float *out, int n) { /* all 27 neighbours */
    int x = AT % n, y = AT / n % n, z = AT / n / n;
    if (x == 0 || y == 0 || z == 0 || x == n - 1 || y == n - 1 || z >= n - 1) return;
    float sum = 0;
    for (int k = -1; k <= 1; k++)
        for (int j = -1; j <= 1; j++)
            for (int i = -1; i <= 1; i++) sum += in[((z + k) * n + y + j) * n + x + i];
    out[(z * n + y) * n + x] = sum / 27;
}
__global__ void wave_doubles(const double *now, const double *before, double *next, int n) { /* five points, doubles */
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y, at = y * n + x;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1) {
        next[at] = 2 * now[at] - before[at] + 0.1 * (now[at - 1] + now[at + 1] + now[at - n] + now[at + n] - 4 * now[at]);
    }
}
__global__ void red_black(float *grid, int n, int colour) { /* every other cell of a row */
    int y = blockIdx.y * blockDim.y + threadIdx.y, x = 2 * (blockIdx.x * blockDim.x + threadIdx.x) + (y + colour) % 2;
    if (x > 0 && y > 0 && x < n - 1 && y < n - 1) {
        int at = y * n + x;
        grid[at] = 0.25f * (grid[at - 1] + grid[at + 1] + grid[at - n] + grid[at + n]);
    }
}

/* ---- bodies, options, numbers drawn ---- */
__global__ void bodies_soa(const float *x, const float *y, const float *z, float *fx, int n) { /* a tile of each coordinate */
    __shared__ float tx[128], ty[128], tz[128];
    float mx = x[AT], my = y[AT], mz = z[AT], force = 0;
    for (int base = 0; base < n; base += 128) {
        tx[threadIdx.x] = x[base + threadIdx.x], ty[threadIdx.x] = y[base + threadIdx.x], tz[threadIdx.x] = z[base + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 128; k++) {
            float dx = tx[k] - mx, dy = ty[k] - my, dz = tz[k] - mz, r = dx * dx + dy * dy + dz * dz + 0.01f;
            float inverse = rsqrtf(r);
            force += dx * inverse * inverse * inverse;
        }
        __syncthreads();
    }
    fx[AT] = force;
}
__device__ float uniform(unsigned &s) {
    s ^= s << 13, s ^= s >> 17, s ^= s << 5;
    return (s >> 8) * (1.0f / 16777216) + 1e-8f;
}
__global__ void heston(float *out, int steps) { /* two normal numbers a step, by Box and Muller */
    unsigned seed = AT * 747796405u + 2891336453u;
    float price = 100, variance = 0.04f;
    for (int k = 0; k < steps; k++) {
        float radius = sqrtf(-2 * logf(uniform(seed))), sine, cosine;
        sincosf(6.2831853f * uniform(seed), &sine, &cosine);
        price *= expf(-0.5f * variance * 0.01f + sqrtf(variance * 0.01f) * radius * cosine);
        variance = fmaxf(variance + 0.02f * (0.04f - variance) + 0.03f * radius * sine * sqrtf(variance * 0.01f), 1e-4f);
    }
    out[AT] = fmaxf(price - 100, 0);
}
__global__ void american(const float *strike, float *out, int steps) { /* a block an option, backwards through a tree */
    __shared__ float value[257];
    int t = threadIdx.x;
    float k = strike[blockIdx.x] * 0.1f + 50, up = 1.01f;
    value[t] = fmaxf(k - 100 * powf(up, 2 * t - steps), 0);
    for (int step = steps - 1; step >= 0; step--) {
        __syncthreads();
        float next = t <= step ? 0.5f * (value[t] + value[t + 1]) : 0;
        __syncthreads();
        if (t <= step) value[t] = fmaxf(next, k - 100 * powf(up, 2 * t - step));
    }
    if (t == 0) out[blockIdx.x] = value[0];
}

/* ---- sorting, selecting ---- */
__global__ void bitonic_pairs(unsigned long long *pairs) { /* 1024 keys with their values, 512 threads */
    __shared__ unsigned long long line[1024];
    unsigned t = threadIdx.x, base = blockIdx.x * 1024;
    line[t] = pairs[base + t], line[t + 512] = pairs[base + t + 512];
    for (unsigned size = 2; size <= 1024; size *= 2) {
        for (unsigned stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            unsigned at = 2 * t - (t & (stride - 1));
            bool rising = (t & (size / 2)) == 0;
            unsigned long long a = line[at], b = line[at + stride];
            if ((a > b) == rising) line[at] = b, line[at + stride] = a;
        }
    }
    __syncthreads();
    pairs[base + t] = line[t], pairs[base + t + 512] = line[t + 512];
}
__global__ void radix_scatter(const unsigned *in, const unsigned *start, unsigned *out, int shift) { /* 4 bits, ranks by votes */
    __shared__ unsigned counts[8][16], first[16];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    unsigned key = in[AT], digit = key >> shift & 15, same = ~0u;
    for (int bit = 0; bit < 4; bit++) {
        unsigned vote = __ballot_sync(~0u, digit >> bit & 1);
        same &= digit >> bit & 1 ? vote : ~vote;
    }
    if (lane < 16) counts[warp][lane] = 0;
    __syncwarp();
    unsigned rank = __popc(same & ((1u << lane) - 1));
    if (rank == 0) counts[warp][digit] = __popc(same);
    __syncthreads();
    if (threadIdx.x < 16) {
        unsigned sum = start[blockIdx.x * 16 + threadIdx.x];
        for (int w = 0; w < 8; w++) {
            unsigned count = counts[w][threadIdx.x];
            counts[w][threadIdx.x] = sum;
            sum += count;
        }
        first[threadIdx.x] = sum;
    }
    __syncthreads();
    out[counts[warp][digit] + rank] = key;
}
__global__ void filter_warps(const int *in, int *out, int *count, int n) { /* one atomic a warp for all lanes that keep theirs */
    int i = AT;
    bool keep = i < n && in[i] % 3 == 0;
    unsigned votes = __ballot_sync(~0u, keep);
    int lane = threadIdx.x % 32, base = 0;
    if (lane == 0 && votes != 0) base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(~0u, base, 0);
    if (keep) out[base + __popc(votes & ((1u << lane) - 1))] = in[i];
}
__global__ void filter_block(const int *in, int *out, int *count) { /* a block collects in shared memory first */
    __shared__ int kept[512], number, base;
    if (threadIdx.x == 0) number = 0;
    __syncthreads();
    int value = in[AT];
    if (value & 1) kept[atomicAdd(&number, 1)] = value;
    __syncthreads();
    if (threadIdx.x == 0) base = atomicAdd(count, number);
    __syncthreads();
    for (int k = threadIdx.x; k < number; k += blockDim.x) out[base + k] = kept[k];
}

/* ---- sparse products ---- */
__global__ void csr_doubles(const int *start, const int *column, const double *value, const double *x, double *y, int rows) { /* 8 threads a row */
    int row = AT / 8, lane = threadIdx.x % 8;
    double sum = 0;
    if (row < rows) {
        for (int k = start[row] + lane; k < start[row + 1]; k += 8) sum += value[k] * x[column[k]];
    }
    for (int d = 4; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d, 8);
    if (row < rows && lane == 0) y[row] = sum;
}
__global__ void sliced_ell(const int *slice, const int *column, const float *value, const float *x, float *y) { /* 32 rows a slice */
    int row = AT, s = row / 32;
    float sum = 0;
    for (int k = slice[s] + row % 32; k < slice[s + 1]; k += 32) sum += value[k] * x[column[k]];
    y[row] = sum;
}
__global__ void blocks_4x4(const int *start, const int *column, const float *value, const float *x, float *y) { /* a thread a row of small blocks */
    int block_row = AT / 4, r = AT % 4;
    float sum = 0;
    for (int b = start[block_row]; b < start[block_row + 1]; b++) {
        float4 v = ((const float4 *)value)[b * 4 + r], u = ((const float4 *)x)[column[b]];
        sum += v.x * u.x + v.y * u.y + v.z * u.z + v.w * u.w;
    }
    y[AT] = sum;
}

/* ---- histograms, atomics ---- */
__global__ void bins_2048(const unsigned *in, unsigned *bins, int n) { /* a table of 8 KiB a block */
    __shared__ unsigned table[2048];
    for (int b = threadIdx.x; b < 2048; b += blockDim.x) table[b] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) atomicAdd(&table[in[i] % 2048], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 2048; b += blockDim.x) atomicAdd(&bins[b], table[b]);
}
__global__ void strided_adds(int *out, int stride, int mask) { atomicAdd(&out[(AT * stride) & mask], 1); }
__global__ void queue(const float *in, float *out, int *ticket, int n) { /* blocks take their work from a counter */
    __shared__ int mine;
    for (;;) {
        if (threadIdx.x == 0) mine = atomicAdd(ticket, 256);
        __syncthreads();
        int i = mine + threadIdx.x;
        __syncthreads();
        if (mine >= n) return;
        if (i < n) out[i] = sqrtf(in[i]) * 2 + 1;
    }
}
__global__ void joint_most(const int *in, int *most) { /* each warp finds its own greatest, then a maximum of all */
    int value = __reduce_max_sync(~0u, in[AT]);
    if (threadIdx.x % 32 == 0) atomicMax(&most[blockIdx.x % 64], value);
}

/* ---- products ---- */
__global__ void product_tile_double(const double *a, const double *b, double *c, int n) {
    __shared__ double ta[16][16], tb[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
    double sum = 0;
    for (int k = 0; k < n; k += 16) {
        ta[ty][tx] = a[row * n + k + tx];
        tb[ty][tx] = b[(k + ty) * n + column];
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += ta[ty][i] * tb[i][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
__global__ void product_4x4(const float *a, const float *b, float *c, int n) { /* tiles of 64 x 64, 16 results a thread */
    __shared__ float ta[16][64], tb[16][64];
    int tx = threadIdx.x % 16, ty = threadIdx.x / 16, row = blockIdx.y * 64, column = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int k = 0; k < n; k += 16) {
        for (int q = threadIdx.x; q < 1024; q += 256) {
            ta[q % 16][q / 16] = a[(row + q / 16) * n + k + q % 16];
            tb[q / 64][q % 64] = b[(k + q / 64) * n + column + q % 64];
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) {
            float x[4], y[4];
            for (int j = 0; j < 4; j++) x[j] = ta[i][ty * 4 + j], y[j] = tb[i][tx * 4 + j];
            for (int j = 0; j < 4; j++)
                for (int l = 0; l < 4; l++) sum[j][l] += x[j] * y[l];
        }
        __syncthreads();
    }
    for (int j = 0; j < 4; j++)
        for (int l = 0; l < 4; l++) c[(row + ty * 4 + j) * n + column + tx * 4 + l] = sum[j][l];
}
__global__ void columns_times_x(const float *a, const float *x, float *y, int rows, int columns) { /* y = A' x, a thread a column */
    int j = AT;
    float sum = 0;
    for (int i = 0; i < rows; i++) sum += a[i * columns + j] * x[i];
    y[j] = sum;
}
__global__ void cholesky_block(double *a) { /* 64 x 64 in shared memory, 64 threads, one block */
    __shared__ double m[64][65];
    int t = threadIdx.x;
    for (int r = 0; r < 64; r++) m[r][t] = a[r * 64 + t] * 1e-3 + (r == t ? 100 : 0);
    for (int k = 0; k < 64; k++) {
        __syncthreads();
        if (t == k) m[k][k] = sqrt(m[k][k]);
        __syncthreads();
        if (t > k) m[t][k] /= m[k][k];
        __syncthreads();
        if (t > k) {
            for (int j = k + 1; j <= t; j++) m[t][j] -= m[t][k] * m[j][k];
        }
    }
    __syncthreads();
    for (int r = 0; r < 64; r++) a[r * 64 + t] = m[r][t];
}

/* ---- data in rows and structures ---- */
struct particle {
    float x, y, z, vx, vy, vz, mass;
};
__global__ void push_structs(particle *p, float dt) {
    p[AT].x += dt * p[AT].vx, p[AT].y += dt * p[AT].vy, p[AT].z += dt * p[AT].vz;
}
__global__ void push_arrays(float *x, float *y, float *z, const float *vx, const float *vy, const float *vz, float dt) {
    x[AT] += dt * vx[AT], y[AT] += dt * vy[AT], z[AT] += dt * vz[AT];
}
__global__ void transpose_doubles(const double *in, double *out, int n) {
    __shared__ double tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int r = 0; r < 32; r += 8) tile[threadIdx.y + r][threadIdx.x] = in[(y + r) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int r = 0; r < 32; r += 8) out[(y + r) * n + x] = tile[threadIdx.x][threadIdx.y + r];
}
__global__ void reversed(const int *in, int *out, int n) { out[n - 1 - AT] = in[AT]; }

/* ---- arithmetic ---- */
__global__ void axpy_half(const __half2 *x, __half2 *y, int n) {
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) y[i] = __hfma2(__float2half2_rn(0.5f), x[i], y[i]);
}
__global__ void polynomial_half(__half2 *x, int rounds) {
    __half2 v = x[AT], s = __float2half2_rn(0.0f);
    for (int k = 0; k < rounds; k++) s = __hfma2(s, v, v);
    x[AT] = s;
}
__global__ void digits_base(unsigned *x, unsigned base) { /* divisions by a number that is not known before */
    unsigned v = x[AT], sum = 0;
    while (v != 0) sum += v % base, v /= base;
    x[AT] = sum;
}
__global__ void divide_long(long long *x, long long by, int rounds) {
    long long v = x[AT];
    for (int k = 0; k < rounds; k++) v = (v << 20) / by + k;
    x[AT] = v;
}
__global__ void polar(const float *radius, const float *angle, float2 *out) {
    float s, c;
    sincosf(angle[AT] * 0.01f, &s, &c);
    out[AT] = make_float2(radius[AT] * c, radius[AT] * s);
}
__global__ void haversine(const float *a, const float *b, float *out) { /* how far from a point on the globe */
    float la = a[AT] * 0.001f, lo = b[AT] * 0.003f, s = sinf((la - 0.5f) / 2), t = sinf((lo - 0.1f) / 2);
    out[AT] = 12742 * asinf(sqrtf(s * s + cosf(la) * 0.87f * t * t));
}
__global__ void julia(unsigned char *out, int n) {
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y, k = 0;
    float re = 3.0f * x / n - 1.5f, im = 3.0f * y / n - 1.5f;
    for (; k < 200 && re * re + im * im < 4; k++) {
        float r = re * re - im * im - 0.8f;
        im = 2 * re * im + 0.156f, re = r;
    }
    out[y * n + x] = (unsigned char)k;
}
__global__ void rounds_of_hash(unsigned *x, int rounds) { /* rotations and sums, as a hash has them */
    unsigned a = x[AT], b = 0x9E3779B9u, c = 7, d = AT;
    for (int k = 0; k < rounds; k++) {
        a += b, d = __funnelshift_l(d ^ a, d ^ a, 16);
        c += d, b = __funnelshift_l(b ^ c, b ^ c, 12);
        a += b, d = __funnelshift_l(d ^ a, d ^ a, 8);
        c += d, b = __funnelshift_l(b ^ c, b ^ c, 7);
    }
    x[AT] = a ^ b ^ c ^ d;
}
__global__ void newton_double(double *x, int rounds) { /* cube roots, a division a round */
    double a = x[AT] + 1, r = a;
    for (int k = 0; k < rounds; k++) r = (2 * r + a / (r * r)) / 3;
    x[AT] = r;
}

/* ---- latency, occupancy, small launches ---- */
__global__ void list_warps(const int *next, int *out, int hops) { /* each lane its own list */
    int at = AT * 97;
    for (int k = 0; k < hops; k++) at = next[at];
    out[AT] = at;
}
__global__ void chain_shared_adds(int *out, int rounds) { /* each addition wants what the one before left */
    __shared__ int word[32];
    word[threadIdx.x % 32] = 0;
    __syncthreads();
    int v = 1;
    for (int k = 0; k < rounds; k++) v = atomicAdd(&word[(threadIdx.x + v) % 32], 1) & 1;
    out[AT] = v;
}
__global__ void chain_doubles(double *out, int rounds) {
    double v = threadIdx.x;
    for (int k = 0; k < rounds; k++) v = v * 1.0000001 + 0.5;
    out[AT] = v;
}
__global__ void sum_one_block(const float *in, float *out, int n) { /* 1024 threads add up all */
    __shared__ float line[1024];
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += 1024) sum += in[i];
    line[threadIdx.x] = sum;
    for (int d = 512; d > 0; d /= 2) {
        __syncthreads();
        if (threadIdx.x < d) line[threadIdx.x] += line[threadIdx.x + d];
    }
    if (threadIdx.x == 0) out[0] = line[0];
}
__global__ void edit_distance(const char *a, const char *b, int *out, int n) { /* diagonals, a block, n at most 512 */
    __shared__ int row[3][513];
    int t = threadIdx.x;
    for (int d = 0; d <= 2 * n; d++) {
        int *now = row[d % 3], *one = row[(d + 2) % 3], *two = row[(d + 1) % 3];
        int i = t, j = d - t;
        if (j >= 0 && j <= n && i <= n) {
            now[i] = i == 0 ? j : j == 0 ? i : min(min(one[i - 1], one[i]) + 1, two[i - 1] + (a[blockIdx.x * n + i - 1] != b[j - 1]));
        }
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = row[2 * n % 3][n];
}

static const int K = 1 << 10, M = 1 << 20;
#define RUN(n, what, ...) launch(#what, n, [=] { what __VA_ARGS__; })

static void run_sparse(const float *x, float *y, double *d) {
    draws draw{5};
    const int rows = 64 * K;
    std::vector<int> start(1, 0), column, slice(1, 0), wide, rows_of(1, 0), small;
    for (int r = 0; r < rows; r++) {
        for (int k = 8 + int(draw(24)); k > 0; k--) column.push_back((r + int(draw(4096)) + rows - 2048) % rows);
        start.push_back(int(column.size()));
    }
    int *s = on_device(start), *c = on_device(column);
    RUN(rows, csr_doubles, <<<rows * 8 / 256, 256>>>(s, c, d, d, (double *)y, rows));
    for (int r = 0; r < rows / 32; r++) {
        int longest = 12 + int(draw(16));
        for (int k = 0; k < 32 * longest; k++) wide.push_back(int(draw(rows)));
        slice.push_back(int(wide.size()));
    }
    int *l = on_device(slice), *w = on_device(wide);
    RUN(rows, sliced_ell, <<<rows / 128, 128>>>(l, w, x, x, y));
    for (int r = 0; r < 16 * K; r++) {
        for (int k = 3 + int(draw(6)); k > 0; k--) small.push_back(int(draw(16 * K)));
        rows_of.push_back(int(small.size()));
    }
    int *b = on_device(rows_of), *o = on_device(small);
    RUN(16 * K, blocks_4x4, <<<64 * K / 128, 128>>>(b, o, x, x, y));
}

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    float *x = drawn<float>(8 * M, 1000, 11), *y = drawn<float>(8 * M, 1000, 12);
    int *u = drawn<int>(4 * M, M, 13), *v = drawn<int>(4 * M, M, 14);
    double *d = drawn<double>(4 * M, 1000, 15), *e = drawn<double>(4 * M, 1000, 16);
    char *text = drawn<char>(2 * M, 4, 17);
    int *zero = on_device(std::vector<int>(1 << 20, 0));
    std::vector<int> list(4 * M);
    for (int k = 0; k < 4 * M; k++) list[k] = (k + 104729 * 8) & (4 * M - 1);
    int *next = on_device(list), *kept = nullptr; /* room for what all runs keep */
    cudaMalloc((void **)&kept, sizeof(int) * 20 * M);
    draws draw{18};
    std::vector<unsigned> key(M), from;
    for (unsigned &k : key) k = draw(1 << 30);
    std::vector<std::vector<unsigned>> count(M / 256, std::vector<unsigned>(16, 0));
    for (int k = 0; k < M; k++) count[k / 256][key[k] >> 8 & 15]++;
    std::vector<unsigned> begins(M / 16, 0);
    unsigned sum = 0;
    for (int digit = 0; digit < 16; digit++)
        for (int b = 0; b < M / 256; b++) begins[b * 16 + digit] = sum, sum += count[b][digit];
    unsigned *keys = on_device(key), *begin = on_device(begins);

    RUN(M, scan_segments, <<<M / 256, 256>>>(x, u, y));
    RUN(M, scan_doubles, <<<M / 512, 512>>>(d, e));
    RUN(8 * M, sum_persistent, <<<1056, 256>>>(x, y, 8 * M));
    RUN(2 * M, least_place, <<<264, 256>>>(d, e, v, 2 * M));
    RUN(M, tiles_of_16, <<<M / 256, 256>>>(u, v));
    RUN(128, conv_channels, <<<dim3(8, 8, 16), dim3(16, 16)>>>(x, x + 4 * M, y, 128));
    RUN(M, fir_shared, <<<M / 256, 256>>>(x, y));
    RUN(96, cube_27, <<<96 * 96 * 96 / 256, 256>>>(x, y, 96));
    RUN(1024, wave_doubles, <<<dim3(32, 128), dim3(32, 8)>>>(d, d + M, e, 1024));
    RUN(2048, red_black, <<<dim3(32, 256), dim3(32, 8)>>>(y, 2048, 1));
    for (int n : {4 * K, 16 * K}) RUN(n, bodies_soa, <<<n / 128, 128>>>(x, x + M, x + 2 * M, y, n));
    RUN(64, heston, <<<512, 256>>>(y, 64));
    RUN(255, american, <<<264, 256>>>(x, y, 255));
    RUN(256 * K, bitonic_pairs, <<<256, 512>>>((unsigned long long *)e));
    RUN(M, radix_scatter, <<<M / 256, 256>>>(keys, begin, (unsigned *)v, 8));
    RUN(M, filter_warps, <<<M / 256, 256>>>(u, kept, zero, M));
    RUN(2 * M, filter_block, <<<2 * M / 512, 512>>>(u, kept, zero + 64));
    run_sparse(x, y, d);
    RUN(2 * M, bins_2048, <<<264, 512>>>((unsigned *)u, (unsigned *)zero + 128, 2 * M));
    for (int stride : {1, 8, 32}) RUN(stride, strided_adds, <<<K, 256>>>(zero, stride, M - 1));
    RUN(M, queue, <<<528, 256>>>(x, y, zero + 4096, M));
    RUN(M, joint_most, <<<M / 256, 256>>>(u, zero + 8192));
    RUN(512, product_tile_double, <<<dim3(32, 32), dim3(16, 16)>>>(d, d + M, e, 512));
    RUN(1024, product_4x4, <<<dim3(16, 16), 256>>>(x, x + M, y, 1024));
    RUN(2048, columns_times_x, <<<16, 128>>>(x, x + 6 * M, y, 2048, 2048));
    RUN(64, cholesky_block, <<<1, 64>>>(e));
    RUN(512 * K, push_structs, <<<2 * K, 256>>>((particle *)x, 0.1f));
    RUN(512 * K, push_arrays, <<<2 * K, 256>>>(x, x + M, x + 2 * M, x + 3 * M, x + 4 * M, x + 5 * M, 0.1f));
    RUN(1024, transpose_doubles, <<<dim3(32, 32), dim3(32, 8)>>>(d, e, 1024));
    RUN(4 * M, reversed, <<<4 * M / 256, 256>>>(u, v, 4 * M));
    RUN(4 * M, axpy_half, <<<1056, 256>>>((__half2 *)x, (__half2 *)y, 4 * M));
    RUN(256, polynomial_half, <<<528, 256>>>((__half2 *)y, 256));
    RUN(512 * K, digits_base, <<<2 * K, 256>>>((unsigned *)v, 10));
    RUN(16, divide_long, <<<512, 256>>>((long long *)e, 12345, 16));
    RUN(M, polar, <<<M / 256, 256>>>(x, x + M, (float2 *)y));
    RUN(M, haversine, <<<M / 256, 256>>>(x, x + M, y));
    RUN(512, julia, <<<dim3(32, 32), dim3(16, 16)>>>((unsigned char *)text, 512));
    RUN(64, rounds_of_hash, <<<528, 256>>>((unsigned *)v, 64));
    RUN(12, newton_double, <<<264, 256>>>(e + M, 12));
    for (int k : {1, 8, 132}) RUN(k, list_warps, <<<k, 32>>>(next, v, 100));
    RUN(256, chain_shared_adds, <<<8, 64>>>(v, 256));
    RUN(1000, chain_doubles, <<<4, 64>>>(e, 1000));
    for (int n : {4 * K, 128 * K}) RUN(n, sum_one_block, <<<1, 1024>>>(x, y, n));
    RUN(400, edit_distance, <<<8, 512>>>(text, text + M, v, 400));
    return 0;
}
