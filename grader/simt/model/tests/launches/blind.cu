/* A fourth held-out set: 24 launches, predicted before they were measured. */
#include "bench.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned long long u64;

/* ---- scans and sorting ----------------------------------------------------------------------- */

__global__ void scan_four(const int4 *in, int4 *out, int *sums) { /* four elements a thread, then shuffles */
    __shared__ int of_warp[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int4 v = in[INDEX];
    v.y += v.x, v.z += v.y, v.w += v.z;
    int total = v.w;
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_up_sync(~0u, total, d);
        if (lane >= d) total += other;
    }
    if (lane == 31) of_warp[warp] = total;
    __syncthreads();
    int before = total - v.w;
    for (int w = 0; w < warp; w++) before += of_warp[w];
    v.x += before, v.y += before, v.z += before, v.w += before;
    out[INDEX] = v;
    if (threadIdx.x == 255) sums[blockIdx.x] = v.w;
}
__global__ void sort_warp(unsigned *data) { /* bitonic, 32 keys in registers of a warp */
    unsigned v = data[INDEX], lane = threadIdx.x % 32;
#pragma unroll
    for (unsigned k = 2; k <= 32; k *= 2) {
#pragma unroll
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned other = __shfl_xor_sync(~0u, v, j);
            bool low = (lane & j) == 0, up = (lane & k) == 0;
            v = low == up ? min(v, other) : max(v, other);
        }
    }
    data[INDEX] = v;
}
__global__ void rank_sort(const float *in, float *out, int n) { /* counts the smaller ones, by tiles */
    __shared__ float s[256];
    float mine = in[INDEX];
    int rank = 0;
    for (int from = 0; from < n; from += 256) {
        s[threadIdx.x] = in[from + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 256; k++) rank += s[k] < mine || (s[k] == mine && from + k < INDEX);
        __syncthreads();
    }
    out[rank] = mine;
}

/* ---- convolutions ---------------------------------------------------------------------------- */

__constant__ float taps[32];
template <int R> __global__ void separable_row(const float *in, float *out, int w) {
    __shared__ float s[4][64 + 2 * R];
    int y = blockIdx.y * 4 + threadIdx.y, x0 = blockIdx.x * 64;
    for (int i = threadIdx.x; i < 64 + 2 * R; i += 64) {
        int x = min(max(x0 + i - R, 0), w - 1);
        s[threadIdx.y][i] = in[y * w + x];
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k <= 2 * R; k++) sum += taps[k] * s[threadIdx.y][threadIdx.x + k];
    out[y * w + x0 + threadIdx.x] = sum;
}
__global__ void laplace3d(const float *in, float *out, int n) { /* a column of cells a thread */
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < 1 || y < 1 || x >= n - 1 || y >= n - 1) return;
    int at = y * n + x, plane = n * n;
    float below = in[at], here = in[at + plane];
    for (int z = 1; z < n - 1; z++) {
        float above = in[at + (z + 1) * plane];
        int i = at + z * plane;
        out[i] = below + above + in[i - 1] + in[i + 1] + in[i - n] + in[i + n] - 6 * here;
        below = here, here = above;
    }
}

/* ---- options --------------------------------------------------------------------------------- */

__global__ void black_scholes_double(const double *price, double *call, int n) {
    int i = INDEX;
    if (i < n) {
        double s = price[i] + 50, x = 100, t = 0.5, r = 0.03, v = 0.25;
        double root = v * sqrt(t), d1 = (log(s / x) + (r + 0.5 * v * v) * t) / root;
        call[i] = s * normcdf(d1) - x * exp(-r * t) * normcdf(d1 - root);
    }
}
__global__ void asian_paths(float *payoff, int steps) {
    unsigned s = INDEX * 747796405u + 2891336453u;
    float price = 100, sum = 0;
    for (int k = 0; k < steps; k++) {
        s = s * 1664525u + 1013904223u;
        float u = (s >> 8) * 5.9604645e-8f + 1e-7f;
        s = s * 1664525u + 1013904223u;
        float w = (s >> 8) * 5.9604645e-8f;
        float z = sqrtf(-2 * __logf(u)) * __cosf(6.2831853f * w);
        price *= __expf(0.0001f + 0.02f * z);
        sum += price;
    }
    payoff[INDEX] = fmaxf(sum / steps - 100, 0.0f);
}

