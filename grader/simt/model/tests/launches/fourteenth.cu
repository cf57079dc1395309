/*
 * A fourteenth held-out set: kernels as a teacher writes them on a slide, each at two or three sizes, from launches that are all start and end to launches
 * that are all bandwidth.
 */
#include "bench.h"

#define AT (blockIdx.x * blockDim.x + threadIdx.x)

/* ---- scans ---- */
template <int B> __global__ void scan_warps(const int *in, int *out, int *sums, int n) { /* each warp by shuffles, then the warps' sums */
    __shared__ int of_warp[B / 32];
    int i = AT, lane = threadIdx.x % 32, warp = threadIdx.x / 32, v = i < n ? in[i] : 0;
    for (int d = 1; d < 32; d *= 2) {
        int before = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += before;
    }
    if (lane == 31) of_warp[warp] = v;
    __syncthreads();
    if (warp == 0 && lane < B / 32) {
        int s = of_warp[lane];
        for (int d = 1; d < B / 32; d *= 2) {
            int before = __shfl_up_sync((1u << (B / 32)) - 1, s, d);
            if (lane >= d) s += before;
        }
        of_warp[lane] = s;
    }
    __syncthreads();
    if (warp > 0) v += of_warp[warp - 1];
    if (i < n) out[i] = v;
    if (threadIdx.x == B - 1) sums[blockIdx.x] = v;
}
__global__ void scan_exclusive(const float *in, float *out, int n) { /* two elements a thread, up and down a tree, with padding */
    __shared__ float s[1024 + 32];
    int t = threadIdx.x, base = blockIdx.x * 1024, a = t, b = t + 512, pa = a + a / 32, pb = b + b / 32;
    s[pa] = in[base + a], s[pb] = in[base + b];
    int offset = 1;
    for (int d = 512; d > 0; d /= 2, offset *= 2) {
        __syncthreads();
        if (t < d) {
            int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1;
            s[j + j / 32] += s[i + i / 32];
        }
    }
    if (t == 0) s[1023 + 31] = 0;
    for (int d = 1; d < 1024; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            int i = offset * (2 * t + 1) - 1, j = offset * (2 * t + 2) - 1;
            i += i / 32, j += j / 32;
            float v = s[i];
            s[i] = s[j], s[j] += v;
        }
    }
    __syncthreads();
    out[base + a] = s[pa], out[base + b] = s[pb];
}

/* ---- convolutions ---- */
__constant__ float weights[81];
__global__ void conv_constant(const float *in, float *out, int n, int r) {
    int i = AT;
    float s = 0;
    for (int k = -r; k <= r; k++)
        if (i + k >= 0 && i + k < n) s += in[i + k] * weights[k + r];
    if (i < n) out[i] = s;
}
template <int R> __global__ void conv_tile(const float *in, float *out, int w) { /* a halo for each block of 16 x 16 */
    __shared__ float s[16 + 2 * R][16 + 2 * R];
    int x0 = blockIdx.x * 16 - R, y0 = blockIdx.y * 16 - R;
    for (int y = threadIdx.y; y < 16 + 2 * R; y += 16)
        for (int x = threadIdx.x; x < 16 + 2 * R; x += 16) {
            int gx = x0 + x, gy = y0 + y;
            s[y][x] = gx >= 0 && gx < w && gy >= 0 && gy < w ? in[gy * w + gx] : 0;
        }
    __syncthreads();
    float sum = 0;
    for (int j = 0; j <= 2 * R; j++)
        for (int k = 0; k <= 2 * R; k++) sum += s[threadIdx.y + j][threadIdx.x + k] * weights[j * (2 * R + 1) + k];
    out[(y0 + R + threadIdx.y) * w + x0 + R + threadIdx.x] = sum;
}

/* ---- bodies ---- */
__global__ void nbody_step(const float4 *p, float4 *v, int n, float dt) {
    int i = AT;
    float4 me = p[i];
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
        float4 o = p[j];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z, inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = o.w * inverse * inverse * inverse;
        ax += f * dx, ay += f * dy, az += f * dz;
    }
    float4 was = v[i];
    v[i] = make_float4(was.x + dt * ax, was.y + dt * ay, was.z + dt * az, was.w);
}
template <int B> __global__ void nbody_shared(const float4 *p, float4 *v, int n, float dt) {
    __shared__ float4 s[B];
    int i = AT;
    float4 me = p[i];
    float ax = 0, ay = 0, az = 0;
    for (int k = 0; k < n; k += B) {
        s[threadIdx.x] = p[k + threadIdx.x];
        __syncthreads();
#pragma unroll 8
        for (int j = 0; j < B; j++) {
            float dx = s[j].x - me.x, dy = s[j].y - me.y, dz = s[j].z - me.z, inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = s[j].w * inverse * inverse * inverse;
            ax += f * dx, ay += f * dy, az += f * dz;
        }
        __syncthreads();
    }
    float4 was = v[i];
    v[i] = make_float4(was.x + dt * ax, was.y + dt * ay, was.z + dt * az, was.w);
}

