/*
 * A twelfth held-out set, in the manner of the open one: short kernels with a size as a parameter, most of them at two or three
 * sizes, by family: scans, convolutions, bodies, options, sorting, sparse products, histograms, occupancy, latency.
 */
#include "bench.h"

#define AT (blockIdx.x * blockDim.x + threadIdx.x)

/* ---- scans ---- */
__global__ void scan_double_buffer(const float *in, float *out, int n) {
    extern __shared__ float both[];
    int t = threadIdx.x, i = AT, from = 0, to = 1;
    both[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < blockDim.x; d *= 2) {
        float v = both[from * blockDim.x + t];
        if (t >= d) v += both[from * blockDim.x + t - d];
        both[to * blockDim.x + t] = v;
        from = 1 - from, to = 1 - to;
        __syncthreads();
    }
    if (i < n) out[i] = both[from * blockDim.x + t];
}
__global__ void scan_up_down(const unsigned *in, unsigned *out, unsigned *sums) { /* two elements a thread, bank conflicts and all */
    __shared__ unsigned s[512];
    int t = threadIdx.x, base = blockIdx.x * 512, offset = 1;
    s[2 * t] = in[base + 2 * t], s[2 * t + 1] = in[base + 2 * t + 1];
    for (int d = 256; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0) sums[blockIdx.x] = s[511], s[511] = 0;
    for (int d = 1; d < 512; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            int a = offset * (2 * t + 1) - 1, b = offset * (2 * t + 2) - 1;
            unsigned v = s[a];
            s[a] = s[b], s[b] += v;
        }
    }
    __syncthreads();
    out[base + 2 * t] = s[2 * t], out[base + 2 * t + 1] = s[2 * t + 1];
}
__global__ void scan_two_levels(const unsigned *in, unsigned *out, int n) { /* warps, then the warps' sums */
    __shared__ unsigned sums[32];
    int i = AT, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    unsigned v = i < n ? in[i] : 0;
    for (int d = 1; d < 32; d *= 2) {
        unsigned u = __shfl_up_sync(~0u, v, d);
        if (lane >= d) v += u;
    }
    if (lane == 31) sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        unsigned s = lane < blockDim.x / 32 ? sums[lane] : 0;
        for (int d = 1; d < 32; d *= 2) {
            unsigned u = __shfl_up_sync(~0u, s, d);
            if (lane >= d) s += u;
        }
        sums[lane] = s;
    }
    __syncthreads();
    if (warp > 0) v += sums[warp - 1];
    if (i < n) out[i] = v;
}
__global__ void add_base(unsigned *data, const unsigned *base) { data[AT] += base[blockIdx.x]; }
__global__ void scan_of_rows(const float *in, float *out, int w, int h) { /* a thread scans a row of a matrix */
    int r = AT;
    if (r >= h) return;
    float s = 0;
    for (int k = 0; k < w; k++) s += in[r * w + k], out[r * w + k] = s;
}
__global__ void scan_of_columns(const float *in, float *out, int w, int h) {
    int c = AT;
    if (c >= w) return;
    float s = 0;
    for (int k = 0; k < h; k++) s += in[k * w + c], out[k * w + c] = s;
}

