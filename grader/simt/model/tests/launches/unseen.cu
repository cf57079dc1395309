/* A third held-out set: kernels of the usual families, written after the mechanisms and predicted before they were measured. */
#include "bench.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned char byte;

/* ---- scans ----------------------------------------------------------------------------------- */

__global__ void scan_warps(const int *in, int *out, int *sums) { /* shuffles in warps, then over the warps' sums */
    __shared__ int of_warp[32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, v = in[INDEX];
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += other;
    }
    if (lane == 31) of_warp[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int s = of_warp[lane];
        for (int d = 1; d < 32; d *= 2) {
            int other = __shfl_up_sync(~0u, s, d);
            if (lane >= d) s += other;
        }
        of_warp[lane] = s;
    }
    __syncthreads();
    if (warp > 0) v += of_warp[warp - 1];
    out[INDEX] = v;
    if (threadIdx.x == blockDim.x - 1) sums[blockIdx.x] = v;
}
__global__ void scan_serial(const int *in, int *out, int each) {
    int sum = 0;
    for (int k = 0; k < each; k++) {
        sum += in[INDEX * each + k];
        out[INDEX * each + k] = sum;
    }
}
__global__ void scan_max(const float *in, float *out) { /* two buffers */
    __shared__ float s[2][512];
    int t = threadIdx.x, now = 0;
    s[0][t] = in[INDEX];
    __syncthreads();
    for (int d = 1; d < 512; d *= 2) {
        s[1 - now][t] = t >= d ? fmaxf(s[now][t], s[now][t - d]) : s[now][t];
        now = 1 - now;
        __syncthreads();
    }
    out[INDEX] = s[now][t];
}
__global__ void compact(const int *in, int *out, int *count, int below) {
    int v = in[INDEX];
    if (v < below) out[atomicAdd(count, 1)] = v;
}

/* ---- convolutions ---------------------------------------------------------------------------- */

__constant__ float mask[64];
__global__ void blur_row(const float *in, float *out, int w, int radius) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float sum = 0;
    for (int k = -radius; k <= radius; k++) {
        int at = min(max(x + k, 0), w - 1);
        sum += in[y * w + at] * mask[k + radius];
    }
    out[y * w + x] = sum;
}
__global__ void sobel(const byte *in, byte *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= w - 1 || y >= h - 1) return;
    const byte *p = in + y * w + x;
    int gx = p[1 - w] + 2 * p[1] + p[1 + w] - p[-1 - w] - 2 * p[-1] - p[-1 + w];
    int gy = p[w - 1] + 2 * p[w] + p[w + 1] - p[-w - 1] - 2 * p[-w] - p[-w + 1];
    out[y * w + x] = (byte)min(255, (int)sqrtf((float)(gx * gx + gy * gy)));
}
__global__ void wave3d(const float *in, const float *before, float *out, int n) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    for (int z = 1; z < n - 1; z++) {
        size_t i = ((size_t)z * n + y) * n + x;
        out[i] = 2 * in[i] - before[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n] + in[i - n * n] + in[i + n * n] - 6 * in[i]);
    }
}
__global__ void bilateral(const float *in, float *out, int w) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 2 || y < 2 || x >= w - 2 || y >= w - 2) return;
    float me = in[y * w + x], sum = 0, weight = 0;
    for (int j = -2; j <= 2; j++)
        for (int i = -2; i <= 2; i++) {
            float v = in[(y + j) * w + x + i], d = v - me, g = __expf(-0.1f * (i * i + j * j) - 0.01f * d * d);
            sum += g * v, weight += g;
        }
    out[y * w + x] = sum / weight;
}

/* ---- bodies ---------------------------------------------------------------------------------- */

