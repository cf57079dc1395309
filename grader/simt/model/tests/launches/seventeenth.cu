/*
 * A seventeenth held-out set: one file, its own harness.
 *   ./s once    each launch once, its result checked; prints name,n
 *   ./s check   the same, outputs filled with ones bits before each launch
 *   ./s         times them: prints name,n,us (median of 9, by events, after a warm-up)
 */
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>
#include <cuda_fp16.h>

/* ---- harness ---- */
#define AT int(blockIdx.x * blockDim.x + threadIdx.x)
typedef unsigned char byte;
typedef unsigned long long u64;
constexpr int K = 1024, M = 1024 * 1024, X = 48 * M, U = 16 * M;
static bool once, poison;
static long wrong, launches;
static std::string current;
static std::function<void()> before; /* what must happen before each launch of the next RUN, untimed */
static std::vector<float> hx;
static std::vector<unsigned> hu;
static std::vector<byte> hb;
static float *x, *y;
static unsigned *u, *v, *bins;
static byte *bytes, *bytes_out;

__host__ __device__ inline unsigned mix(unsigned a) {
    a ^= a >> 16, a *= 0x7feb352du, a ^= a >> 15, a *= 0x846ca68bu, a ^= a >> 16;
    return a;
}
static void must(cudaError_t e) {
    if (e != cudaSuccess) fprintf(stderr, "%s: %s\n", current.c_str(), cudaGetErrorString(e)), exit(2);
}
template <class T> static T *room(size_t n) {
    T *p;
    must(cudaMalloc(&p, n * sizeof(T)));
    return p;
}
template <class T> static T *on_device(const std::vector<T> &h) {
    T *p = room<T>(h.size());
    must(cudaMemcpy(p, h.data(), h.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}
template <class T> static std::vector<T> back(const T *p, size_t n) {
    std::vector<T> h(n);
    must(cudaMemcpy(h.data(), p, n * sizeof(T), cudaMemcpyDeviceToHost));
    return h;
}
template <class F> static void launch(const char *name, long n, F go) {
    current = std::string(name) + "," + std::to_string(n);
    launches++;
    if (once) {
        if (poison) {
            must(cudaMemset(y, 255, size_t(X) * 4)), must(cudaMemset(v, 255, size_t(U) * 4)), must(cudaMemset(bytes_out, 255, U));
        }
        if (before) before();
        go();
        must(cudaGetLastError()), must(cudaDeviceSynchronize());
        printf("%s\n", current.c_str());
    } else {
        cudaEvent_t a, b;
        cudaEventCreate(&a), cudaEventCreate(&b);
        std::vector<float> t;
        for (int k = 0; k < 10; k++) {
            if (before) before();
            cudaEventRecord(a);
            go();
            cudaEventRecord(b);
            must(cudaEventSynchronize(b));
            float ms;
            cudaEventElapsedTime(&ms, a, b);
            if (k) t.push_back(ms * 1000);
        }
        must(cudaGetLastError());
        std::sort(t.begin(), t.end());
        printf("%s,%.2f\n", current.c_str(), t[4]);
        cudaEventDestroy(a), cudaEventDestroy(b);
    }
    fflush(stdout);
    before = nullptr;
}
#define RUN(n, kernel, ...) launch(#kernel, n, [&] { kernel __VA_ARGS__; })
#define RUN_AS(name, n, ...) launch(name, n, [&] { __VA_ARGS__; })

static void complain(size_t i, double is, double should) {
    wrong++;
    fprintf(stderr, "WRONG %s at %zu: %.9g, not %.9g\n", current.c_str(), i, is, should);
}
/* up to `samples` of the n results, the first and the last among them */
template <class T, class F> static void expect(const T *p, size_t n, F f, double tolerance = 0, size_t samples = 3000) {
    if (!once) return;
    std::vector<T> h = back(p, n);
    int bad = 0;
    size_t many = std::min(n, samples);
    for (size_t k = 0; k < many && bad < 3; k++) {
        size_t i = many == n ? k : k == 0 ? 0 : k == many - 1 ? n - 1 : (size_t(mix(unsigned(k))) << 8 ^ mix(unsigned(k + 77777))) % n;
        double is = double(h[i]), should = double(f(i));
        if (!(std::fabs(is - should) <= tolerance * std::max(1.0, std::fabs(should)))) complain(i, is, should), bad++;
    }
}
static void expect_true(bool right) {
    if (once && !right) complain(0, 0, 1);
}
template <class T> static void clear_before(T *p, size_t n, int value = 0) {
    before = [=] { must(cudaMemset(p, value, n * sizeof(T))); };
}
template <class T> static void copy_before(T *to, const T *from, size_t n) {
    before = [=] { must(cudaMemcpy(to, from, n * sizeof(T), cudaMemcpyDeviceToDevice)); };
}

/* ---- streams ---- */
__global__ void stream_copy(const float *a, float *c, int n) {
    int i = AT;
    if (i < n) c[i] = a[i];
}
__global__ void stream_scale_float4(const float4 *a, float4 *c, float s) {
    float4 w = a[AT];
    c[AT] = make_float4(s * w.x, s * w.y, s * w.z, s * w.w);
}
__global__ void stream_add_grid_stride(const float *a, const float *b, float *c, int n) {
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) c[i] = a[i] + b[i];
}
__global__ void stream_triad_float4(const float4 *a, const float4 *b, float4 *c, float s, int n) {
    int i = AT;
    if (i >= n) return;
    float4 p = a[i], q = b[i];
    c[i] = make_float4(p.x + s * q.x, p.y + s * q.y, p.z + s * q.z, p.w + s * q.w);
}
__global__ void fill_with_index(float4 *c) {
    float i = float(AT & 1023);
    c[AT] = make_float4(i, i + 1, i + 2, i + 3);
}
__global__ void mean_of_seven_arrays(const float *a, float *c, int n) {
    int i = AT;
    float s = 0;
#pragma unroll
    for (int k = 0; k < 7; k++) s += a[k * n + i];
    c[i] = s / 7;
}
__global__ void powers_to_five_arrays(const float *a, float *c, int n) {
    int i = AT;
    float w = a[i], p = w;
#pragma unroll
    for (int k = 0; k < 5; k++, p *= w) c[k * n + i] = p;
}
__global__ void split_points_to_planes(const float *points, float *px, float *py, float *pz, int n) {
    int i = AT;
    if (i >= n) return;
    px[i] = points[3 * i], py[i] = points[3 * i + 1], pz[i] = points[3 * i + 2];
}
__global__ void take_every_eighth(const float *a, float *c, int n) {
    int i = AT;
    if (i < n) c[i] = a[8 * i];
}
__global__ void update_in_place_float4(float4 *a) {
    float4 w = a[AT];
    w.x = w.x * 0.5f + 1, w.y = w.y * 0.5f + 1, w.z = w.z * 0.5f + 1, w.w = w.w * 0.5f + 1;
    a[AT] = w;
}
__global__ void daxpy(double a, const double *p, const double *q, double *r, int n) {
    int i = AT;
    if (i < n) r[i] = a * p[i] + q[i];
}
__global__ void axpy_of_halves(const __half2 *p, const __half2 *q, __half2 *r, int n) {
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) r[i] = __hfma2(__float2half2_rn(0.5f), p[i], q[i]);
}