/* ---- sparse products ------------------------------------------------------------------------- */

__global__ void csr_vector(const int *row, const int *column, const double *value, const double *x, double *y, int n) {
    int i = INDEX / 32, lane = threadIdx.x % 32;
    if (i < n) {
        double sum = 0;
        for (int k = row[i] + lane; k < row[i + 1]; k += 32) sum += value[k] * __ldg(&x[column[k]]);
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
        if (lane == 0) y[i] = sum;
    }
}
__global__ void csr_scalar(const int *row, const int *column, const double *value, const double *x, double *y, int n) {
    int i = INDEX;
    if (i < n) {
        double sum = 0;
        int end = row[i + 1];
        for (int k = row[i]; k < end; k++) sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}
__global__ void ell(const int *column, const double *value, const double *x, double *y, int n, int width) {
    int i = INDEX;
    double sum = 0;
    for (int k = 0; k < width; k++) sum += value[k * n + i] * x[column[k * n + i]];
    y[i] = sum;
}

/* ---- transposes ------------------------------------------------------------------------------ */

__global__ void transpose_bytes(const unsigned char *in, unsigned char *out, int w) {
    __shared__ unsigned char s[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) s[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * w + x] = s[threadIdx.x][threadIdx.y + j];
}
__global__ void transpose_conflicts(const double *in, double *out, int w) {
    __shared__ double s[32][32];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) s[threadIdx.y + j][threadIdx.x] = in[(y + j) * w + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int j = 0; j < 32; j += 8) out[(y + j) * w + x] = s[threadIdx.x][threadIdx.y + j];
}

/* ---- histograms ------------------------------------------------------------------------------ */

__global__ void weights_by_key(const unsigned *key, const float *weight, float *sums, int n) {
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) atomicAdd(&sums[key[i] & 1023], weight[i]);
}
__global__ void bins_shared_sum(const unsigned *key, unsigned *sums, int n) { /* adds numbers, not ones */
    __shared__ unsigned s[1024];
    for (int b = threadIdx.x; b < 1024; b += blockDim.x) s[b] = 0;
    __syncthreads();
    for (int i = INDEX; i < n; i += gridDim.x * blockDim.x) {
        unsigned k = key[i];
        atomicAdd(&s[k & 1023], k >> 10);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < 1024; b += blockDim.x) atomicAdd(&sums[b], s[b]);
}
__global__ void runs_sum(const unsigned *value, unsigned *sums, int n, int run) { /* neighbours share a sum */
    int i = INDEX;
    if (i < n) atomicAdd(&sums[i / run], value[i]);
}

/* ---- latency and occupancy ------------------------------------------------------------------- */

__global__ void chase_four(const unsigned *next, unsigned *out, int hops, unsigned words) {
    unsigned a = (INDEX * 64u) % words, b = (a + words / 4) % words, c = (a + words / 2) % words, d = (a + words / 4 * 3) % words;
    a &= ~63u, b &= ~63u, c &= ~63u, d &= ~63u;
    for (int k = 0; k < hops; k++) a = next[a], b = next[b], c = next[c], d = next[d];
    out[INDEX] = a + b + c + d;
}
__global__ void rows_two_phases(const float *in, float *out, int n) { /* much shared memory: few blocks */
    extern __shared__ float row[];
    float sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        row[i] = in[blockIdx.x * n + i];
        sum += row[i];
    }
    __shared__ float parts[8];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) parts[threadIdx.x / 32] = sum;
    __syncthreads();
    sum = 0;
    for (int w = 0; w < 8; w++) sum += parts[w];
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] = row[i] * (1.0f / sum);
}
__global__ void recurrence(double *data, int steps) { /* one long chain of doubles a thread */
    double a = data[INDEX] * 1e-6, b = 0.5;
    for (int k = 0; k < steps; k++) {
        double c = a * b + 0.25;
        b = c - a * a;
        a = c * 0.5;
    }
    data[INDEX] = a + b;
}
__global__ void gather_wide(const float4 *table, const unsigned *index, float4 *out, unsigned mask) {
    out[INDEX] = table[index[INDEX] & mask];
}

/* ---- the launches ---------------------------------------------------------------------------- */