__global__ void gravity_flat(const float *px, const float *py, const float *m, float *fx, float *fy, int n) {
    float x = px[INDEX], y = py[INDEX], ax = 0, ay = 0;
    for (int j = 0; j < n; j++) {
        float dx = px[j] - x, dy = py[j] - y, r = dx * dx + dy * dy + 1e-3f, s = m[j] / (r * sqrtf(r));
        ax += dx * s, ay += dy * s;
    }
    fx[INDEX] = ax, fy[INDEX] = ay;
}
__global__ void lennard_jones(const float4 *body, float *energy, int n) {
    __shared__ float4 tile[256];
    float4 me = body[INDEX];
    float e = 0;
    for (int from = 0; from < n; from += 256) {
        tile[threadIdx.x] = body[from + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < 256; j++) {
            float dx = tile[j].x - me.x, dy = tile[j].y - me.y, dz = tile[j].z - me.z, r = dx * dx + dy * dy + dz * dz + 1;
            float q = __fdividef(1, r * r * r);
            if (r < 1e6f) e += q * q - q;
        }
        __syncthreads();
    }
    energy[INDEX] = e;
}
__global__ void neighbours(const float2 *p, const int *list, float *out, int n, int each) {
    float2 me = p[INDEX];
    float e = 0;
    for (int k = 0; k < each; k++) {
        float2 o = p[list[k * n + INDEX]];
        float dx = o.x - me.x, dy = o.y - me.y;
        e += rsqrtf(dx * dx + dy * dy + 1);
    }
    out[INDEX] = e;
}

/* ---- options --------------------------------------------------------------------------------- */

__global__ void binomial(const float *spot, float *price, int steps) { /* a tree a block */
    __shared__ float v[256];
    int t = threadIdx.x;
    float up = expf(0.02f * t - 0.01f * (steps - t)), s = spot[blockIdx.x];
    v[t] = fmaxf(s * up - 500, 0);
    for (int k = steps; k > 0; k--) {
        __syncthreads();
        float next = t < k ? 0.999f * (0.51f * v[t + 1 < 256 ? t + 1 : 255] + 0.49f * v[t]) : 0;
        __syncthreads();
        if (t < k) v[t] = next;
    }
    if (t == 0) price[blockIdx.x] = v[0];
}
__global__ void monte_carlo(float *price, int draws) {
    unsigned s = INDEX * 747796405u + 2891336453u;
    float sum = 0;
    for (int k = 0; k < draws; k++) {
        s = s * 1664525u + 1013904223u;
        float u = ((s >> 8) + 0.5f) * (1.0f / 16777216);
        s = s * 1664525u + 1013904223u;
        float w = (s >> 8) * (1.0f / 16777216);
        float z = sqrtf(-2 * logf(u)) * cosf(6.2831853f * w);
        sum += fmaxf(100 * expf(0.2f * z) - 100, 0);
    }
    price[INDEX] = sum / draws;
}
__global__ void barrier_double(double *price, int steps) {
    double s = 100 + (INDEX & 63);
    unsigned long long r = INDEX * 2862933555777941757ULL + 3037000493ULL;
    for (int k = 0; k < steps; k++) {
        r = r * 2862933555777941757ULL + 3037000493ULL;
        s *= 1 + ((double)(r >> 40) * (1.0 / 16777216) - 0.5) * 0.02;
    }
    price[INDEX] = s;
}

/* ---- sorting --------------------------------------------------------------------------------- */