/* ---- options ---- */
__device__ float normal(float d) { return 0.5f * erfcf(-d * 0.70710678f); }
__global__ void black_scholes(const float *spot, const float *strike, const float *years, float *call, float *put, int n) {
    int i = AT;
    if (i >= n) return;
    float s = 1 + spot[i], k = 1 + strike[i], t = 0.1f + years[i] * 0.01f, root = 0.3f * sqrtf(t), d1 = (logf(s / k) + (0.02f + 0.045f) * t) / root, d2 = d1 - root,
          discounted = k * expf(-0.02f * t);
    call[i] = s * normal(d1) - discounted * normal(d2);
    put[i] = discounted * normal(-d2) - s * normal(-d1);
}
__global__ void monte_carlo(float *sums, int paths, int steps) { /* each thread its paths, xorshift and Box-Muller */
    unsigned state = AT * 747796405u + 2891336453u;
    float sum = 0;
    for (int p = 0; p < paths; p++) {
        float price = 100;
        for (int k = 0; k < steps; k++) {
            state ^= state << 13, state ^= state >> 17, state ^= state << 5;
            float u = (state >> 8) * (1.0f / 16777216) + 1e-7f;
            state ^= state << 13, state ^= state >> 17, state ^= state << 5;
            float angle = (state >> 8) * (6.2831853f / 16777216);
            price *= expf(0.0002f + 0.02f * sqrtf(-2 * logf(u)) * cosf(angle));
        }
        sum += fmaxf(price - 100, 0);
    }
    sums[AT] = sum;
}

/* ---- sorting ---- */
__global__ void bitonic_global(int *a, int j, int k) {
    unsigned i = AT, other = i ^ j;
    if (other > i) {
        int x = a[i], y = a[other];
        if ((x > y) == ((i & k) == 0)) a[i] = y, a[other] = x;
    }
}
template <int B> __global__ void bitonic_shared(int *a) {
    __shared__ int s[B];
    unsigned t = threadIdx.x;
    s[t] = a[AT];
    for (unsigned k = 2; k <= B; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            unsigned other = t ^ j;
            if (other > t) {
                int x = s[t], y = s[other];
                if ((x > y) == ((t & k) == 0)) s[t] = y, s[other] = x;
            }
        }
    __syncthreads();
    a[AT] = s[t];
}
__global__ void insertion(int *a, int n) { /* each thread sorts 16 of its own */
    int own[16], i = AT;
    for (int k = 0; k < 16; k++) own[k] = a[k * n + i];
    for (int k = 1; k < 16; k++)
        for (int j = k; j > 0; j--) {
            int low = min(own[j - 1], own[j]), high = max(own[j - 1], own[j]);
            own[j - 1] = low, own[j] = high;
        }
    for (int k = 0; k < 16; k++) a[k * n + i] = own[k];
}
__global__ void digit_counts(const unsigned *keys, unsigned *counts, int shift, int n) {
    __shared__ unsigned s[16];
    if (threadIdx.x < 16) s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[keys[i] >> shift & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}

/* ---- sparse products ---- */
__global__ void csr_scalar(const int *start, const int *column, const float *value, const float *x, float *y, int rows) {
    int r = AT;
    if (r >= rows) return;
    float s = 0;
    for (int k = start[r]; k < start[r + 1]; k++) s += value[k] * x[column[k]];
    y[r] = s;
}
__global__ void csr_vector(const int *start, const int *column, const float *value, const float *x, float *y, int rows) {
    int r = AT / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    float s = 0;
    for (int k = start[r] + lane; k < start[r + 1]; k += 32) s += value[k] * x[column[k]];
    for (int d = 16; d > 0; d /= 2) s += __shfl_down_sync(~0u, s, d);
    if (lane == 0) y[r] = s;
}
__global__ void coo_atomics(const int *row, const int *column, const float *value, const float *x, float *y, int n) {
    int i = AT;
    if (i < n) atomicAdd(&y[row[i]], value[i] * x[column[i]]);
}

/* ---- histograms ---- */
__global__ void hist_words(const unsigned *in, unsigned *bins, int n, int shift) {
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bins[in[i] >> shift], 1);
}
__global__ void hist_copies(const unsigned char *in, unsigned *bins, int n) { /* a histogram for each warp, merged at the end */
    __shared__ unsigned s[8][256];
    int warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < 8 * 256; i += blockDim.x) s[i / 256][i % 256] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) atomicAdd(&s[warp][in[i]], 1);
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; w++) sum += s[w][threadIdx.x];
    atomicAdd(&bins[threadIdx.x], sum);
}
__global__ void hist_words4(const uchar4 *in, unsigned *bins, int n) {
    __shared__ unsigned s[256];
    s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        uchar4 v = in[i];
        atomicAdd(&s[v.x], 1), atomicAdd(&s[v.y], 1), atomicAdd(&s[v.z], 1), atomicAdd(&s[v.w], 1);
    }
    __syncthreads();
    atomicAdd(&bins[threadIdx.x], s[threadIdx.x]);
}