static const int K = 1 << 10, M = 1 << 20;

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    unsigned *words = drawn<unsigned>(4 * M, 1u << 30), *more = drawn<unsigned>(4 * M, 1u << 30, 2);
    float *floats = drawn<float>(4 * M, 1000, 4), *others = drawn<float>(4 * M, 1000, 5);
    double *doubles = drawn<double>(2 * M, 1000, 6), *results = drawn<double>(2 * M, 1000, 7);
    std::vector<float> weights(32, 0.05f);
    cudaMemcpyToSymbol(taps, weights.data(), 32 * sizeof(float));

    for (int n : {256 * K, 4 * M}) launch("scan_four", n, [=] { scan_four<<<n / 1024, 256>>>((int4 *)words, (int4 *)more, (int *)others); });
    launch("sort_warp", M, [=] { sort_warp<<<M / 256, 256>>>(more); });
    launch("rank_sort", 8 * K, [=] { rank_sort<<<32, 256>>>(floats, others, 8 * K); });
    launch("separable_row", 1024, [=] { separable_row<8><<<dim3(16, 256), dim3(64, 4)>>>(floats, others, 1024); });
    launch("laplace3d", 128, [=] { laplace3d<<<dim3(4, 16), dim3(32, 8)>>>(floats, others, 128); });
    launch("black_scholes_double", 256 * K, [=] { black_scholes_double<<<K, 256>>>(doubles, results, 256 * K); });
    launch("asian_paths", 64, [=] { asian_paths<<<264, 256>>>(others, 64); });
    for (int n : {8 * K, 32 * K}) {
        draws draw{11};
        std::vector<int> row(1, 0), column;
        for (int i = 0; i < n; i++) {
            int length = 8 + int(draw(32));
            for (int k = 0; k < length; k++) column.push_back(int(draw(unsigned(n))));
            row.push_back(int(column.size()));
        }
        int *r = on_device(row), *c = on_device(column);
        launch("csr_vector", n, [=] { csr_vector<<<n / 8, 256>>>(r, c, doubles, results, results + M, n); });
        launch("csr_scalar", n, [=] { csr_scalar<<<n / 128, 128>>>(r, c, doubles, results, results + M, n); });
        cudaFree(r), cudaFree(c);
    }
    int *columns = drawn<int>(32 * K * 24, 32 * K, 6);
    launch("ell", 32 * K, [=] { ell<<<128, 256>>>(columns, doubles, results, results + M, 32 * K, 24); });
    launch("transpose_bytes", 2048, [=] { transpose_bytes<<<dim3(64, 64), dim3(32, 8)>>>((unsigned char *)words, (unsigned char *)more, 2048); });
    launch("transpose_conflicts", 1024, [=] { transpose_conflicts<<<dim3(32, 32), dim3(32, 8)>>>(doubles, results, 1024); });
    launch("weights_by_key", M, [=] { weights_by_key<<<528, 256>>>(words, floats, others, M); });
    launch("bins_shared_sum", M, [=] { bins_shared_sum<<<132, 1024>>>(words, more, M); });
    for (int run : {3, 20}) launch("runs_sum", run, [=] { runs_sum<<<M / 256, 256>>>(words, more, M, run); });
    {
        int nodes = 8 * M / 256;
        draws draw{9};
        std::vector<unsigned> order(nodes), next(size_t(nodes) * 64);
        for (int i = 0; i < nodes; i++) order[i] = unsigned(i);
        for (int i = nodes - 1; i > 0; i--) std::swap(order[i], order[draw(unsigned(i + 1))]);
        for (int i = 0; i < nodes; i++) next[size_t(order[i]) * 64] = order[(i + 1) % nodes] * 64;
        unsigned *list = on_device(next), count = unsigned(nodes) * 64;
        launch("chase_four", 64, [=] { chase_four<<<264, 64>>>(list, more, 64, count); });
        cudaFree(list);
    }
    launch("rows_two_phases", 8 * K, [=] { rows_two_phases<<<512, 256, 32 * K>>>(floats, others, 8 * K); });
    launch("recurrence", 256, [=] { recurrence<<<132, 128>>>(results, 256); });
    launch("gather_wide", M, [=] { gather_wide<<<K, 256>>>((float4 *)floats, words, (float4 *)others, M - 1); });
    for (void *memory : {(void *)words, (void *)more, (void *)floats, (void *)others, (void *)doubles, (void *)results, (void *)columns}) cudaFree(memory);
    return 0;
}
