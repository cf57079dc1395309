/* A fifth held-out set: 27 launches, predicted before they were measured. */
#include "bench.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

/* ---- scans and sorting ----------------------------------------------------------------------- */

__global__ void scan_kogge(const unsigned *in, unsigned *out, unsigned *sums) { /* Kogge-Stone, two buffers */
    __shared__ unsigned s[2][256];
    int t = threadIdx.x, now = 0;
    s[0][t] = in[INDEX];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        s[1 - now][t] = s[now][t] + (t >= d ? s[now][t - d] : 0);
        now = 1 - now;
        __syncthreads();
    }
    out[INDEX] = s[now][t];
    if (t == 255) sums[blockIdx.x] = s[now][t];
}
__global__ void add_sums(unsigned *data, const unsigned *sums) { /* the second pass of a scan */
    unsigned before = sums[blockIdx.x];
    uint4 *four = (uint4 *)data + INDEX, v = *four;
    v.x += before, v.y += before, v.z += before, v.w += before;
    *four = v;
}
__global__ void compact(const unsigned *in, unsigned *out, unsigned *count, unsigned limit) { /* a ballot a warp */
    unsigned v = in[INDEX], lane = threadIdx.x % 32, at = 0;
    unsigned votes = __ballot_sync(~0u, v < limit);
    if (lane == 0) at = atomicAdd(count, __popc(votes));
    at = __shfl_sync(~0u, at, 0) + __popc(votes & ((1u << lane) - 1));
    if (v < limit) out[at] = v;
}
__global__ void sort_block(unsigned *data) { /* bitonic in shared memory, 512 keys a block */
    __shared__ unsigned s[512];
    unsigned t = threadIdx.x, base = blockIdx.x * 512;
    s[t] = data[base + t], s[t + 256] = data[base + t + 256];
    for (unsigned k = 2; k <= 512; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            unsigned i = 2 * t - (t & (j - 1)), a = s[i], b = s[i + j];
            if ((a > b) == ((i & k) == 0)) s[i] = b, s[i + j] = a;
        }
    __syncthreads();
    data[base + t] = s[t], data[base + t + 256] = s[t + 256];
}
__global__ void radix_count(const unsigned *keys, unsigned *counts, int each, int shift) { /* 16 digits, a row a block */
    __shared__ unsigned s[16];
    if (threadIdx.x < 16) s[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < each; k++) atomicAdd(&s[keys[(blockIdx.x * each + k) * blockDim.x + threadIdx.x] >> shift & 15], 1u);
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}

/* ---- convolutions and images ----------------------------------------------------------------- */

template <int R> __global__ void conv_tile(const float *in, float *out, int w) { /* 2-D, a tile with its border */
    __shared__ float s[16 + 2 * R][32 + 2 * R];
    int x0 = blockIdx.x * 32, y0 = blockIdx.y * 16;
    for (int i = threadIdx.y * 32 + threadIdx.x; i < (16 + 2 * R) * (32 + 2 * R); i += 512) {
        int y = i / (32 + 2 * R), x = i % (32 + 2 * R);
        s[y][x] = in[min(max(y0 + y - R, 0), w - 1) * w + min(max(x0 + x - R, 0), w - 1)];
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int j = 0; j <= 2 * R; j++)
#pragma unroll
        for (int i = 0; i <= 2 * R; i++) sum += s[threadIdx.y + j][threadIdx.x + i] * (1.0f / (1 + i + j));
    out[(y0 + threadIdx.y) * w + x0 + threadIdx.x] = sum;
}
__global__ void pool(const float *in, float *out, int w) { /* the largest of 2 x 2 */
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    const float2 *top = (const float2 *)(in + 2 * y * w), *bottom = (const float2 *)(in + (2 * y + 1) * w);
    float2 a = top[x], b = bottom[x];
    out[y * (w / 2) + x] = fmaxf(fmaxf(a.x, a.y), fmaxf(b.x, b.y));
}
__global__ void rotate(const float *in, float *out, int w) { /* by an angle: neighbours read a slanted line */
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float u = 0.8f * x - 0.6f * y, v = 0.6f * x + 0.8f * y;
    out[y * w + x] = in[((int)v & (w - 1)) * w + ((int)u & (w - 1))];
}

/* ---- bodies, options, arithmetic ------------------------------------------------------------- */