/* ---- convolutions ---- */
__constant__ float weights[64];
__global__ void conv_1d(const float *in, float *out, const float *w, int n, int r) {
    int i = AT;
    float s = 0;
    for (int k = -r; k <= r; k++)
        if (i + k >= 0 && i + k < n) s += in[i + k] * w[k + r];
    if (i < n) out[i] = s;
}
template <int R> __global__ void conv_1d_shared(const float *in, float *out, int n) {
    __shared__ float s[256 + 2 * R];
    int i = AT, t = threadIdx.x;
    s[t + R] = in[i];
    if (t < R) s[t] = i >= R ? in[i - R] : 0, s[t + R + 256] = i + 256 < n ? in[i + 256] : 0;
    __syncthreads();
    float v = 0;
    for (int k = 0; k <= 2 * R; k++) v += s[t + k] * weights[k];
    out[i] = v;
}
template <int R> __global__ void conv_2d(const float *in, float *out, const float *w, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < R || y < R || x >= width - R || y >= height - R) return;
    float s = 0;
    for (int j = -R; j <= R; j++)
        for (int k = -R; k <= R; k++) s += in[(y + j) * width + x + k] * w[(j + R) * (2 * R + 1) + k + R];
    out[y * width + x] = s;
}
template <int T, int R> __global__ void conv_2d_shared(const float *in, float *out, int width, int height) { /* all threads fill the tile */
    __shared__ float s[T + 2 * R][T + 2 * R];
    int x0 = blockIdx.x * T - R, y0 = blockIdx.y * T - R;
    for (int y = threadIdx.y; y < T + 2 * R; y += T)
        for (int x = threadIdx.x; x < T + 2 * R; x += T) {
            int gx = min(max(x0 + x, 0), width - 1), gy = min(max(y0 + y, 0), height - 1);
            s[y][x] = in[gy * width + gx];
        }
    __syncthreads();
    float v = 0;
    for (int j = 0; j <= 2 * R; j++)
        for (int k = 0; k <= 2 * R; k++) v += s[threadIdx.y + j][threadIdx.x + k] * weights[j * (2 * R + 1) + k];
    out[(blockIdx.y * T + threadIdx.y) * width + blockIdx.x * T + threadIdx.x] = v;
}

/* ---- bodies ---- */
__global__ void bodies_naive(const float4 *p, float4 *a, int n) {
    int i = AT;
    float4 me = p[i];
    float ax = 0, ay = 0, az = 0;
    for (int j = 0; j < n; j++) {
        float dx = p[j].x - me.x, dy = p[j].y - me.y, dz = p[j].z - me.z, r2 = dx * dx + dy * dy + dz * dz + 0.01f, inv = rsqrtf(r2), f = p[j].w * inv * inv * inv;
        ax += f * dx, ay += f * dy, az += f * dz;
    }
    a[i] = make_float4(ax, ay, az, 0);
}
template <int T> __global__ void bodies_tiled(const float4 *p, float4 *a, int n) {
    __shared__ float4 s[T];
    float4 me = p[AT];
    float ax = 0, ay = 0, az = 0;
    for (int b = 0; b < n; b += T) {
        s[threadIdx.x] = p[b + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < T; j++) {
            float dx = s[j].x - me.x, dy = s[j].y - me.y, dz = s[j].z - me.z, r2 = dx * dx + dy * dy + dz * dz + 0.01f, inv = 1.0f / sqrtf(r2), f = s[j].w * inv * inv * inv;
            ax += f * dx, ay += f * dy, az += f * dz;
        }
        __syncthreads();
    }
    a[AT] = make_float4(ax, ay, az, 0);
}