/* ---- scans ---- */
__global__ void scan_hillis_steele(const float *in, float *out) {
    __shared__ float s[2][1024];
    int t = threadIdx.x, at = 0;
    s[0][t] = in[AT];
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        s[1 - at][t] = s[at][t] + (t >= d ? s[at][t - d] : 0);
        at = 1 - at;
        __syncthreads();
    }
    out[AT] = s[at][t];
}
__global__ void scan_blelloch(const float *in, float *out) { /* exclusive, 512 a block of 256 */
    __shared__ float s[512];
    int t = threadIdx.x, base = blockIdx.x * 512, offset = 1;
    s[2 * t] = in[base + 2 * t], s[2 * t + 1] = in[base + 2 * t + 1];
    for (int d = 256; d > 0; d >>= 1, offset *= 2) {
        __syncthreads();
        if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
    }
    if (t == 0) s[511] = 0;
    for (int d = 1; d < 512; d *= 2) {
        offset >>= 1;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            float w = s[a];
            s[a] = s[b], s[b] += w;
        }
    }
    __syncthreads();
    out[base + 2 * t] = s[2 * t], out[base + 2 * t + 1] = s[2 * t + 1];
}
__global__ void scan_by_one_block(const unsigned *in, unsigned *out, int n) { /* 1024 at a time, carrying the total */
    __shared__ unsigned sums[32];
    unsigned carry = 0;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < n; i += 1024) {
        unsigned w = in[i] & 255;
        for (int d = 1; d < 32; d *= 2) {
            unsigned o = __shfl_up_sync(~0u, w, d);
            if (lane >= d) w += o;
        }
        if (lane == 31) sums[warp] = w;
        __syncthreads();
        if (warp == 0) {
            unsigned s = sums[lane];
            for (int d = 1; d < 32; d *= 2) {
                unsigned o = __shfl_up_sync(~0u, s, d);
                if (lane >= d) s += o;
            }
            sums[lane] = s;
        }
        __syncthreads();
        out[i] = carry + w + (warp ? sums[warp - 1] : 0);
        carry += sums[31];
        __syncthreads();
    }
}

/* ---- reductions ---- */
__global__ void reduce_interleaved(const float *in, float *out) { /* remainders and divergence, as the first lesson has it */
    __shared__ float s[256];
    int t = threadIdx.x;
    s[t] = in[AT];
    __syncthreads();
    for (int d = 1; d < 256; d *= 2) {
        if (t % (2 * d) == 0) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0];
}
__global__ void reduce_shuffle_float4(const float4 *in, float *out, int n) { /* few blocks, grid stride */
    __shared__ float s[32];
    float sum = 0;
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        float4 w = in[i];
        sum += (w.x + w.y) + (w.z + w.w);
    }
    for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) s[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < blockDim.x / 32 ? s[threadIdx.x] : 0;
        for (int d = 16; d > 0; d >>= 1) sum += __shfl_down_sync(~0u, sum, d);
        if (threadIdx.x == 0) out[blockIdx.x] = sum;
    }
}
__global__ void sum_by_atomics(const unsigned *in, unsigned *total, int n) { /* one atomic a warp */
    int i = AT;
    unsigned w = i < n ? in[i] & 15 : 0;
    w = __reduce_add_sync(~0u, w);
    if (threadIdx.x % 32 == 0) atomicAdd(total, w);
}
__global__ void sum_by_one_thread(const float *in, float *out, int n) {
    float s = 0;
    for (int i = 0; i < n; i++) s += in[i];
    *out = s;
}

/* ---- convolutions and stencils ---- */
__constant__ float mask[32];
static float host_mask[32];
__global__ void convolve_1d_tiled(const float *in, float *out, int n) {
    __shared__ float s[256 + 16];
    int i = AT, t = threadIdx.x;
    s[t + 8] = in[i];
    if (t < 8) s[t] = i >= 8 ? in[i - 8] : 0;
    if (t >= 248) s[t + 16] = i + 8 < n ? in[i + 8] : 0;
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 17; k++) sum += mask[k] * s[t + k];
    out[i] = sum;
}
__global__ void convolve_2d_naive(const float *in, float *out, int n) { /* 5 by 5, edges clamped */
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
    float s = 0;
    for (int a = -2; a <= 2; a++)
        for (int b = -2; b <= 2; b++) s += mask[(a + 2) * 5 + b + 2] * in[min(max(r + a, 0), n - 1) * n + min(max(c + b, 0), n - 1)];
    out[r * n + c] = s;
}
__global__ void blur_rows(const float *in, float *out, int n) { /* a separable filter: 9 taps along a row */
    __shared__ float s[4][64 + 8];
    int c = blockIdx.x * 64 + threadIdx.x, r = blockIdx.y * 4 + threadIdx.y, t = threadIdx.x;
    s[threadIdx.y][t + 4] = in[r * n + c];
    if (t < 4) {
        s[threadIdx.y][t] = in[r * n + max(c - 4, 0)];
        s[threadIdx.y][t + 68] = in[r * n + min(c + 64, n - 1)];
    }
    __syncthreads();
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 9; k++) sum += mask[k] * s[threadIdx.y][t + k];
    out[r * n + c] = sum;
}
__global__ void blur_columns(const float *in, float *out, int n) {
    int c = blockIdx.x * 128 + threadIdx.x, r = blockIdx.y;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 9; k++) sum += mask[k] * in[min(max(r + k - 4, 0), n - 1) * n + c];
    out[r * n + c] = sum;
}
__global__ void convolve_3d(const float *in, float *out, int n) { /* 3 by 3 by 3, the inside */
    int i = blockIdx.x * 32 + threadIdx.x, j = blockIdx.y * 4 + threadIdx.y, k = blockIdx.z * 2 + threadIdx.z;
    if (i < 1 || j < 1 || k < 1 || i >= n - 1 || j >= n - 1 || k >= n - 1) return;
    float s = 0;
#pragma unroll
    for (int a = 0; a < 27; a++) s += mask[a] * in[((k + a / 9 - 1) * n + j + a / 3 % 3 - 1) * n + i + a % 3 - 1];
    out[(k * n + j) * n + i] = s;
}
__global__ void jacobi_five_points(const float *in, float *out, int n) {
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y, i = r * n + c;
    if (c > 0 && r > 0 && c < n - 1 && r < n - 1) out[i] = 0.25f * (in[i - 1] + in[i + 1] + in[i - n] + in[i + n]);
}
__global__ void heat_marching_up(const float *in, float *out, int n, int height) { /* seven points; a thread climbs a column */
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y, plane = n * n, i = r * n + c;
    if (c < 1 || r < 1 || c >= n - 1 || r >= n - 1) return;
    float below = in[i], here = in[i + plane];
    for (int z = 1; z < height - 1; z++) {
        i += plane;
        float above = in[i + plane];
        out[i] = here + 0.1f * (below + above + in[i - 1] + in[i + 1] + in[i - n] + in[i + n] - 6 * here);
        below = here, here = above;
    }
}
__global__ void wave_by_one_block(const float *in, float *out, int steps) { /* a string of 512 points, one block, a barrier a step */
    __shared__ float s[514];
    int t = threadIdx.x;
    float old = in[t], now = in[t];
    if (t == 0) s[0] = s[513] = 0;
    for (int k = 0; k < steps; k++) {
        s[t + 1] = now;
        __syncthreads();
        float next = 2 * now - old + 0.25f * (s[t] - 2 * now + s[t + 2]);
        old = now, now = next;
        __syncthreads();
    }
    out[t] = now;
}

/* ---- pictures ---- */
__device__ __host__ inline void order(float &a, float &b) {
    float low = fminf(a, b), high = fmaxf(a, b);
    a = low, b = high;
}
__global__ void median_of_nine(const float *in, float *out, int n) {
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
    float w[9];
#pragma unroll
    for (int k = 0; k < 9; k++) w[k] = in[min(max(r + k / 3 - 1, 0), n - 1) * n + min(max(c + k % 3 - 1, 0), n - 1)];
#pragma unroll
    for (int a = 0; a < 5; a++)
#pragma unroll
        for (int b = a + 1; b < 9; b++) order(w[a], w[b]);
    out[r * n + c] = w[4];
}