/* ---- occupancy and latency ---- */
__global__ void occupancy(const float *a, float *o, int n) { /* shared memory that only takes room */
    extern __shared__ float s[];
    s[threadIdx.x] = 1;
    float v = 0;
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) v += a[i] * s[threadIdx.x];
    o[AT] = v;
}
template <int K> __global__ void streams(float *o, int it) { /* K chains that do not wait for each other */
    float v[K];
    for (int k = 0; k < K; k++) v[k] = threadIdx.x + k;
    for (int i = 0; i < it; i++)
        for (int k = 0; k < K; k++) v[k] = v[k] * 0.999f + 0.25f;
    float s = 0;
    for (int k = 0; k < K; k++) s += v[k];
    o[AT] = s;
}
__global__ void hops(const int *next, int *o, int it) {
    int p = AT;
    for (int i = 0; i < it; i++) p = next[p];
    o[AT] = p;
}
__global__ void quotients(const float *a, float *o, int it) {
    float x = a[AT] + 2, y = x + 1;
    for (int i = 0; i < it; i++) x = y / x + 1.5f;
    o[AT] = x;
}
__global__ void remainders(const unsigned *a, unsigned *o, unsigned by, int it) {
    unsigned x = a[AT];
    for (int i = 0; i < it; i++) x = x % by * 2654435761u + i;
    o[AT] = x;
}
__global__ void half_warps(const float *a, float *o, int it) {
    float x = a[AT];
    for (int i = 0; i < it; i++) x = threadIdx.x & 16 ? x * 1.01f + 1 : __sinf(x);
    o[AT] = x;
}

/* ---- what else stands on slides ---- */
__global__ void dot_product(const float *a, const float *b, float *out, int n) {
    __shared__ float s[256];
    float sum = 0;
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) sum += a[i] * b[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int d = 128; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) atomicAdd(out, s[0]);
}
__global__ void matrix_vector(const float *a, const float *x, float *y, int n) { /* a thread a row: columns apart */
    int r = AT;
    float s = 0;
    for (int k = 0; k < n; k++) s += a[r * n + k] * x[k];
    y[r] = s;
}
__global__ void laplace(const float *in, float *out, int w) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, i = y * w + x;
    if (x > 0 && y > 0 && x < w - 1 && y < w - 1) out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - w] + in[i + w]);
}
__global__ void reverse_shared(const int *in, int *out, int n) {
    __shared__ int s[256];
    s[255 - threadIdx.x] = in[AT];
    __syncthreads();
    out[n - (blockIdx.x + 1) * 256 + threadIdx.x] = s[threadIdx.x];
}

static const int K = 1 << 10, M = 1 << 20;
#define RUN(n, what, ...) launch(#what, n, [=] { what __VA_ARGS__; })