__global__ void bitonic_block(unsigned *keys) {
    __shared__ unsigned s[512];
    int t = threadIdx.x;
    s[t] = keys[INDEX];
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int o = t ^ j;
            if (o > t) {
                unsigned a = s[t], b = s[o];
                if ((a > b) == ((t & k) == 0)) s[t] = b, s[o] = a;
            }
        }
    __syncthreads();
    keys[INDEX] = s[t];
}
__global__ void odd_even(unsigned *keys, int n, int odd) {
    int i = 2 * INDEX + odd;
    if (i + 1 < n) {
        unsigned a = keys[i], b = keys[i + 1];
        if (a > b) keys[i] = b, keys[i + 1] = a;
    }
}
__global__ void merge_path(const unsigned *a, const unsigned *b, unsigned *out, int n, int each) {
    int diagonal = INDEX * each, low = max(0, diagonal - n), high = min(diagonal, n);
    while (low < high) {
        int m = (low + high) / 2;
        if (a[m] <= b[diagonal - 1 - m]) low = m + 1;
        else high = m;
    }
    int i = low, j = diagonal - low;
    for (int k = 0; k < each; k++) {
        bool first = j >= n || (i < n && a[i] <= b[j]);
        out[diagonal + k] = first ? a[i++] : b[j++];
    }
}
__global__ void digits(const unsigned *keys, unsigned *counts, int n, int shift) {
    __shared__ unsigned bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[keys[i] >> shift & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
}

/* ---- sparse products, dense ones ------------------------------------------------------------- */

__global__ void spmv_coo(const int *row, const int *column, const float *value, const float *x, float *y) {
    atomicAdd(&y[row[INDEX]], value[INDEX] * x[column[INDEX]]);
}
__global__ void spmv_eight(const int *row, const int *column, const float *value, const float *x, float *y, int n) {
    int i = INDEX / 8, lane = threadIdx.x % 8;
    float sum = 0;
    for (int k = row[i] + lane; k < row[i + 1]; k += 8) sum += value[k] * x[column[k]];
    for (int d = 4; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (lane == 0) y[i] = sum;
}
__global__ void banded(const float *diagonal, const float *x, float *y, int n, int bands) {
    int i = INDEX;
    float sum = 0;
    for (int b = 0; b < bands; b++) {
        int j = i + b - bands / 2;
        if (j >= 0 && j < n) sum += diagonal[b * n + i] * x[j];
    }
    y[i] = sum;
}
__global__ void product_tile32(const float *a, const float *b, float *c, int n) {
    __shared__ float A[32][32], B[32][33];
    int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 32 + tx, y = blockIdx.y * 32 + ty;
    float sum = 0;
    for (int k = 0; k < n; k += 32) {
        A[ty][tx] = a[y * n + k + tx];
        B[ty][tx] = b[(k + ty) * n + x];
        __syncthreads();
        for (int q = 0; q < 32; q++) sum += A[ty][q] * B[q][tx];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

/* ---- histograms ------------------------------------------------------------------------------ */

__global__ void bins_warps(const byte *in, unsigned *bins, int n) { /* a histogram a warp */
    __shared__ unsigned s[8][256];
    unsigned *mine = s[threadIdx.x / 32];
    for (int b = threadIdx.x % 32; b < 256; b += 32) mine[b] = 0;
    __syncwarp();
    const uchar4 *four = (const uchar4 *)in;
    for (int i = INDEX; i < n / 4; i += gridDim.x * blockDim.x) {
        uchar4 v = four[i];
        atomicAdd(&mine[v.x], 1), atomicAdd(&mine[v.y], 1), atomicAdd(&mine[v.z], 1), atomicAdd(&mine[v.w], 1);
    }
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; w++) sum += s[w][threadIdx.x];
    atomicAdd(&bins[threadIdx.x], sum);
}
__global__ void bins_joint(const byte *a, const byte *b, unsigned *bins) { atomicAdd(&bins[a[INDEX] * 256 + b[INDEX]], 1); }
__global__ void bins_floats(const float *in, int *bins, int n, float scale) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        int b = (int)floorf(in[i] * scale);
        if (b >= 0 && b < 1000) atomicAdd(&bins[b], 1);
    }
}

/* ---- occupancy, latency ---------------------------------------------------------------------- */

__global__ void chain_mixed(float *out, int times) { /* one dependence, special functions in it */
    float v = threadIdx.x * 0.01f;
    for (int k = 0; k < times; k++) v = __sinf(v) * 0.5f + rsqrtf(v * v + 1);
    out[INDEX] = v;
}
__global__ void chain_integer(int *out, int times, int by) {
    int v = threadIdx.x;
    for (int k = 0; k < times; k++) v = (v * 31 + k) / by + v % 7;
    out[INDEX] = v;
}
__global__ void shared_room(const float *in, float *out, int times) {
    extern __shared__ float room[];
    float v = in[INDEX];
    for (int k = 0; k < times; k++) {
        room[threadIdx.x] = v;
        __syncthreads();
        v += room[(threadIdx.x + 37) % blockDim.x] * 0.5f;
        __syncthreads();
    }
    out[INDEX] = v;
}
__global__ void hash_probe(const unsigned *table, const unsigned *keys, int *found, unsigned size) {
    unsigned key = keys[INDEX], at = key * 2654435761u % size;
    int steps = 0;
    while (table[at] % 4 != key % 4 && steps < 32) at = at + 1 < size ? at + 1 : 0, steps++;
    found[INDEX] = steps;
}
__global__ void tree_walk(const float *split, const float *in, int *out, int depth) {
    float v = in[INDEX];
    int node = 1;
    for (int d = 0; d < depth; d++) node = 2 * node + (v > split[node]);
    out[INDEX] = node;
}
__global__ void stream_wide(const float4 *a, const float4 *b, float4 *c, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        float4 p = a[i], q = b[i];
        c[i] = make_float4(p.x + 3 * q.x, p.y + 3 * q.y, p.z + 3 * q.z, p.w + 3 * q.w);
    }
}