/* ---- matrices ---- */
__global__ void product_naive(const float *a, const float *b, float *c, int n) {
    int j = blockIdx.x * 32 + threadIdx.x, i = blockIdx.y * 8 + threadIdx.y;
    float s = 0;
    for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j];
    c[i * n + j] = s;
}
template <int T> __global__ void product_tiled(const float *a, const float *b, float *c, int n) {
    __shared__ float p[T][T], q[T][T];
    int tx = threadIdx.x, ty = threadIdx.y, j = blockIdx.x * T + tx, i = blockIdx.y * T + ty;
    float s = 0;
    for (int k = 0; k < n; k += T) {
        p[ty][tx] = a[i * n + k + tx], q[ty][tx] = b[(k + ty) * n + j];
        __syncthreads();
#pragma unroll
        for (int m = 0; m < T; m++) s += p[ty][m] * q[m][tx];
        __syncthreads();
    }
    c[i * n + j] = s;
}
__global__ void product_four_by_four(const float *a, const float *b, float *c, int n) { /* 64 by 64 a block of 256, 4 by 4 a thread */
    __shared__ float p[16][64], q[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, row = blockIdx.y * 64, column = blockIdx.x * 64;
    float s[4][4] = {};
    for (int k = 0; k < n; k += 16) {
#pragma unroll
        for (int m = 0; m < 4; m++) {
            p[t % 16][t / 16 + 16 * m] = a[(row + t / 16 + 16 * m) * n + k + t % 16];
            q[t / 64 + 4 * m][t % 64] = b[(k + t / 64 + 4 * m) * n + column + t % 64];
        }
        __syncthreads();
#pragma unroll
        for (int m = 0; m < 16; m++) {
            float e[4], f[4];
#pragma unroll
            for (int w = 0; w < 4; w++) e[w] = p[m][ty * 4 + w], f[w] = q[m][tx * 4 + w];
#pragma unroll
            for (int w = 0; w < 4; w++)
#pragma unroll
                for (int z = 0; z < 4; z++) s[w][z] += e[w] * f[z];
        }
        __syncthreads();
    }
    for (int w = 0; w < 4; w++)
        for (int z = 0; z < 4; z++) c[(row + ty * 4 + w) * n + column + tx * 4 + z] = s[w][z];
}
__global__ void transpose_naive(const float *in, float *out, int n) {
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 8 + threadIdx.y;
    out[c * n + r] = in[r * n + c];
}
__global__ void transpose_padded_tile(const float *in, float *out, int n) {
    __shared__ float s[32][33];
    int bx = blockIdx.x * 32, by = blockIdx.y * 32;
    for (int k = threadIdx.y; k < 32; k += 8) s[k][threadIdx.x] = in[(by + k) * n + bx + threadIdx.x];
    __syncthreads();
    for (int k = threadIdx.y; k < 32; k += 8) out[(bx + k) * n + by + threadIdx.x] = s[threadIdx.x][k];
}
__global__ void matvec_thread_a_row(const float *a, const float *p, float *out, int n) {
    int r = AT;
    float s = 0;
    for (int k = 0; k < n; k++) s += a[size_t(r) * n + k] * p[k];
    out[r] = s;
}
__global__ void matvec_warp_a_row(const float4 *a, const float4 *p, float *out, int n) {
    int r = AT / 32, lane = threadIdx.x % 32;
    float s = 0;
    for (int k = lane; k < n / 4; k += 32) {
        float4 w = a[size_t(r) * (n / 4) + k], z = p[k];
        s += w.x * z.x + w.y * z.y + w.z * z.z + w.w * z.w;
    }
    for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(~0u, s, d);
    if (lane == 0) out[r] = s;
}

/* ---- sparse products and graphs ---- */
__global__ void csr_thread_a_row(const int *start, const int *column, const float *value, const float *p, float *out, int rows) {
    int r = AT;
    if (r >= rows) return;
    float s = 0;
    for (int k = start[r]; k < start[r + 1]; k++) s += value[k] * p[column[k]];
    out[r] = s;
}
__global__ void csr_warp_a_row(const int *start, const int *column, const float *value, const float *p, float *out, int rows) {
    int r = AT / 32, lane = threadIdx.x % 32;
    if (r >= rows) return;
    float s = 0;
    for (int k = start[r] + lane; k < start[r + 1]; k += 32) s += value[k] * p[column[k]];
    for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(~0u, s, d);
    if (lane == 0) out[r] = s;
}
__global__ void coordinates_by_atomics(const int *row, const int *column, const float *value, const float *p, float *out, int n) {
    int i = AT;
    if (i < n) atomicAdd(out + row[i], value[i] * p[column[i]]);
}
__global__ void breadth_first_level(const int *start, const int *column, int *distance, int level, int rows) {
    int r = AT;
    if (r >= rows || distance[r] != level) return;
    for (int k = start[r]; k < start[r + 1]; k++)
        if (distance[column[k]] < 0) distance[column[k]] = level + 1;
}

/* ---- sorting ---- */
__global__ void bitonic_step(unsigned *a, int j, int k) {
    int i = AT, o = i ^ j;
    if (o <= i) return;
    unsigned p = a[i], q = a[o];
    if ((p > q) == ((i & k) == 0)) a[i] = q, a[o] = p;
}
__global__ void bitonic_sort_in_block(const unsigned *in, unsigned *out) { /* 1024 a block of 512 */
    __shared__ unsigned s[1024];
    int t = threadIdx.x, base = blockIdx.x * 1024;
    s[t] = in[base + t], s[t + 512] = in[base + t + 512];
    for (int k = 2; k <= 1024; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int i = 2 * t - (t & (j - 1)), o = i + j;
            unsigned p = s[i], q = s[o];
            if ((p > q) == ((i & k) == 0)) s[i] = q, s[o] = p;
        }
    __syncthreads();
    out[base + t] = s[t], out[base + t + 512] = s[t + 512];
}
__global__ void merge_by_searches(const unsigned *a, const unsigned *b, unsigned *out, int n) { /* two sorted lists of n */
    int i = AT, left = i < n, at = left ? i : i - n;
    unsigned me = left ? a[at] : b[at];
    const unsigned *other = left ? b : a;
    int low = 0, high = n;
    while (low < high) {
        int m = (low + high) / 2;
        if (other[m] < me || (!left && other[m] == me)) low = m + 1;
        else high = m;
    }
    out[at + low] = me;
}

/* ---- histograms and atomics ---- */
__global__ void histogram_in_global(const byte *in, unsigned *h, int n) {
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) atomicAdd(h + in[i], 1u);
}
__global__ void histogram_in_shared(const uint4 *in, unsigned *h, int n) { /* 16 bytes a load */
    __shared__ unsigned s[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) s[k] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        uint4 w = in[i];
        unsigned p[4] = {w.x, w.y, w.z, w.w};
#pragma unroll
        for (int k = 0; k < 4; k++)
#pragma unroll
            for (int m = 0; m < 4; m++) atomicAdd(s + (p[k] >> 8 * m & 255), 1u);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 256; k += blockDim.x) atomicAdd(h + k, s[k]);
}
__global__ void scatter_adds(const unsigned *in, unsigned *out, int words) { /* adds to chance places of a few MiB */
    atomicAdd(out + (in[AT] & (words - 1)), 1u);
}
__global__ void add_floats_by_cas(const unsigned *in, float *out, int bins) { /* compare and swap until it holds */
    unsigned *p = (unsigned *)out + in[AT] % bins, old = *p, seen;
    do seen = old, old = atomicCAS(p, seen, __float_as_uint(__uint_as_float(seen) + 1));
    while (old != seen);
}
__global__ void insert_in_hash_table(const unsigned *keys, unsigned *table, int size) { /* linear probing; all ones: empty */
    unsigned key = keys[AT], at = mix(key) & (size - 1);
    while (atomicCAS(table + at, ~0u, key) != ~0u) at = (at + 1) & (size - 1);
}
__global__ void keep_large_by_warps(const float *in, float *out, unsigned *counter, int n) { /* one atomic a warp: ballot and count */
    int i = AT, lane = threadIdx.x % 32;
    float w = i < n ? in[i] : 0;
    unsigned keep = __ballot_sync(~0u, w >= 0.75f), base = 0;
    if (lane == 0 && keep) base = atomicAdd(counter, __popc(keep));
    base = __shfl_sync(~0u, base, 0);
    if (keep >> lane & 1) out[base + __popc(keep & ((1u << lane) - 1))] = w;
}