static void sparse(int rows, int each, const float *x, float *y) {
    draws draw{unsigned(rows) + 9};
    std::vector<int> start(1, 0), column, row;
    for (int r = 0; r < rows; r++) {
        for (int k = 1 + int(draw(2 * each)); k > 0; k--) column.push_back(int(draw(rows))), row.push_back(r);
        start.push_back(int(column.size()));
    }
    int entries = int(column.size()), *s = on_device(start), *c = on_device(column), *r = on_device(row);
    RUN(rows, csr_scalar, <<<rows / 256, 256>>>(s, c, x, x, y, rows));
    RUN(rows, csr_vector, <<<rows / 8, 256>>>(s, c, x, x, y, rows));
    RUN(rows, coo_atomics, <<<(entries + 255) / 256, 256>>>(r, c, x, x, y, entries));
}

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    float *x = drawn<float>(16 * M, 100, 81), *y = drawn<float>(16 * M, 100, 82), *zero = on_device(std::vector<float>(4 * M, 0));
    int *u = drawn<int>(16 * M, 1 << 30, 83), *v = drawn<int>(16 * M, 1 << 30, 84);
    unsigned *bins = on_device(std::vector<unsigned>(M, 0));
    unsigned char *bytes = drawn<unsigned char>(16 * M, 256, 85);
    std::vector<int> next(4 * M);
    for (int i = 0; i < 4 * M; i++) next[i] = (i + 1021 * 997) % (4 * M);
    int *far = on_device(next);
    for (int i = 0; i < 4 * M; i++) next[i] = (i + 64) % 1024;
    int *near = on_device(next);

    for (int n : {64 * K, M, 16 * M}) {
        RUN(n, scan_warps<256>, <<<n / 256, 256>>>(u, v, (int *)bins, n));
        RUN(n, scan_exclusive, <<<n / 1024, 512>>>(x, y, n));
        RUN(n, conv_constant, <<<n / 256, 256>>>(x, y, n, 5));
        RUN(n, reverse_shared, <<<n / 256, 256>>>(u, v, n));
        RUN(n, dot_product, <<<std::min(n / 256, 1024), 256>>>(x, y, zero, n));
        RUN(n, hist_copies, <<<std::min(n / 256, 528), 256>>>(bytes, bins, n));
        RUN(n, bitonic_global, <<<n / 256, 256>>>(u, 64, 4096));
    }
    for (int n : {64 * K, M}) {
        RUN(n, black_scholes, <<<n / 128, 128>>>(x, x + M, y, y + 2 * M, y + 4 * M, n));
        RUN(n, bitonic_shared<256>, <<<n / 256, 256>>>(v));
        RUN(n, insertion, <<<n / 16 / 128, 128>>>(v, n / 16));
        RUN(n, digit_counts, <<<std::min(n / 1024, 264), 256>>>((unsigned *)u, bins, 8, n));
        RUN(n, hist_words4, <<<std::min(n / 256, 264), 256>>>((uchar4 *)bytes, bins, n));
        RUN(n, hist_words, <<<std::min(n / 256, 528), 256>>>((unsigned *)u, bins, n, 16));
    }
    for (int w : {256, 1024, 4096}) RUN(w, laplace, <<<dim3(w / 32, w / 8), dim3(32, 8)>>>(x, y, w));
    for (int w : {256, 1024}) {
        RUN(w, conv_tile<1>, <<<dim3(w / 16, w / 16), dim3(16, 16)>>>(x, y, w));
        RUN(w, conv_tile<4>, <<<dim3(w / 16, w / 16), dim3(16, 16)>>>(x, y, w));
    }
    for (int n : {1024, 16 * K}) {
        RUN(n, nbody_step, <<<n / 128, 128>>>((float4 *)x, (float4 *)y, n, 0.01f));
        RUN(n, nbody_shared<256>, <<<n / 256, 256>>>((float4 *)x, (float4 *)y, n, 0.01f));
    }
    for (int n : {512, 4096}) RUN(n, matrix_vector, <<<n / 64, 64>>>(x, y, y + M, n));
    for (int blocks : {8, 264}) RUN(blocks, monte_carlo, <<<blocks, 128>>>(y, 2, 16));
    sparse(4 * K, 16, x, y);
    sparse(128 * K, 8, x, y);
    cudaFuncSetAttribute(occupancy, cudaFuncAttributeMaxDynamicSharedMemorySize, 220 * K);
    for (int kb : {1, 30, 70, 220}) RUN(kb, occupancy, <<<528, 256, kb * K>>>(x, y, 4 * M));
    RUN(256, streams<1>, <<<264, 128>>>(y, 256));
    RUN(256, streams<4>, <<<264, 128>>>(y, 256));
    RUN(256, streams<12>, <<<264, 128>>>(y, 256));
    for (int blocks : {1, 132, 2112}) RUN(blocks, hops, <<<blocks, 64>>>(far, v, 32));
    RUN(132, hops, <<<16, 64>>>(near, v, 256));
    for (int blocks : {16, 1056}) {
        RUN(blocks, quotients, <<<blocks, 256>>>(x, y, 32));
        RUN(blocks, remainders, <<<blocks, 256>>>((unsigned *)u, (unsigned *)v, 10007, 32));
        RUN(blocks, half_warps, <<<blocks, 256>>>(x, y, 32));
    }
    return 0;
}