__global__ void bodies_tile(const float4 *body, float4 *force, int n) {
    __shared__ float4 s[128];
    float4 me = body[INDEX], sum = {0, 0, 0, 0};
    for (int from = 0; from < n; from += 128) {
        s[threadIdx.x] = body[from + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < 128; k++) {
            float dx = s[k].x - me.x, dy = s[k].y - me.y, dz = s[k].z - me.z;
            float d = dx * dx + dy * dy + dz * dz + 0.01f, r = rsqrtf(d), f = s[k].w * r * r * r;
            sum.x += dx * f, sum.y += dy * f, sum.z += dz * f;
        }
        __syncthreads();
    }
    force[INDEX] = sum;
}
__global__ void barrier_option(const float *spot, float *price, int steps) { /* leaves when the price falls: unequal threads */
    unsigned s = INDEX * 747796405u + 1;
    float p = spot[INDEX % 1024] + 100;
    int k = 0;
    for (; k < steps && p > 90; k++) {
        s = s * 1664525u + 1013904223u;
        p *= 1.0f + ((int)(s >> 16) - 32768) * 1e-6f;
    }
    price[INDEX] = p + k;
}
__global__ void gcd_pairs(const unsigned *a, const unsigned *b, unsigned *out) { /* divisions in a loop of unequal length */
    unsigned x = a[INDEX] | 1, y = b[INDEX] | 1;
    while (y != 0) {
        unsigned r = x % y;
        x = y, y = r;
    }
    out[INDEX] = x;
}
__global__ void horner(const double *in, double *out) {
    double x = in[INDEX] * 1e-3, y = 1;
#pragma unroll
    for (int k = 0; k < 24; k++) y = y * x + k;
    out[INDEX] = y;
}

/* ---- sparse products, graphs ----------------------------------------------------------------- */

__global__ void csr_float_warp(const int *row, const int *column, const float *value, const float *x, float *y, int n) { /* skewed rows */
    int i = INDEX / 32, lane = threadIdx.x % 32;
    if (i >= n) return;
    float sum = 0;
    for (int k = row[i] + lane; k < row[i + 1]; k += 32) sum += value[k] * x[column[k]];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) y[i] = sum;
}
__global__ void degrees(const int *edge, unsigned *degree) { atomicAdd(&degree[edge[INDEX]], 1u); }
__global__ void rank_pull(const int *row, const int *column, const float *rank, float *next, int n) {
    int i = INDEX;
    if (i >= n) return;
    float sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++) sum += rank[column[k]];
    next[i] = 0.15f + 0.85f * sum;
}

/* ---- histograms ------------------------------------------------------------------------------ */

__global__ void bins_private(const unsigned char *data, unsigned *bins, int n) { /* 8 copies in shared memory */
    __shared__ unsigned s[8][256];
    for (int k = threadIdx.x; k < 2048; k += blockDim.x) s[k / 256][k % 256] = 0;
    __syncthreads();
    for (int i = INDEX; i < n / 4; i += gridDim.x * blockDim.x) {
        unsigned four = ((const unsigned *)data)[i];
        for (int k = 0; k < 4; k++) atomicAdd(&s[threadIdx.x & 7][four >> 8 * k & 255], 1u);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int c = 0; c < 8; c++) sum += s[c][threadIdx.x];
    atomicAdd(&bins[threadIdx.x], sum);
}

/* ---- latency, occupancy, memory -------------------------------------------------------------- */