/* ---- gathers, scatters, tables ---- */
__global__ void gather_at_random(const float *in, const unsigned *at, float *out, int words, int n) {
    int i = AT;
    if (i < n) out[i] = in[at[i] & (words - 1)];
}
__global__ void scatter_by_permutation(const float *in, float *out, int n) {
    unsigned i = AT;
    out[(i * 40503u + 7) & (n - 1)] = in[i];
}
__global__ void substitute_bytes(const unsigned *in, unsigned *out, const byte *table, int n) { /* a table of 256 in shared memory, twice over */
    __shared__ byte s[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) s[k] = table[k];
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        unsigned w = in[i], r = 0;
#pragma unroll
        for (int k = 0; k < 32; k += 8) r |= unsigned(s[s[w >> k & 255]]) << k;
        out[i] = r;
    }
}
__constant__ float constant_table[1024];
__global__ void lookups_in_constant(const unsigned *in, float *out, int spread) { /* a warp's lanes ask for `spread` places */
    int i = AT;
    float s = 0;
    unsigned at = in[i / 32] + threadIdx.x % spread;
    for (int k = 0; k < 8; k++, at = at * 5 + 1) s += constant_table[at & 1023];
    out[i] = s;
}
__global__ void binary_search_queries(const unsigned *sorted, int n, const unsigned *queries, unsigned *out) {
    unsigned q = queries[AT];
    int low = 0, high = n;
    while (low < high) {
        int m = (low + high) / 2;
        if (sorted[m] < q) low = m + 1;
        else high = m;
    }
    out[AT] = low;
}

/* ---- small arrays that L2 holds ---- */
__global__ void rotate_small_array(const float *a, float *b, int words, int times) { /* every round all blocks read and write the same few MiB */
    int i = AT, step = gridDim.x * blockDim.x;
    for (int t = 0; t < times; t++)
        for (int k = i; k < words; k += step) b[k] = a[(k + t * 4096 + 32 * t) & (words - 1)] + t;
}
__global__ void relax_small_array(volatile float *a, int words, int times) { /* a word's owner reads it and writes it back, time and again */
    int step = gridDim.x * blockDim.x;
    for (int t = 0; t < times; t++)
        for (int k = AT; k < words; k += step) a[k] = a[k] * 0.5f + 1;
}
__global__ void all_blocks_read_all(const float4 *a, float *out, int words) {
    float s = 0;
    for (int k = threadIdx.x; k < words / 4; k += blockDim.x) {
        float4 w = a[k];
        s += (w.x + w.y) + (w.z + w.w);
    }
    out[AT] = s;
}

/* ---- bodies, options, chance ---- */
__global__ void potential_of_bodies(const float4 *p, float *out, int n) {
    int i = AT;
    float4 me = p[i];
    float s = 0;
    for (int j = 0; j < n; j++) {
        float4 o = p[j];
        float dx = o.x - me.x, dy = o.y - me.y, dz = o.z - me.z;
        s += o.w * rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
    }
    out[i] = s;
}
__global__ void black_scholes_calls(const float *s, const float *k, float *out, int n) {
    int i = AT;
    if (i >= n) return;
    float price = 50 + 50 * s[i], strike = 60 + 30 * k[i], t = 0.5f, r = 0.03f, sigma = 0.25f, root = sigma * sqrtf(t);
    float d = (logf(price / strike) + (r + 0.5f * sigma * sigma) * t) / root;
    out[i] = price * normcdff(d) - strike * expf(-r * t) * normcdff(d - root);
}
__host__ __device__ inline unsigned xorshift(unsigned &s) {
    s ^= s << 13, s ^= s >> 17, s ^= s << 5;
    return s;
}
__host__ __device__ inline float asian_path(unsigned seed, int steps) {
    unsigned s = mix(seed) | 1;
    float price = 100, mean = 0;
    for (int k = 0; k < steps; k++) {
        float a = ((xorshift(s) >> 8) + 1) * 5.9604645e-8f, b = (xorshift(s) >> 8) * 5.9604645e-8f;
        price *= expf(-0.0002f + 0.02f * sqrtf(-2 * logf(a)) * cosf(6.2831853f * b));
        mean += price;
    }
    return fmaxf(mean / steps - 100, 0.0f);
}
__global__ void asian_option_paths(float *out, int steps) {
    __shared__ float s[128];
    s[threadIdx.x] = asian_path(AT, steps);
    __syncthreads();
    for (int d = 64; d > 0; d >>= 1) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = s[0] / 128;
}
__global__ void random_numbers(unsigned *out, int each) { /* a generator a thread, neighbours write side by side */
    unsigned s = mix(AT) | 1;
    for (int k = 0; k < each; k++) out[k * gridDim.x * blockDim.x + AT] = xorshift(s);
}

/* ---- strings and whole numbers ---- */
__global__ void count_pattern(const byte *text, unsigned *out, int n) { /* four letters of two bits each, at all places */
    int i = AT, found = 0;
    if (i + 4 <= n) {
        const byte pattern[4] = {1, 3, 0, 2};
        int k = 0;
        while (k < 4 && (text[i + k] & 3) == pattern[k]) k++;
        found = k == 4;
    }
    int all = __syncthreads_count(found);
    if (threadIdx.x == 0) out[blockIdx.x] = all;
}
__global__ void hash_of_records(const unsigned *in, unsigned *out, int each) { /* FNV, a record of `each` words a thread: strided */
    unsigned h = 2166136261u;
    for (int k = 0; k < each; k++) {
        unsigned w = in[AT * each + k];
#pragma unroll
        for (int m = 0; m < 32; m += 8) h = (h ^ (w >> m & 255)) * 16777619u;
    }
    out[AT] = h;
}
__host__ __device__ inline unsigned collatz(unsigned n) {
    unsigned k = 0;
    u64 w = n;
    for (; w > 1; k++) w = w & 1 ? 3 * w + 1 : w / 2;
    return k;
}
__global__ void collatz_lengths(unsigned *out) { out[AT] = collatz(AT + 1); }
__host__ __device__ inline unsigned power_modulo(unsigned base, unsigned e, unsigned m) {
    u64 r = 1, b = base % m;
    for (; e; e >>= 1) {
        if (e & 1) r = r * b % m;
        b = b * b % m;
    }
    return unsigned(r);
}
__global__ void powers_modulo(const unsigned *in, unsigned *out) { out[AT] = power_modulo(in[AT], 65537 + (AT & 1023), 1000000007u - (AT & 7)); }

/* ---- dynamic programming, transforms ---- */
template <int L> __global__ void edit_distances(const byte *a, const byte *b, unsigned *out) { /* a pair of strings a block, by diagonals */
    __shared__ int d[3][L + 1];
    __shared__ byte sa[L], sb[L];
    int t = threadIdx.x;
    sa[t] = a[blockIdx.x * L + t] & 3, sb[t] = b[blockIdx.x * L + t] & 3;
    for (int k = 0; k <= 2 * L; k++) {
        int *now = d[k % 3], *one = d[(k + 2) % 3], *two = d[(k + 1) % 3], i = t + 1, j = k - i;
        if (t == 0) now[0] = k;
        if (j == 0) now[i] = i;
        else if (j > 0 && j <= L) now[i] = min(min(one[i], one[i - 1]) + 1, two[i - 1] + (sa[i - 1] != sb[j - 1]));
        __syncthreads();
    }
    if (t == L - 1) out[blockIdx.x] = d[2 * L % 3][L];
}
__host__ __device__ inline int escape(int c, int r, int n, int most) {
    double cx = -2 + 3.0 * c / n, cy = -1.5 + 3.0 * r / n, a = 0, b = 0;
    int k = 0;
    for (; k < most && fma(a, a, b * b) <= 4; k++) {
        double w = fma(a, a, fma(-b, b, cx));
        b = fma(2 * a, b, cy), a = w;
    }
    return k;
}
__global__ void mandelbrot_in_doubles(unsigned *out, int n, int most) {
    int c = blockIdx.x * 16 + threadIdx.x, r = blockIdx.y * 16 + threadIdx.y;
    out[r * n + c] = escape(c, r, n, most);
}