/* ---- options ---- */
__device__ float normal_below(float d) { /* Abramowitz and Stegun 26.2.17 */
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));
    float c = 0.39894228f * expf(-0.5f * d * d) * (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
    return d > 0 ? 1.0f - c : c;
}
__global__ void options_closed(const float *s, const float *x, const float *t, float *call, float *put, int n) {
    int i = AT;
    if (i >= n) return;
    float S = s[i] + 5, X = x[i] + 1, T = t[i] * 0.01f + 0.25f, r = 0.02f, v = 0.3f, q = sqrtf(T);
    float d1 = (logf(S / X) + (r + 0.5f * v * v) * T) / (v * q), d2 = d1 - v * q, e = expf(-r * T), n1 = normal_below(d1), n2 = normal_below(d2);
    call[i] = S * n1 - X * e * n2, put[i] = X * e * (1 - n2) - S * (1 - n1);
}
__global__ void options_closed_double(const double *s, double *call, int n) {
    int i = AT;
    if (i >= n) return;
    double S = s[i] + 5, X = 50, T = 1.5, r = 0.02, v = 0.3, q = sqrt(T), d1 = (log(S / X) + (r + 0.5 * v * v) * T) / (v * q), d2 = d1 - v * q;
    call[i] = S * normcdf(d1) - X * exp(-r * T) * normcdf(d2);
}
__global__ void options_tree(const float *strike, float *out, int steps) { /* a block an option, one element a thread */
    __shared__ float v[257];
    int t = threadIdx.x;
    float up = 1.02f, down = 1 / up, p = 0.51f, X = strike[blockIdx.x];
    v[t] = fmaxf(100 * powf(up, 2.0f * t - steps) - X, 0);
    for (int k = steps; k > 0; k--) {
        __syncthreads();
        float a = 0;
        if (t < k) a = 0.999f * (p * v[t + 1] + (1 - p) * v[t]);
        __syncthreads();
        if (t < k) v[t] = a;
    }
    if (t == 0) out[blockIdx.x] = v[0] + down;
}
__global__ void options_paths(float *out, int paths, int steps) { /* an exotic one: the mean of a path */
    unsigned s = AT * 747796405u + 2891336453u;
    float sum = 0;
    for (int p = 0; p < paths; p++) {
        float price = 100, mean = 0;
        for (int k = 0; k < steps; k++) {
            s ^= s << 13, s ^= s >> 17, s ^= s << 5;
            float u = (s >> 8) * (1.0f / 16777216), z = (u - 0.5f) * 3.4f;
            price *= expf(0.0001f + 0.02f * z), mean += price;
        }
        sum += fmaxf(mean / steps - 100, 0);
    }
    out[AT] = sum / paths;
}

/* ---- sorting ---- */
__global__ void bitonic_pass(unsigned *a, int j, int k) {
    int i = AT, other = i ^ j;
    if (other > i) {
        unsigned x = a[i], y = a[other];
        if (((i & k) == 0) == (x > y)) a[i] = y, a[other] = x;
    }
}
__global__ void bitonic_in_block(unsigned *a) {
    __shared__ unsigned s[512];
    int t = threadIdx.x;
    s[t] = a[AT];
    for (int k = 2; k <= 512; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            __syncthreads();
            int o = t ^ j;
            if (o > t) {
                unsigned x = s[t], y = s[o];
                if (((t & k) == 0) == (x > y)) s[t] = y, s[o] = x;
            }
        }
    __syncthreads();
    a[AT] = s[t];
}
__global__ void ranks_by_counting(const unsigned *a, unsigned *out, int n) { /* as many comparisons as pairs */
    unsigned mine = a[AT], rank = 0;
    for (int j = 0; j < n; j++) rank += a[j] < mine || (a[j] == mine && j < AT);
    out[rank] = mine;
}
__global__ void flags_of_bit(const unsigned *a, unsigned *flag, int bit, int n) {
    int i = AT;
    if (i < n) flag[i] = !(a[i] >> bit & 1);
}
__global__ void moves_by_bit(const unsigned *a, const unsigned *rank, unsigned *out, int bit, int n) { /* zeros first */
    int i = AT;
    if (i < n) out[a[i] >> bit & 1 ? n / 2 + (i - (int)rank[i]) % (n / 2) : rank[i] % (n / 2)] = a[i];
}
__global__ void merge_by_search(const unsigned *a, const unsigned *b, unsigned *out, int n) { /* two sorted halves */
    int i = AT, low = 0, high = n;
    unsigned v = a[i];
    while (low < high) {
        int m = (low + high) / 2;
        if (b[m] < v) low = m + 1;
        else high = m;
    }
    out[i + low] = v;
}

/* ---- sparse products ---- */
__global__ void sparse_thread(const int *p, const int *c, const float *v, const float *x, float *y, int rows) {
    int r = AT;
    if (r >= rows) return;
    float s = 0;
    for (int k = p[r]; k < p[r + 1]; k++) s += v[k] * x[c[k]];
    y[r] = s;
}
__global__ void sparse_warp(const int *p, const int *c, const float *v, const float *x, float *y, int rows) {
    int r = AT >> 5, lane = threadIdx.x & 31;
    if (r >= rows) return;
    float s = 0;
    for (int k = p[r] + lane; k < p[r + 1]; k += 32) s += v[k] * x[c[k]];
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(~0u, s, d);
    if (!lane) y[r] = s;
}
__global__ void sparse_padded(const int *c, const float *v, const float *x, float *y, int rows, int width) {
    int r = AT;
    if (r >= rows) return;
    float s = 0;
    for (int k = 0; k < width; k++) s += v[k * rows + r] * x[c[k * rows + r]];
    y[r] = s;
}