__global__ void hops(const unsigned *next, unsigned *out, int times) { /* one lane a warp follows a list */
    if (threadIdx.x % 32 != 0) return;
    unsigned at = INDEX * 8;
    for (int k = 0; k < times; k++) at = next[at];
    out[INDEX / 32] = at;
}
__global__ void strided(const float *in, float *out, int stride, int n) {
    out[INDEX] = in[(INDEX * stride) & (n - 1)] + 1;
}
__global__ void table_shared(const unsigned *key, const float *table, float *out) { /* a table of 4,096 floats a block */
    __shared__ float s[4096];
    for (int k = threadIdx.x; k < 4096; k += blockDim.x) s[k] = table[k];
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 4; k++) sum += s[key[(k * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] & 4095];
    out[INDEX] = sum;
}
__global__ void table_cached(const unsigned *key, const float *table, float *out) { /* the same table through L1 */
    float sum = 0;
    for (int k = 0; k < 4; k++) sum += table[key[(k * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x] & 4095];
    out[INDEX] = sum;
}
__global__ void norm_rows(const float *in, float *out, int n) { /* a warp a row */
    const float4 *row = (const float4 *)(in + (size_t)(INDEX / 32) * n);
    float sum = 0;
    for (int k = threadIdx.x % 32; k < n / 4; k += 32) {
        float4 v = row[k];
        sum += v.x * v.x + v.y * v.y + v.z * v.z + v.w * v.w;
    }
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) out[INDEX / 32] = sqrtf(sum);
}
__global__ void product_tile8(const float *a, const float *b, float *c, int n) { /* tiles of 8 x 8: small blocks */
    __shared__ float s[8][8], t[8][8];
    int x = threadIdx.x, y = threadIdx.y, column = blockIdx.x * 8 + x, row = blockIdx.y * 8 + y;
    float sum = 0;
    for (int k = 0; k < n; k += 8) {
        s[y][x] = a[row * n + k + x], t[y][x] = b[(k + y) * n + column];
        __syncthreads();
        for (int i = 0; i < 8; i++) sum += s[y][i] * t[i][x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

/* ---- the launches ---------------------------------------------------------------------------- */

static const int K = 1 << 10, M = 1 << 20;

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    unsigned *words = drawn<unsigned>(4 * M, 1u << 30, 21), *more = drawn<unsigned>(4 * M, 1u << 30, 22);
    float *floats = drawn<float>(4 * M, 1000, 24), *others = drawn<float>(4 * M, 1000, 25);
    double *doubles = drawn<double>(2 * M, 1000, 26), *results = drawn<double>(2 * M, 1000, 27);

    launch("scan_kogge", M, [=] { scan_kogge<<<M / 256, 256>>>(words, more, (unsigned *)others); });
    launch("add_sums", 4 * M, [=] { add_sums<<<4 * K, 256>>>(more, words); });
    unsigned *count = on_device(std::vector<unsigned>(8, 0));
    launch("compact", M, [=] { compact<<<M / 256, 256>>>(words, more, count, 1u << 28); });
    launch("sort_block", 512 * K, [=] { sort_block<<<K, 256>>>(more); });
    launch("radix_count", 2 * M, [=] { radix_count<<<K, 256>>>(words, more, 8, 12); });
    launch("conv_tile", 1024, [=] { conv_tile<3><<<dim3(32, 64), dim3(32, 16)>>>(floats, others, 1024); });
    launch("pool", 2048, [=] { pool<<<dim3(32, 128), dim3(32, 8)>>>(floats, others, 2048); });
    launch("rotate", 1024, [=] { rotate<<<dim3(32, 128), dim3(32, 8)>>>(floats, others, 1024); });
    launch("bodies_tile", 8 * K, [=] { bodies_tile<<<64, 128>>>((float4 *)floats, (float4 *)others, 8 * K); });
    launch("barrier_option", 256, [=] { barrier_option<<<512, 256>>>(floats, others, 256); });
    launch("gcd_pairs", 128 * K, [=] { gcd_pairs<<<512, 256>>>(words, words + M, more); });
    launch("horner", M, [=] { horner<<<M / 256, 256>>>(doubles, results); });
    for (int n : {16 * K, 64 * K}) {
        draws draw{31};
        std::vector<int> row(1, 0), column;
        for (int i = 0; i < n; i++) {
            int length = 2 + int(draw(12)) + (draw(16) == 0 ? 40 : 0);
            for (int k = 0; k < length; k++) column.push_back(int(draw(unsigned(n))));
            row.push_back(int(column.size()));
        }
        int *r = on_device(row), *c = on_device(column);
        launch("csr_float_warp", n, [=] { csr_float_warp<<<n / 8, 256>>>(r, c, floats, floats + 2 * M, others, n); });
        launch("rank_pull", n, [=] { rank_pull<<<n / 256, 256>>>(r, c, floats, others, n); });
        cudaFree(r), cudaFree(c);
    }
    int *edges = drawn<int>(512 * K, 32 * K, 28);
    launch("degrees", 512 * K, [=] { degrees<<<2 * K, 256>>>(edges, more); });
    launch("bins_private", 4 * M, [=] { bins_private<<<264, 256>>>((unsigned char *)words, more, 4 * M); });
    {
        int nodes = M / 8;
        draws draw{29};
        std::vector<unsigned> order(nodes), next(M);
        for (int i = 0; i < nodes; i++) order[i] = unsigned(i);
        for (int i = nodes - 1; i > 0; i--) std::swap(order[i], order[draw(unsigned(i + 1))]);
        for (int i = 0; i < nodes; i++) next[size_t(order[i]) * 8] = order[(i + 1) % nodes] * 8;
        unsigned *list = on_device(next);
        launch("hops", 48, [=] { hops<<<132, 256>>>(list, more, 48); });
        cudaFree(list);
    }
    for (int stride : {3, 24}) launch("strided", stride, [=] { strided<<<2 * K, 256>>>(floats, others, stride, 4 * M); });
    launch("table_shared", 512 * K, [=] { table_shared<<<512, 1024>>>(words, floats, others); });
    launch("table_cached", 512 * K, [=] { table_cached<<<512, 1024>>>(words, floats, others); });
    launch("norm_rows", 512, [=] { norm_rows<<<K, 256>>>(floats, others, 512); });
    launch("product_tile8", 256, [=] { product_tile8<<<dim3(32, 32), dim3(8, 8)>>>(floats, others, (float *)more, 256); });
    launch("product_tile8", 512, [=] { product_tile8<<<dim3(64, 64), dim3(8, 8)>>>(floats, others, (float *)more, 512); });
    for (void *memory : {(void *)words, (void *)more, (void *)floats, (void *)others, (void *)doubles, (void *)results, (void *)edges, (void *)count}) cudaFree(memory);
    return 0;
}