/* ---- occupancy and latency ---- */
__host__ __device__ inline float many_registers(const float *in, size_t i, size_t n) {
    float a[32], b[32];
#pragma unroll
    for (int k = 0; k < 32; k++) a[k] = in[k * n + i], b[k] = 1;
#pragma unroll
    for (int j = 1; j <= 16; j++)
#pragma unroll
        for (int k = 0; k < 32; k++) b[k] = b[k] * a[(k + j) % 32] + 0.5f;
    float s = 0;
#pragma unroll
    for (int k = 0; k < 32; k++) s += b[k];
    return s;
}
__global__ void arrays_in_registers(const float *in, float *out, int n) { out[AT] = many_registers(in, AT, n); }
extern __shared__ float room_of_block[];
__global__ void reverse_through_shared(const float *in, float *out, int each) {
    size_t base = size_t(blockIdx.x) * each;
    for (int k = threadIdx.x; k < each; k += blockDim.x) room_of_block[k] = in[base + k];
    __syncthreads();
    for (int k = threadIdx.x; k < each; k += blockDim.x) out[base + k] = room_of_block[each - 1 - k];
}
template <int ILP> __host__ __device__ inline float chains(float start, int times) {
    float w[ILP], s = 0;
#pragma unroll
    for (int k = 0; k < ILP; k++) w[k] = start + k;
    for (int t = 0; t < times; t++)
#pragma unroll
        for (int k = 0; k < ILP; k++) w[k] = w[k] * 0.99f + 0.125f;
#pragma unroll
    for (int k = 0; k < ILP; k++) s += w[k];
    return s;
}
template <int ILP> __global__ void chains_of_fma(const float *in, float *out, int times) { out[AT] = chains<ILP>(in[AT], times); }