/* ---- histograms ---- */
__global__ void bars_global(const unsigned *a, unsigned *h, int n, unsigned bins) {
    int i = AT;
    if (i < n) atomicAdd(&h[a[i] % bins], 1);
}
__global__ void bars_shared(const unsigned *a, unsigned *h, int n, unsigned bins) {
    extern __shared__ unsigned bars[];
    for (int k = threadIdx.x; k < bins; k += blockDim.x) bars[k] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) atomicAdd(&bars[a[i] & bins - 1], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < bins; k += blockDim.x)
        if (bars[k]) atomicAdd(&h[k], bars[k]);
}
__global__ void bars_by_warp(const unsigned char *a, unsigned *h, int n) { /* a table for each warp */
    __shared__ unsigned s[8][256];
    unsigned *mine = s[threadIdx.x / 32];
    for (int k = threadIdx.x % 32; k < 256; k += 32) mine[k] = 0;
    __syncwarp();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) atomicAdd(&mine[a[i]], 1);
    __syncthreads();
    unsigned sum = 0;
    for (int w = 0; w < 8; w++) sum += s[w][threadIdx.x];
    atomicAdd(&h[threadIdx.x], sum);
}

/* ---- occupancy ---- */
__global__ void room(const float *a, float *o, int n) { /* what fits on a multiprocessor is the launch's to say */
    extern __shared__ float s[];
    float v = 0;
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) v += a[i] * 1.5f;
    s[threadIdx.x] = v;
    __syncthreads();
    o[AT] = s[threadIdx.x ^ 1];
}
template <int N> __global__ void wide_thread(const float *a, float *o, int it) { /* N values live */
    float v[N];
    for (int k = 0; k < N; k++) v[k] = a[AT + k * 32];
    for (int i = 0; i < it; i++)
        for (int k = 0; k < N; k++) v[k] = v[k] * 0.999f + v[(k + 1) % N];
    float s = 0;
    for (int k = 0; k < N; k++) s += v[k];
    o[AT] = s;
}
__global__ void block_shapes(const float *a, float *o, int it) {
    float v = a[AT];
    for (int i = 0; i < it; i++) v = sqrtf(v * v + 1.0f);
    o[AT] = v;
}

/* ---- latency ---- */
__global__ void walk_one(const int *next, int *o, int it) {
    int p = 0;
    for (int i = 0; i < it; i++) p = next[p];
    o[0] = p;
}
__global__ void walk_lanes(const int *next, int *o, int it, int n) {
    int p = (int)(AT * 2654435761u % (unsigned)n);
    for (int i = 0; i < it; i++) p = next[p];
    o[AT] = p;
}
template <int C> __global__ void independent(float *o, int it) { /* C chains */
    float v[C];
    for (int c = 0; c < C; c++) v[c] = threadIdx.x + c;
    for (int i = 0; i < it; i++)
        for (int c = 0; c < C; c++) v[c] = v[c] * 1.0001f + 0.5f;
    float s = 0;
    for (int c = 0; c < C; c++) s += v[c];
    o[AT] = s;
}
__global__ void integer_chain(unsigned *o, int it) {
    unsigned v = threadIdx.x;
    for (int i = 0; i < it; i++) v = v * 1664525u + 1013904223u;
    o[AT] = v;
}
__global__ void special_chain(float *o, int it) {
    float v = threadIdx.x;
    for (int i = 0; i < it; i++) v = __sinf(v) + 1.0f;
    o[AT] = v;
}
__global__ void double_chain(double *o, int it) {
    double v = threadIdx.x;
    for (int i = 0; i < it; i++) v = v * 1.0001 + 0.5;
    o[AT] = v;
}
__global__ void shuffle_chain(int *o, int it) {
    int v = threadIdx.x;
    for (int i = 0; i < it; i++) v += __shfl_xor_sync(~0u, v, 1 + (i & 15));
    o[AT] = v;
}
__global__ void shared_chain(int *o, int it) {
    __shared__ int s[256];
    for (int k = threadIdx.x; k < 256; k += blockDim.x) s[k] = (k * 7 + 1) & 255;
    __syncthreads();
    int p = threadIdx.x;
    for (int i = 0; i < it; i++) p = s[p];
    o[AT] = p;
}
__global__ void barrier_chain(int *o, int it) {
    __shared__ int s[1024];
    s[threadIdx.x] = threadIdx.x;
    for (int i = 0; i < it; i++) {
        __syncthreads();
        if (threadIdx.x == 0) s[i & 1023]++;
    }
    __syncthreads();
    o[AT] = s[threadIdx.x];
}