static const int K = 1 << 10, M = 1 << 20;
int main(int argc, char **argv) {
    bench_begin(argc, argv);
    float *a = drawn<float>(4 * M, 1000), *b = drawn<float>(4 * M, 1000, 2), *c = drawn<float>(4 * M, 1000, 3);
    double *x = drawn<double>(M, 100, 4);
    unsigned *keys = drawn<unsigned>(M, 1u << 30, 5), *bins = drawn<unsigned>(64 * K, 2, 6);
    byte *bytes = drawn<byte>(8 * M, 256, 7);
    int *whole = drawn<int>(4 * M, 1000, 8), *some = drawn<int>(4 * M, 1000, 9);
    std::vector<unsigned> order(M);
    for (int i = 0; i < M; i++) order[i] = i * 1024u;
    unsigned *sorted = on_device(order);
    std::vector<float> tree(64 * K);
    draws draw{11};
    for (float &split : tree) split = float(draw(1000));
    float *splits = on_device(tree);
    std::vector<int> row(1, 0), column, row_of;
    const int n = 32 * K;
    for (int i = 0; i < n; i++) {
        for (unsigned k = 0, many = 4 + draw(25); k < many; k++) column.push_back(int(draw(n))), row_of.push_back(i);
        row.push_back(int(column.size()));
    }
    int *rows = on_device(row), *columns = on_device(column), *of = on_device(row_of), *near = drawn<int>(16 * 64 * K, 64 * K, 12);
    launch("scan_warps", 256 * K, [=] { scan_warps<<<256, 1024>>>(whole, some, (int *)bins); });
    launch("scan_warps", 4 * M, [=] { scan_warps<<<4096, 1024>>>(whole, some, (int *)bins); });
    launch("scan_serial", 16, [=] { scan_serial<<<256, 256>>>(whole, some, 16); });
    launch("scan_max", M, [=] { scan_max<<<M / 512, 512>>>(a, b); });
    launch("compact", M, [=] { compact<<<M / 256, 256>>>(whole, some, (int *)bins, 100); });
    launch("blur_row", 7, [=] { blur_row<<<dim3(8, 1024), 256>>>(a, b, 2048, 7); });
    launch("sobel", 1024, [=] { sobel<<<dim3(32, 128), dim3(32, 8)>>>(bytes, bytes + 4 * M, 1024, 1024); });
    launch("sobel", 2048, [=] { sobel<<<dim3(64, 256), dim3(32, 8)>>>(bytes, bytes + 4 * M, 2048, 2048); });
    launch("wave3d", 96, [=] { wave3d<<<dim3(3, 12), dim3(32, 8)>>>(a, b, c, 96); });
    launch("bilateral", 1024, [=] { bilateral<<<dim3(32, 128), dim3(32, 8)>>>(a, b, 1024); });
    launch("gravity_flat", 4 * K, [=] { gravity_flat<<<32, 128>>>(a, b, c, a + M, b + M, 4 * K); });
    launch("lennard_jones", 8 * K, [=] { lennard_jones<<<32, 256>>>((float4 *)a, b, 8 * K); });
    launch("neighbours", 64 * K, [=] { neighbours<<<256, 256>>>((float2 *)a, near, b, 64 * K, 16); });
    launch("binomial", 264, [=] { binomial<<<264, 256>>>(a, b, 200); });
    launch("monte_carlo", 64, [=] { monte_carlo<<<528, 256>>>(b, 64); });
    launch("barrier_double", 128, [=] { barrier_double<<<264, 128>>>(x, 128); });
    launch("bitonic_block", 256 * K, [=] { bitonic_block<<<512, 512>>>(keys); });
    launch("odd_even", M, [=] { odd_even<<<M / 512, 256>>>(keys, M, 1); });
    launch("merge_path", M, [=] { merge_path<<<256, 256>>>(sorted, sorted, (unsigned *)a, 512 * K, 16); });
    launch("digits", M, [=] { digits<<<264, 256>>>(keys, bins, M, 8); });
    launch("spmv_coo", n, [=] { spmv_coo<<<1600, 256>>>(of, columns, a, b, c); });
    launch("spmv_eight", n, [=] { spmv_eight<<<n / 32, 256>>>(rows, columns, a, b, c, n); });
    launch("banded", 512 * K, [=] { banded<<<2048, 256>>>(a, b, c, 512 * K, 7); });
    launch("product_tile32", 256, [=] { product_tile32<<<dim3(8, 8), dim3(32, 32)>>>(a, b, c, 256); });
    launch("product_tile32", 768, [=] { product_tile32<<<dim3(24, 24), dim3(32, 32)>>>(a, b, c, 768); });
    launch("bins_warps", 4 * M, [=] { bins_warps<<<528, 256>>>(bytes, bins, 4 * M); });
    launch("bins_joint", M, [=] { bins_joint<<<M / 256, 256>>>(bytes, bytes + 4 * M, bins); });
    launch("bins_floats", M, [=] { bins_floats<<<264, 256>>>(a, (int *)bins, M, 1); });
    launch("chain_mixed", 128, [=] { chain_mixed<<<132, 64>>>(b, 128); });
    launch("chain_mixed", 129, [=] { chain_mixed<<<264, 1024>>>(b, 128); });
    launch("chain_integer", 64, [=] { chain_integer<<<132, 128>>>(some, 64, 13); });
    for (int kib : {2, 24, 100}) {
        cudaFuncSetAttribute(shared_room, cudaFuncAttributeMaxDynamicSharedMemorySize, kib * K);
        launch("shared_room", kib, [=] { shared_room<<<1056, 256, kib * K>>>(a, b, 16); });
    }
    launch("hash_probe", M, [=] { hash_probe<<<M / 256, 256>>>(bins, keys, some, 60000); });
    launch("tree_walk", 8, [=] { tree_walk<<<M / 256, 256>>>(splits, a, some, 8); });
    launch("tree_walk", 15, [=] { tree_walk<<<M / 256, 256>>>(splits, a, some, 15); });
    launch("stream_wide", M, [=] { stream_wide<<<528, 256>>>((float4 *)a, (float4 *)b, (float4 *)c, M); });
    launch("stream_wide", 64 * K, [=] { stream_wide<<<64, 256>>>((float4 *)a, (float4 *)b, (float4 *)c, 64 * K); });
    for (void *memory : {(void *)a, (void *)b, (void *)c, (void *)x, (void *)keys, (void *)bins, (void *)bytes, (void *)whole, (void *)some, (void *)sorted,
                         (void *)splits, (void *)rows, (void *)columns, (void *)of, (void *)near}) cudaFree(memory);
    return 0;
}