/* ---- the launches ---- */
static double sum_of(size_t from, size_t to) {
    double s = 0;
    for (size_t i = from; i < to; i++) s += hx[i];
    return s;
}
static void streams(double *da, double *db) {
    for (int n : {256 * K, 16 * M}) {
        RUN(n, stream_copy, <<<n / 256, 256>>>(x, y, n));
        expect(y, n, [](size_t i) { return hx[i]; });
    }
    for (int n : {2 * M, 32 * M}) {
        RUN(n, stream_scale_float4, <<<n / 4 / 512, 512>>>((const float4 *)x, (float4 *)y, 3));
        expect(y, n, [](size_t i) { return 3 * hx[i]; });
    }
    for (int n : {512 * K, 20 * M}) {
        RUN(n, stream_add_grid_stride, <<<1056, 256>>>(x, x + 20 * M, y, n));
        expect(y, n, [](size_t i) { return hx[i] + hx[20 * M + i]; });
    }
    for (int n : {2 * M, 20 * M}) {
        RUN(n, stream_triad_float4, <<<n / 4 / 128, 128>>>((const float4 *)x, (const float4 *)(x + 24 * M), (float4 *)y, 3, n / 4));
        expect(y, n, [](size_t i) { return hx[i] + 3 * hx[24 * M + i]; });
    }
    for (int n : {40 * M}) {
        RUN(n, fill_with_index, <<<n / 4 / 1024, 1024>>>((float4 *)y));
        expect(y, n, [](size_t i) { return (i / 4 & 1023) + i % 4; });
    }
    for (int n : {5 * M}) {
        RUN(n, mean_of_seven_arrays, <<<n / 256, 256>>>(x, y, n));
        expect(y, n, [=](size_t i) { double s = 0; for (int k = 0; k < 7; k++) s += hx[size_t(k) * n + i]; return s / 7; }, 1e-5);
    }
    for (int n : {5 * M}) {
        RUN(n, powers_to_five_arrays, <<<n / 64, 64>>>(x, y, n));
        expect(y, 5 * size_t(n), [=](size_t i) { return std::pow(double(hx[i % n]), double(i / n + 1)); }, 1e-5);
    }
    for (int n : {8 * M}) {
        RUN(n, split_points_to_planes, <<<n / 192 + 1, 192>>>(x, y, y + n, y + 2 * n, n));
        expect(y, 3 * size_t(n), [=](size_t i) { return hx[i % n * 3 + i / n]; });
    }
    for (int n : {6 * M}) {
        RUN(n, take_every_eighth, <<<n / 256, 256>>>(x, y, n));
        expect(y, n, [](size_t i) { return hx[8 * i]; });
    }
    copy_before(y, x, 24 * M);
    RUN(24 * M, update_in_place_float4, <<<24 * M / 4 / 256, 256>>>((float4 *)y));
    expect(y, 24 * M, [](size_t i) { return hx[i] * 0.5f + 1; }, 1e-6);
    for (int n : {8 * M}) {
        RUN(n, daxpy, <<<n / 256, 256>>>(1.5, da, db, (double *)y, n));
        expect((double *)y, n, [](size_t i) { return 1.5 * (i % 1000) + i % 77; });
    }
    for (int n : {6 * M}) { /* pairs; the halves are made of x, whose words' halves are small enough */
        std::vector<__half2> h(64 * K);
        for (int i = 0; i < 64 * K; i++) h[i] = __floats2half2_rn(hx[2 * i], hx[2 * i + 1]);
        __half2 *p = room<__half2>(2 * size_t(n));
        for (int i = 0; i < 2 * n; i += 64 * K) must(cudaMemcpy(p + i, h.data(), 64 * K * 4, cudaMemcpyHostToDevice));
        RUN(n, axpy_of_halves, <<<528, 512>>>(p, p + n, (__half2 *)y, n));
        auto a = [](size_t i) { return hx[i % (128 * K)]; };
        if (once) {
            std::vector<__half2> r = back((__half2 *)y, n);
            for (int i = 0, bad = 0; i < n && bad < 3; i += 997) {
                double is = __low2float(r[i]), should = 1.5 * a(2 * size_t(i));
                if (std::fabs(is - should) > 1e-3) complain(i, is, should), bad++;
                is = __high2float(r[i]), should = 1.5 * a(2 * size_t(i) + 1);
                if (std::fabs(is - should) > 1e-3) complain(i, is, should), bad++;
            }
        }
        cudaFree(p);
    }
    RUN_AS("stream_copy by blocks of 32", 100000, stream_copy<<<100000, 32>>>(x, y, 3200000));
    expect(y, 3200000, [](size_t i) { return hx[i]; });
}
static void scans_and_sums() {
    for (int n : {64 * K, M}) {
        RUN(n, scan_hillis_steele, <<<n / 1024, 1024>>>(x, y));
        expect(y, n, [](size_t i) { return sum_of(i / 1024 * 1024, i + 1); }, 1e-4);
    }
    for (int n : {128 * K, 2 * M}) {
        RUN(n, scan_blelloch, <<<n / 512, 256>>>(x, y));
        expect(y, n, [](size_t i) { return sum_of(i / 512 * 512, i); }, 1e-4);
    }
    std::vector<unsigned> sums(128 * K);
    unsigned s = 0;
    for (size_t i = 0; i < sums.size(); i++) sums[i] = s += hu[i] & 255;
    for (int n : {16 * K, 128 * K}) {
        RUN(n, scan_by_one_block, <<<1, 1024>>>(u, v, n));
        expect(v, n, [&](size_t i) { return sums[i]; }, 0, 200 * K);
    }
    for (int n : {256 * K, 4 * M}) {
        RUN(n, reduce_interleaved, <<<n / 256, 256>>>(x, y));
        expect(y, n / 256, [](size_t i) { return sum_of(256 * i, 256 * i + 256); }, 1e-4);
    }
    for (int n : {M, 40 * M}) {
        RUN(n, reduce_shuffle_float4, <<<264, 1024>>>((const float4 *)x, y, n / 4));
        if (once) {
            double is = 0, should = sum_of(0, n);
            for (float w : back(y, 264)) is += w;
            if (!(std::fabs(is - should) < 1e-5 * should)) complain(0, is, should);
        }
    }
    for (int n : {64 * K, 4 * M}) {
        clear_before(bins, 1);
        RUN(n, sum_by_atomics, <<<n / 256, 256>>>(u, bins, n));
        expect(bins, 1, [=](size_t) { unsigned s = 0; for (int i = 0; i < n; i++) s += hu[i] & 15; return s; });
    }
    RUN(4096, sum_by_one_thread, <<<1, 1>>>(x, y, 4096));
    expect(y, 1, [](size_t) { return sum_of(0, 4096); }, 1e-4);
}
static int clamp(int a, int n) { return std::min(std::max(a, 0), n - 1); }
static void stencils_and_pictures() {
    auto taps = [](int n) {
        return [n](size_t i) {
            double s = 0;
            for (int k = -8; k <= 8; k++)
                if (long(i) + k >= 0 && long(i) + k < n) s += host_mask[k + 8] * hx[i + k];
            return s;
        };
    };
    for (int n : {512 * K, 4 * M}) {
        RUN(n, convolve_1d_tiled, <<<n / 256, 256>>>(x, y, n));
        expect(y, n, taps(n), 1e-4);
    }
    for (int n : {256, 1024}) {
        RUN(n, convolve_2d_naive, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>(x, y, n));
        expect(y, n * n, [=](size_t i) {
            double s = 0;
            for (int k = 0; k < 25; k++) s += host_mask[k] * hx[clamp(int(i) / n + k / 5 - 2, n) * n + clamp(int(i) % n + k % 5 - 2, n)];
            return s;
        }, 1e-4);
    }
    for (int n : {512, 2048}) {
        RUN(n, blur_rows, <<<dim3(n / 64, n / 4), dim3(64, 4)>>>(x, y, n));
        expect(y, n * n, [=](size_t i) {
            double s = 0;
            for (int k = 0; k < 9; k++) s += host_mask[k] * hx[int(i) / n * n + clamp(int(i) % n + k - 4, n)];
            return s;
        }, 1e-4);
        RUN(n, blur_columns, <<<dim3(n / 128, n), 128>>>(x, y, n));
        expect(y, n * n, [=](size_t i) {
            double s = 0;
            for (int k = 0; k < 9; k++) s += host_mask[k] * hx[clamp(int(i) / n + k - 4, n) * n + int(i) % n];
            return s;
        }, 1e-4);
    }
    for (int n : {64, 128}) {
        clear_before(y, n * n * n);
        RUN(n, convolve_3d, <<<dim3(n / 32, n / 4, n / 2), dim3(32, 4, 2)>>>(x, y, n));
        expect(y, n * n * n, [=](size_t at) {
            int i = int(at) % n, j = int(at) / n % n, k = int(at) / n / n;
            double s = 0;
            if (i < 1 || j < 1 || k < 1 || i >= n - 1 || j >= n - 1 || k >= n - 1) return s;
            for (int a = 0; a < 27; a++) s += host_mask[a] * hx[((k + a / 9 - 1) * n + j + a / 3 % 3 - 1) * n + i + a % 3 - 1];
            return s;
        }, 1e-4);
    }
    for (int n : {512, 3072}) {
        clear_before(y, n * n);
        RUN(n, jacobi_five_points, <<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, n));
        expect(y, n * n, [=](size_t i) {
            int c = int(i) % n, r = int(i) / n;
            return c > 0 && r > 0 && c < n - 1 && r < n - 1 ? 0.25 * (hx[i - 1] + hx[i + 1] + hx[i - n] + hx[i + n]) : 0;
        }, 1e-5);
    }
    for (int n : {128, 512}) {
        clear_before(y, n * n * 64);
        RUN(n, heat_marching_up, <<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, n, 64));
        expect(y, n * n * 64, [=](size_t i) {
            int c = int(i) % n, r = int(i) / n % n, z = int(i) / n / n;
            if (c < 1 || r < 1 || z < 1 || c >= n - 1 || r >= n - 1 || z >= 63) return 0.0;
            return hx[i] + 0.1 * (hx[i - 1] + hx[i + 1] + hx[i - n] + hx[i + n] + hx[i - n * n] + hx[i + n * n] - 6.0 * hx[i]);
        }, 1e-4);
    }
    for (int steps : {256}) {
        RUN(steps, wave_by_one_block, <<<1, 512>>>(x, y, steps));
        std::vector<double> old(512), now(512), next(512);
        for (int t = 0; t < 512; t++) old[t] = now[t] = hx[t];
        for (int k = 0; k < steps; k++) {
            for (int t = 0; t < 512; t++) next[t] = 2 * now[t] - old[t] + 0.25 * ((t ? now[t - 1] : 0) - 2 * now[t] + (t < 511 ? now[t + 1] : 0));
            old = now, now = next;
        }
        expect(y, 512, [&](size_t i) { return now[i]; }, 3e-3);
    }
    for (int n : {256, 1024}) {
        RUN(n, median_of_nine, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>(x, y, n));
        expect(y, n * n, [=](size_t i) {
            float w[9];
            for (int k = 0; k < 9; k++) w[k] = hx[clamp(int(i) / n + k / 3 - 1, n) * n + clamp(int(i) % n + k % 3 - 1, n)];
            std::sort(w, w + 9);
            return w[4];
        });
    }
}
static void matrices() {
    auto product = [](int n) {
        return [n](size_t at) {
            double s = 0;
            for (int k = 0; k < n; k++) s += double(hx[at / n * n + k]) * hx[M + size_t(k) * n + at % n];
            return s;
        };
    };
    for (int n : {256}) {
        RUN(n, product_naive, <<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, x + M, y, n));
        expect(y, n * n, product(n), 1e-4);
    }
    for (int n : {128, 384}) {
        RUN(n, product_tiled<16>, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>(x, x + M, y, n));
        expect(y, n * n, product(n), 1e-4);
    }
    for (int n : {256, 640}) {
        RUN(n, product_four_by_four, <<<dim3(n / 64, n / 64), 256>>>(x, x + M, y, n));
        expect(y, n * n, product(n), 1e-4);
    }
    for (int n : {1024, 4096}) {
        auto turned = [=](size_t i) { return hx[i % n * n + i / n]; };
        RUN(n, transpose_naive, <<<dim3(n / 32, n / 8), dim3(32, 8)>>>(x, y, n));
        expect(y, size_t(n) * n, turned);
        RUN(n, transpose_padded_tile, <<<dim3(n / 32, n / 32), dim3(32, 8)>>>(x, y, n));
        expect(y, size_t(n) * n, turned);
    }
    auto row = [](int n) {
        return [n](size_t r) {
            double s = 0;
            for (int k = 0; k < n; k++) s += double(hx[r * n + k]) * hx[40 * M + k];
            return s;
        };
    };
    for (int n : {512, 1536}) {
        RUN(n, matvec_thread_a_row, <<<n / 64, 64>>>(x, x + 40 * M, y, n));
        expect(y, n, row(n), 1e-4);
    }
    for (int n : {1024, 4096}) {
        RUN(n, matvec_warp_a_row, <<<n / 4, 128>>>((const float4 *)x, (const float4 *)(x + 40 * M), y, n));
        expect(y, n, row(n), 1e-4);
    }
}
static void sparse_and_graphs(int rows, int each) {
    std::vector<int> start(1, 0), column, of;
    std::vector<float> value;
    for (int r = 0; r < rows; r++) {
        int many = mix(r) % (2 * each);
        for (int k = 0; k < many; k++) {
            unsigned w = mix(r * 131 + k);
            column.push_back(w % 4 ? int(w >> 4) & (rows - 1) : (r + int(w >> 4) % 64) & (rows - 1)); /* a quarter near the diagonal */
            value.push_back((w & 1023) / 1024.0f), of.push_back(r);
        }
        start.push_back(int(column.size()));
    }
    int *s = on_device(start), *c = on_device(column), *o = on_device(of), n = int(column.size());
    float *w = on_device(value);
    auto row = [&](size_t r) {
        double sum = 0;
        for (int k = start[r]; k < start[r + 1]; k++) sum += double(value[k]) * hx[column[k]];
        return sum;
    };
    RUN(rows, csr_thread_a_row, <<<rows / 128, 128>>>(s, c, w, x, y, rows));
    expect(y, rows, row, 1e-4);
    RUN(rows, csr_warp_a_row, <<<rows / 8, 256>>>(s, c, w, x, y, rows));
    expect(y, rows, row, 1e-4);
    clear_before(y, rows);
    RUN(rows, coordinates_by_atomics, <<<n / 512 + 1, 512>>>(o, c, w, x, y, n));
    expect(y, rows, row, 1e-4);
    std::vector<int> distance(rows), reached;
    for (int r = 0; r < rows; r++) distance[r] = mix(r + 5) % 16 == 0 ? 2 : mix(r + 5) % 16 == 1 ? 1 : -1;
    reached = distance;
    for (int r = 0; r < rows; r++)
        for (int k = start[r]; k < start[r + 1]; k++)
            if (distance[r] == 2 && reached[column[k]] < 0) reached[column[k]] = 3;
    int *d0 = on_device(distance), *d = room<int>(rows);
    copy_before(d, d0, rows);
    RUN(rows, breadth_first_level, <<<rows / 256, 256>>>(s, c, d, 2, rows));
    expect(d, rows, [&](size_t r) { return reached[r]; }, 0, M);
    cudaFree(s), cudaFree(c), cudaFree(o), cudaFree(w), cudaFree(d0), cudaFree(d);
}
static void sorts_and_searches() {
    for (int n : {64 * K, 4 * M}) {
        int j = n / 8, k = n / 2;
        copy_before(v, u, n);
        RUN(n, bitonic_step, <<<n / 256, 256>>>(v, j, k));
        expect(v, n, [=](size_t i) {
            unsigned p = hu[i], q = hu[i ^ j];
            return ((i & k) == 0) == ((i & j) == 0) ? std::min(p, q) : std::max(p, q);
        });
    }
    for (int blocks : {16, 528}) {
        RUN(blocks, bitonic_sort_in_block, <<<blocks, 512>>>(u, v));
        std::vector<unsigned> w(hu.begin(), hu.begin() + blocks * K);
        for (int b = 0; b < blocks; b++) std::sort(w.begin() + b * K, w.begin() + (b + 1) * K, [b, blocks](unsigned p, unsigned q) { return p < q; });
        expect(v, w.size(), [&](size_t i) { return w[i]; }, 0, M);
    }
    for (int n : {32 * K, 512 * K}) {
        std::vector<unsigned> a(hu.begin(), hu.begin() + n), b(hu.begin() + n, hu.begin() + 2 * n), w(2 * n);
        std::sort(a.begin(), a.end()), std::sort(b.begin(), b.end());
        std::merge(a.begin(), a.end(), b.begin(), b.end(), w.begin());
        unsigned *p = on_device(a), *q = on_device(b);
        RUN(n, merge_by_searches, <<<n / 128, 256>>>(p, q, v, n));
        expect(v, 2 * n, [&](size_t i) { return w[i]; }, 0, 4 * M);
        if (n == 512 * K)
            for (int blocks : {132, 4096}) {
                RUN(blocks, binary_search_queries, <<<blocks, blocks == 132 ? 32 : 256>>>(p, n, u + 2 * M, v));
                expect(v, blocks * (blocks == 132 ? 32 : 256), [&](size_t i) { return std::lower_bound(a.begin(), a.end(), hu[2 * M + i]) - a.begin(); });
            }
        cudaFree(p), cudaFree(q);
    }
}
static void histograms_and_atomics() {
    std::vector<byte> same(M, 7);
    byte *sevens = on_device(same);
    auto count = [](int n) {
        std::vector<unsigned> h(256, 0);
        for (int i = 0; i < n; i++) h[hb[i]]++;
        return h;
    };
    for (int n : {M}) {
        clear_before(bins, 256);
        RUN(n, histogram_in_global, <<<264, 256>>>(bytes, bins, n));
        auto h = count(n);
        expect(bins, 256, [&](size_t i) { return h[i]; });
    }
    for (int n : {M, 16 * M}) {
        clear_before(bins, 256);
        RUN(n, histogram_in_shared, <<<528, 256>>>((const uint4 *)bytes, bins, n / 16));
        auto h = count(n);
        expect(bins, 256, [&](size_t i) { return h[i]; });
    }
    clear_before(bins, 256);
    RUN_AS("histogram_in_global of one value", 256 * K, histogram_in_global<<<264, 256>>>(sevens, bins, 256 * K));
    expect(bins, 256, [](size_t i) { return i == 7 ? 256 * K : 0; });
    clear_before(bins, 256);
    RUN_AS("histogram_in_shared of one value", M, histogram_in_shared<<<528, 256>>>((const uint4 *)sevens, bins, M / 16));
    expect(bins, 256, [](size_t i) { return i == 7 ? M : 0; });
    for (int words : {M}) { /* 4 M adds each */
        clear_before(v, words);
        RUN(words, scatter_adds, <<<4 * M / 512, 512>>>(u, v, words));
        std::vector<unsigned> h(words, 0);
        for (int i = 0; i < 4 * M; i++) h[hu[i] & (words - 1)]++;
        expect(v, words, [&](size_t i) { return h[i]; }, 0, M);
    }
    for (int n : {2048}) {
        clear_before(y, 5000);
        RUN(n, add_floats_by_cas, <<<64, 128>>>(u, y, n / 4));
        std::vector<unsigned> h(n / 4, 0);
        for (int i = 0; i < 8 * K; i++) h[hu[i] % (n / 4)]++;
        expect(y, n / 4, [&](size_t i) { return h[i]; }, 0, M);
    }
    for (int n : {M}) {
        std::vector<unsigned> keys(n);
        for (int i = 0; i < n; i++) keys[i] = unsigned(i) * 2654435761u >> 1 << 1;
        std::sort(keys.begin(), keys.end());
        keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
        int many = int(keys.size()) / 256 * 256;
        keys.resize(many);
        std::vector<unsigned> mixed(many);
        for (int i = 0; i < many; i++) mixed[i] = keys[size_t(i) * 7919 % many];
        unsigned *p = on_device(mixed);
        std::sort(mixed.begin(), mixed.end());
        clear_before(v, 2 * n, 255);
        RUN(n, insert_in_hash_table, <<<many / 256, 256>>>(p, v, 2 * n));
        if (once) {
            std::vector<unsigned> t = back(v, 2 * n), in;
            for (unsigned w : t)
                if (w != ~0u) in.push_back(w);
            std::sort(in.begin(), in.end());
            expect_true(in == mixed);
        }
        cudaFree(p);
    }
    for (int n : {4 * M}) {
        clear_before(bins, 1);
        RUN(n, keep_large_by_warps, <<<n / 256, 256>>>(x, y, bins, n));
        if (once) {
            std::vector<float> in, out = back(y, back(bins, 1)[0]);
            for (int i = 0; i < n; i++)
                if (hx[i] >= 0.75f) in.push_back(hx[i]);
            std::sort(in.begin(), in.end()), std::sort(out.begin(), out.end());
            expect_true(in == out);
        }
    }
    cudaFree(sevens);
}
static void gathers_and_small_arrays() {
    for (int words : {M, 32 * M})
        for (int n : {4 * M}) {
            RUN_AS(words == M ? "gather_at_random of 4 MiB" : "gather_at_random of 128 MiB", n, gather_at_random<<<n / 256, 256>>>(x, u, y, words, n));
            expect(y, n, [=](size_t i) { return hx[hu[i] & (words - 1)]; });
        }
    for (int n : {8 * M}) {
        RUN(n, scatter_by_permutation, <<<n / 1024, 1024>>>(x, y, n));
        unsigned inverse = 40503u;
        for (int k = 0; k < 5; k++) inverse *= 2 - 40503u * inverse;
        expect(y, n, [=](size_t i) { return hx[(unsigned(i) - 7) * inverse & (n - 1)]; });
    }
    for (int n : {4 * M}) {
        RUN(n, substitute_bytes, <<<264, 512>>>(u, v, bytes, n));
        expect(v, n, [](size_t i) { unsigned r = 0; for (int k = 0; k < 32; k += 8) r |= unsigned(hb[hb[hu[i] >> k & 255]]) << k; return r; });
    }
    for (int spread : {1, 32}) {
        RUN(spread, lookups_in_constant, <<<2048, 256>>>(u, y, spread));
        expect(y, 2048 * 256, [=](size_t i) {
            double s = 0;
            unsigned at = hu[i / 32] + i % 32 % spread;
            for (int k = 0; k < 8; k++, at = at * 5 + 1) s += hx[at & 1023];
            return s;
        }, 1e-5);
    }
    for (int words : {256 * K, 2 * M}) {
        RUN(words, rotate_small_array, <<<528, 256>>>(x, y, words, 8));
        expect(y, words, [=](size_t i) { return hx[(i + 7 * 4096 + 32 * 7) & (words - 1)] + 7; }, 1e-6);
    }
    for (int words : {512 * K, 2 * M}) {
        copy_before(y, x, words);
        RUN(words, relax_small_array, <<<1056, 256>>>(y, words, 8));
        expect(y, words, [](size_t i) { float w = hx[i]; for (int k = 0; k < 8; k++) w = w * 0.5f + 1; return w; }, 1e-5);
    }
    for (int words : {16 * K, 128 * K}) {
        RUN(words, all_blocks_read_all, <<<264, 512>>>((const float4 *)x, y, words));
        expect(y, 264 * 512, [=](size_t i) {
            double s = 0;
            for (size_t k = i % 512; k < size_t(words) / 4; k += 512) s += sum_of(4 * k, 4 * k + 4);
            return s;
        }, 1e-4, 1000);
    }
}
static void bodies_options_and_chance() {
    for (int n : {1024, 4096}) {
        RUN(n, potential_of_bodies, <<<n / 32, 32>>>((const float4 *)x, y, n));
        expect(y, n, [=](size_t i) {
            double s = 0;
            for (int j = 0; j < n; j++) {
                double d = 0.01;
                for (int k = 0; k < 3; k++) d += std::pow(double(hx[4 * j + k]) - hx[4 * i + k], 2);
                s += hx[4 * j + 3] / std::sqrt(d);
            }
            return s;
        }, 1e-4, 200);
    }
    for (int n : {64 * K, 512 * K}) {
        RUN(n, black_scholes_calls, <<<n / 128, 128>>>(x, x + 4 * M, y, n));
        expect(y, n, [](size_t i) {
            double s = 50 + 50 * hx[i], k = 60 + 30 * hx[4 * M + i], t = 0.5, r = 0.03, g = 0.25, root = g * std::sqrt(t), d = (std::log(s / k) + (r + 0.5 * g * g) * t) / root;
            return s * 0.5 * std::erfc(-d / std::sqrt(2)) - k * std::exp(-r * t) * 0.5 * std::erfc(-(d - root) / std::sqrt(2));
        }, 1e-3);
    }
    for (int blocks : {64, 528}) {
        RUN(blocks, asian_option_paths, <<<blocks, 128>>>(y, 24));
        expect(y, blocks, [](size_t b) {
            double s = 0;
            for (int t = 0; t < 128; t++) s += asian_path(unsigned(b * 128 + t), 24);
            return s / 128;
        }, 1e-3, 100);
    }
    for (int each : {16}) {
        RUN(each, random_numbers, <<<1024, 512>>>(v, each));
        expect(v, size_t(each) * 512 * K, [](size_t i) {
            unsigned s = mix(unsigned(i % (512 * K))) | 1, r = 0;
            for (size_t k = 0; k <= i / (512 * K); k++) r = xorshift(s);
            return r;
        });
    }
}
static void strings_and_numbers() {
    for (int n : {4 * M}) {
        RUN(n, count_pattern, <<<n / 512, 512>>>(bytes, v, n));
        expect(v, n / 512, [=](size_t b) {
            int many = 0;
            for (size_t i = b * 512; i < b * 512 + 512 && i + 4 <= size_t(n); i++) many += (hb[i] & 3) == 1 && (hb[i + 1] & 3) == 3 && (hb[i + 2] & 3) == 0 && (hb[i + 3] & 3) == 2;
            return many;
        });
    }
    for (int n : {32 * K, M}) {
        RUN(n, hash_of_records, <<<n / 64, 64>>>(u, v, 8));
        expect(v, n, [](size_t i) {
            unsigned h = 2166136261u;
            for (int k = 0; k < 8; k++)
                for (int m = 0; m < 32; m += 8) h = (h ^ (hu[8 * i + k] >> m & 255)) * 16777619u;
            return h;
        });
    }
    for (int n : {256 * K}) {
        RUN(n, collatz_lengths, <<<n / 128, 128>>>(v));
        expect(v, n, [](size_t i) { return collatz(unsigned(i + 1)); });
    }
    for (int n : {64 * K}) {
        RUN(n, powers_modulo, <<<n / 256, 256>>>(u, v));
        expect(v, n, [](size_t i) { return power_modulo(hu[i], 65537 + (i & 1023), 1000000007u - (i & 7)); });
    }
}
template <int L> static int distance_of(const byte *a, const byte *b) {
    std::vector<int> row(L + 1);
    for (int j = 0; j <= L; j++) row[j] = j;
    for (int i = 1; i <= L; i++) {
        int corner = row[0];
        row[0] = i;
        for (int j = 1; j <= L; j++) {
            int w = std::min(std::min(row[j], row[j - 1]) + 1, corner + ((a[i - 1] & 3) != (b[j - 1] & 3)));
            corner = row[j], row[j] = w;
        }
    }
    return row[L];
}
static void tables_and_occupancy() {
    for (int blocks : {32, 264}) {
        RUN(blocks, edit_distances<128>, <<<blocks, 128>>>(bytes, bytes + 8 * M, v));
        expect(v, blocks, [](size_t b) { return distance_of<128>(&hb[b * 128], &hb[8 * M + b * 128]); });
    }
    for (int n : {512}) {
        RUN(n, mandelbrot_in_doubles, <<<dim3(n / 16, n / 16), dim3(16, 16)>>>(v, n, 100));
        expect(v, n * n, [=](size_t i) { return escape(int(i) % n, int(i) / n, n, 100); });
    }
    for (int n : {8448, 128 * K}) {
        RUN(n, arrays_in_registers, <<<n / 64, 64>>>(x, y, n));
        expect(y, n, [=](size_t i) { return many_registers(hx.data(), i, n); }, 1e-4);
    }
    must(cudaFuncSetAttribute(reverse_through_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * K));
    for (int kb : {16, 200}) {
        RUN(kb, reverse_through_shared, <<<264, 256, kb * K>>>(x, y, kb * 256));
        expect(y, 264 * kb * 256, [=](size_t i) { size_t e = kb * 256; return hx[i / e * e + e - 1 - i % e]; });
    }
    for (int blocks : {1, 1056}) {
        RUN(blocks, chains_of_fma<1>, <<<blocks, 32>>>(x, y, 1000));
        expect(y, blocks * 32, [](size_t i) { return chains<1>(hx[i], 1000); }, 1e-4);
    }
    for (int blocks : {132, 1056}) {
        RUN(blocks, chains_of_fma<6>, <<<blocks, 96>>>(x, y, 300));
        expect(y, blocks * 96, [](size_t i) { return chains<6>(hx[i], 300); }, 1e-4);
    }
}