static const int K = 1 << 10, M = 1 << 20;
#define RUN(n, what, ...) launch(#what, n, [=] { what __VA_ARGS__; })

static void run_sparse(int rows, int each, int columns, const float *x, float *y) {
    draws draw{unsigned(rows)};
    std::vector<int> start(1, 0), column;
    for (int r = 0; r < rows; r++) {
        for (int k = each / 2 + int(draw(each + 1)); k > 0; k--) column.push_back(int(draw(columns)));
        start.push_back(int(column.size()));
    }
    int *s = on_device(start), *c = on_device(column);
    RUN(rows, sparse_thread, <<<(rows + 127) / 128, 128>>>(s, c, x, x, y, rows));
    RUN(rows, sparse_warp, <<<(rows + 7) / 8, 256>>>(s, c, x, x, y, rows));
    std::vector<int> padded(size_t(rows) * each);
    for (int &p : padded) p = int(draw(columns));
    int *e = on_device(padded);
    RUN(rows, sparse_padded, <<<(rows + 255) / 256, 256>>>(e, x, x, y, rows, each));
}

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    float *x = drawn<float>(16 * M, 1000, 41), *y = drawn<float>(16 * M, 1000, 42), *z = drawn<float>(4 * M, 1000, 43);
    unsigned *u = drawn<unsigned>(8 * M, 1 << 30, 44), *v = drawn<unsigned>(8 * M, 1 << 30, 45), *zero = on_device(std::vector<unsigned>(2 * M, 0));
    double *d = drawn<double>(2 * M, 90, 46);
    unsigned char *bytes = drawn<unsigned char>(8 * M, 256, 47);
    std::vector<unsigned> sorted(M), ranks(M);
    for (int i = 0; i < M; i++) sorted[i] = 977u * i, ranks[i] = i / 2;
    unsigned *s = on_device(sorted), *ranked = on_device(ranks);
    auto cycle = [](int n, int step) { /* from place to place, all of them */
        std::vector<int> next(n);
        for (int i = 0; i < n; i++) next[i] = (i + step) % n;
        return on_device(next);
    };
    int *near = cycle(4 * K, 33), *far = cycle(16 * M, 4097 * 31);

    for (int n : {64 * K, 4 * M}) {
        RUN(n, scan_double_buffer, <<<n / 512, 512, 4096>>>(x, y, n));
        RUN(n, scan_up_down, <<<n / 512, 256>>>(u, v, zero));
        RUN(n, scan_two_levels, <<<n / 1024, 1024>>>(u, v, n));
        RUN(n, add_base, <<<n / 256, 256>>>(v, u));
    }
    RUN(1024, scan_of_rows, <<<8, 128>>>(x, y, 1024, 1024));
    RUN(1024, scan_of_columns, <<<8, 128>>>(x, y, 1024, 1024));
    for (int n : {64 * K, 4 * M}) {
        RUN(n, conv_1d, <<<n / 256, 256>>>(x, y, z, n, 8));
        RUN(n, conv_1d_shared<8>, <<<n / 256, 256>>>(x, y, n));
    }
    for (int w : {256, 2048}) RUN(w, conv_2d<2>, <<<dim3(w / 32, w / 8), dim3(32, 8)>>>(x, y, z, w, w));
    for (int w : {256, 1024}) RUN(w, (conv_2d_shared<16, 3>), <<<dim3(w / 16, w / 16), dim3(16, 16)>>>(x, y, w, w));
    for (int n : {2 * K, 8 * K}) {
        RUN(n, bodies_naive, <<<n / 64, 64>>>((float4 *)x, (float4 *)y, n));
        RUN(n, bodies_tiled<128>, <<<n / 128, 128>>>((float4 *)x, (float4 *)y, n));
    }
    for (int n : {16 * K, M}) RUN(n, options_closed, <<<n / 256, 256>>>(x, x + M, x + 2 * M, y, y + M, n));
    RUN(256 * K, options_closed_double, <<<K, 256>>>(d, d + M, 256 * K));
    for (int n : {64, 1024}) RUN(n, options_tree, <<<n, 256>>>(x, y, 255));
    RUN(64, options_paths, <<<264, 128>>>(y, 4, 64));
    for (int n : {64 * K, 4 * M}) {
        RUN(n, bitonic_pass, <<<n / 256, 256>>>(u, 16 * K, 32 * K));
        RUN(n, bitonic_in_block, <<<n / 512, 512>>>(v));
    }
    RUN(4 * K, ranks_by_counting, <<<16, 256>>>(u, v, 4 * K));
    RUN(M, flags_of_bit, <<<M / 256, 256>>>(u, v, 3, M));
    RUN(M, moves_by_bit, <<<M / 256, 256>>>(u, ranked, v, 3, M));
    RUN(512 * K, merge_by_search, <<<2 * K, 256>>>(s, s + 512 * K, v, 512 * K));
    run_sparse(2 * K, 24, 2 * K, x, y);
    run_sparse(64 * K, 12, M, x, y);
    for (unsigned bins : {16u, 1024u, 64 * 1024u}) RUN(bins, bars_global, <<<2 * K, 256>>>(u, zero, 512 * K, bins));
    for (unsigned bins : {64u, 4096u}) RUN(bins, bars_shared, <<<264, 256, 4 * bins>>>(u, zero, 4 * M, bins));
    RUN(8 * M, bars_by_warp, <<<528, 256>>>(bytes, zero, 8 * M));
    cudaFuncSetAttribute(room, cudaFuncAttributeMaxDynamicSharedMemorySize, 200 * K);
    for (int kb : {2, 56, 110, 200}) RUN(kb, room, <<<528, 256, kb * K>>>(x, y, 8 * M));
    RUN(64, wide_thread<16>, <<<528, 128>>>(x, y, 64));
    RUN(64, wide_thread<100>, <<<528, 128>>>(x, y, 64));
    for (int t : {32, 1024}) RUN(t, block_shapes, <<<264 * K / t, t>>>(x, y, 32));
    RUN(1024, walk_one, <<<1, 1>>>(near, (int *)v, 1024));
    RUN(256, walk_one, <<<1, 1>>>(far, (int *)v, 256));
    for (int blocks : {1, 132}) RUN(blocks, walk_lanes, <<<blocks, 256>>>(far, (int *)v, 64, 16 * M));
    RUN(1024, independent<2>, <<<132, 64>>>(y, 1024));
    RUN(1024, independent<8>, <<<132, 512>>>(y, 1024));
    RUN(1024, integer_chain, <<<132, 128>>>(v, 1024));
    RUN(512, special_chain, <<<132, 128>>>(y, 512));
    RUN(512, double_chain, <<<132, 256>>>((double *)y, 512));
    RUN(512, shuffle_chain, <<<132, 256>>>((int *)v, 512));
    RUN(1024, shared_chain, <<<132, 64>>>((int *)v, 1024));
    for (int t : {64, 1024}) RUN(t, barrier_chain, <<<132, t>>>((int *)v, 512));
    return 0;
}