int main(int argc, char **argv) {
    poison = argc > 1 && strcmp(argv[1], "check") == 0;
    once = poison || (argc > 1 && strcmp(argv[1], "once") == 0);
    hx.resize(X), hu.resize(U), hb.resize(U);
    for (int i = 0; i < X; i++) hx[i] = (mix(i) & 1023) / 1024.0f;
    for (int i = 0; i < U; i++) hu[i] = mix(i + 0x40000000) >> 2, hb[i] = byte(mix(i + 0x60000000) >> 9);
    x = on_device(hx), u = on_device(hu), bytes = on_device(hb);
    y = room<float>(X), v = room<unsigned>(U), bytes_out = room<byte>(U), bins = room<unsigned>(256);
    for (int k = 0; k < 32; k++) host_mask[k] = (k * 5 % 7 + 1) / 64.0f;
    must(cudaMemcpyToSymbol(mask, host_mask, sizeof host_mask));
    must(cudaMemcpyToSymbol(constant_table, hx.data(), 4096));
    std::vector<double> d(8 * M), e(8 * M);
    for (int i = 0; i < 8 * M; i++) d[i] = i % 1000, e[i] = i % 77;
    double *da = on_device(d), *db = on_device(e);
    streams(da, db);
    cudaFree(da), cudaFree(db);
    scans_and_sums();
    stencils_and_pictures();
    matrices();
    sparse_and_graphs(16 * K, 10);
    sparse_and_graphs(256 * K, 8);
    sorts_and_searches();
    histograms_and_atomics();
    gathers_and_small_arrays();
    bodies_options_and_chance();
    strings_and_numbers();
    tables_and_occupancy();
    if (once) fprintf(stderr, "%ld launches, %ld wrong\n", launches, wrong);
    return wrong > 0;
}
