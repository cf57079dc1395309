/*
 * A thirteenth held-out set, smaller: other kernels of the same families, to see whether what the twelfth taught holds elsewhere.
 */
#include "bench.h"

#define AT (blockIdx.x * blockDim.x + threadIdx.x)

/* ---- scans ---- */
__global__ void scan_with_flags(const float *in, const unsigned *flag, float *out) { /* sums begin anew at flags */
    __shared__ float s[512];
    __shared__ int f[512];
    int t = threadIdx.x;
    s[t] = in[AT], f[t] = (flag[AT] & 31) == 0;
    for (int d = 1; d < 512; d *= 2) {
        __syncthreads();
        float v = s[t];
        int g = f[t];
        if (t >= d && !g) v += s[t - d], g = f[t - d];
        __syncthreads();
        s[t] = v, f[t] = g;
    }
    out[AT] = s[t];
}
__global__ void places_of_kept(const int *in, int *out, int *count, int n) { /* a warp's ballot gives places in the block */
    __shared__ int sums[8], base;
    int i = AT, lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    bool keep = i < n && (in[i] & 3) == 1;
    unsigned votes = __ballot_sync(~0u, keep);
    if (lane == 0) sums[warp] = __popc(votes);
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int w = 0; w < 8; w++) {
            int own = sums[w];
            sums[w] = sum, sum += own;
        }
        base = atomicAdd(count, sum);
    }
    __syncthreads();
    if (keep) out[(base + sums[warp] + __popc(votes & ((1u << lane) - 1))) & 0xFFFFF] = in[i];
}
__global__ void scan_four_each(const int4 *in, int4 *out) {
    __shared__ int s[256];
    int t = threadIdx.x;
    int4 v = in[AT];
    v.y += v.x, v.z += v.y, v.w += v.z;
    s[t] = v.w;
    for (int d = 1; d < 256; d *= 2) {
        __syncthreads();
        int other = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += other;
    }
    int before = s[t] - v.w;
    out[AT] = make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
}

/* ---- convolutions ---- */
__constant__ double kernel_double[32];
__constant__ float kernel_9[9];
__global__ void smooth_double(const double *in, double *out, int n) {
    int i = AT;
    if (i < 8 || i >= n - 8) return;
    double s = 0;
    for (int k = -8; k <= 8; k++) s += in[i + k] * kernel_double[k + 8];
    out[i] = s;
}
__global__ void edges_of_bytes(const unsigned char *in, unsigned char *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x >= w - 1 || y >= h - 1) return;
    float s = 0;
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++) s += kernel_9[j * 3 + k] * in[(y + j - 1) * w + x + k - 1];
    out[y * w + x] = s < 0 ? 0 : s > 255 ? 255 : (unsigned char)s;
}
__global__ void channels(const float *in, const float *weight, float *out, int side, int depth) { /* 1 x 1, as networks have them */
    int at = AT, o = blockIdx.y;
    float s = 0;
    for (int c = 0; c < depth; c++) s += in[c * side + at] * weight[o * depth + c];
    out[o * side + at] = fmaxf(s, 0);
}

/* ---- bodies ---- */
__global__ void bodies_plain(const float *x, const float *y, const float *z, const float *m, float *ax, float *ay, float *az, int n) {
    int i = AT;
    float sx = 0, sy = 0, sz = 0, px = x[i], py = y[i], pz = z[i];
    for (int j = 0; j < n; j++) {
        float dx = x[j] - px, dy = y[j] - py, dz = z[j] - pz, r = dx * dx + dy * dy + dz * dz + 1e-2f, w = m[j] / (r * sqrtf(r));
        sx += dx * w, sy += dy * w, sz += dz * w;
    }
    ax[i] = sx, ay[i] = sy, az[i] = sz;
}
__global__ void pairs_within(const float4 *p, int *near, int n) { /* counts neighbours, some lanes do more */
    __shared__ float4 s[128];
    float4 me = p[AT];
    int count = 0;
    for (int b = 0; b < n; b += 128) {
        s[threadIdx.x] = p[b + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 128; j++) {
            float dx = s[j].x - me.x, dy = s[j].y - me.y, dz = s[j].z - me.z;
            if (dx * dx + dy * dy + dz * dz < 40000) count++;
        }
        __syncthreads();
    }
    near[AT] = count;
}

/* ---- options ---- */
__global__ void tree_of_thread(const float *strike, float *out) { /* all of a small tree in a thread */
    float v[65], X = strike[AT] * 0.2f;
    for (int k = 0; k <= 64; k++) v[k] = fmaxf(100 * exp2f(0.05f * (k - 32)) - X, 0);
    for (int s = 64; s > 0; s--)
        for (int k = 0; k < 64; k++)
            if (k < s) v[k] = 0.998f * (0.5f * v[k] + 0.5f * v[k + 1]);
    out[AT] = v[0];
}
__global__ void normals_by_box_muller(float *out, int pairs) {
    unsigned long long s = AT * 6364136223846793005ULL + 1442695040888963407ULL;
    float sum = 0;
    for (int p = 0; p < pairs; p++) {
        s = s * 6364136223846793005ULL + 1442695040888963407ULL;
        float a = ((unsigned)(s >> 33) + 1) * 4.6566129e-10f;
        s = s * 6364136223846793005ULL + 1442695040888963407ULL;
        float b = (unsigned)(s >> 33) * 4.6566129e-10f, r = sqrtf(-2 * logf(a)), sine, cosine;
        sincosf(6.2831853f * b, &sine, &cosine);
        sum += fmaxf(expf(0.2f * r * sine) - 1, 0) + fmaxf(expf(0.2f * r * cosine) - 1, 0);
    }
    out[AT] = sum;
}
__global__ void implied(const float *price, float *out, int steps) { /* Newton's steps on a formula */
    float target = price[AT] * 0.01f + 8, v = 0.3f;
    for (int k = 0; k < steps; k++) {
        float d = 0.5f * v + 0.1f / v, n = 0.5f * erfcf(-d * 0.70710678f), c = 100 * n - 95 * 0.5f * erfcf((v - d) * 0.70710678f), vega = 39.9f * __expf(-0.5f * d * d);
        v -= (c - target) / vega * 0.5f;
        v = fminf(fmaxf(v, 0.01f), 2.0f);
    }
    out[AT] = v;
}

/* ---- sorting ---- */
__global__ void transposition(int *a, int phase, int n) {
    int i = 2 * AT + phase;
    if (i + 1 < n) {
        int x = a[i], y = a[i + 1];
        if (x > y) a[i] = y, a[i + 1] = x;
    }
}
__global__ void sort_rows_of_64(float *a) { /* a warp sorts two keys a lane by shuffles */
    int lane = threadIdx.x & 31, row = AT >> 5;
    float x = a[row * 64 + lane], y = a[row * 64 + 32 + lane];
    for (int k = 2; k <= 32; k *= 2)
        for (int j = k / 2; j > 0; j /= 2) {
            float ox = __shfl_xor_sync(~0u, x, j), oy = __shfl_xor_sync(~0u, y, j);
            bool up = (lane & k) == 0, low = (lane & j) == 0;
            x = up == low ? fminf(x, ox) : fmaxf(x, ox);
            y = up != low ? fminf(y, oy) : fmaxf(y, oy);
        }
    float least = fminf(x, y), most = fmaxf(x, y);
    a[row * 64 + lane] = least, a[row * 64 + 32 + lane] = most;
}
__global__ void places_by_atomics(const unsigned *key, unsigned *next, unsigned *out, int n) { /* a counting sort's last step */
    int i = AT;
    if (i < n) out[atomicAdd(&next[key[i] & 1023], 1) & 0xFFFFF] = key[i];
}

/* ---- sparse products ---- */
__global__ void rows_of_eight_lanes(const int *p, const int *c, const double *v, const double *x, double *y, int rows) {
    int r = AT / 8, lane = threadIdx.x & 7;
    if (r >= rows) return;
    double s = 0;
    for (int k = p[r] + lane; k < p[r + 1]; k += 8) s += v[k] * x[c[k]];
    for (int d = 4; d; d /= 2) s += __shfl_down_sync(~0u, s, d, 8);
    if (!lane) y[r] = s;
}
__global__ void five_diagonals(const float *d, const float *x, float *y, int n, int w) {
    int i = AT;
    if (i < w || i >= n - w) return;
    y[i] = d[i] * x[i - w] + d[n + i] * x[i - 1] + d[2 * n + i] * x[i] + d[3 * n + i] * x[i + 1] + d[4 * n + i] * x[i + w];
}

/* ---- histograms ---- */
__global__ void bars_of_floats(const float *a, float *h, int n) { /* weights, in shared memory first */
    __shared__ float s[128];
    if (threadIdx.x < 128) s[threadIdx.x] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        float v = a[i];
        atomicAdd(&s[(int)v & 127], v * 0.5f);
    }
    __syncthreads();
    if (threadIdx.x < 128) atomicAdd(&h[threadIdx.x], s[threadIdx.x]);
}
__global__ void bars_of_pixels(const uchar4 *a, unsigned *h, int n) { /* three colours */
    __shared__ unsigned s[768];
    for (int k = threadIdx.x; k < 768; k += blockDim.x) s[k] = 0;
    __syncthreads();
    for (int i = AT; i < n; i += gridDim.x * blockDim.x) {
        uchar4 p = a[i];
        atomicAdd(&s[p.x], 1), atomicAdd(&s[256 + p.y], 1), atomicAdd(&s[512 + p.z], 1);
    }
    __syncthreads();
    for (int k = threadIdx.x; k < 768; k += blockDim.x) atomicAdd(&h[k], s[k]);
}

/* ---- occupancy, latency, others ---- */
__global__ __launch_bounds__(256, 4) void polynomials(const float *a, float *o, int it) {
    float x[24], y = 0;
    for (int k = 0; k < 24; k++) x[k] = a[AT + k];
    for (int i = 0; i < it; i++)
        for (int k = 0; k < 24; k++) x[k] = x[k] * x[(k + 5) % 24] + 0.25f;
    for (int k = 0; k < 24; k++) y += x[k];
    o[AT] = y;
}
__global__ void walk_table(const unsigned short *next, unsigned *o, int it) { /* 8 KiB: in L1 after a while */
    unsigned p = AT & 4095;
    for (int i = 0; i < it; i++) p = next[p];
    o[AT] = p;
}
__global__ void counters_wait(unsigned *c, unsigned *o, int it) { /* each needs the old value of the one before */
    unsigned v = threadIdx.x;
    for (int i = 0; i < it; i++) v = atomicAdd(&c[(v + blockIdx.x * 97 + threadIdx.x * 8) & 65535], v & 3);
    o[AT] = v;
}
__global__ void conflicts_chain(int *o, int it, int stride) {
    __shared__ int s[2048];
    for (int k = threadIdx.x; k < 2048; k += blockDim.x) s[k] = (k * 5 + stride) & 63;
    __syncthreads();
    int p = threadIdx.x * stride & 2047, v = 0;
    for (int i = 0; i < it; i++) v += s[(p + v) & 2047];
    o[AT] = v;
}
__global__ void butterflies(float2 *a, int n) { /* a transform of 512 in a block */
    __shared__ float2 s[512];
    int t = threadIdx.x, base = blockIdx.x * 512;
    s[t] = a[base + t], s[t + 256] = a[base + t + 256];
    for (int half = 1; half < 512; half *= 2) {
        __syncthreads();
        int k = t & (half - 1), i = 2 * (t - k) + k;
        float sine, cosine;
        __sincosf(-3.14159265f * k / half, &sine, &cosine);
        float2 u = s[i], v = s[i + half], w = make_float2(v.x * cosine - v.y * sine, v.x * sine + v.y * cosine);
        s[i] = make_float2(u.x + w.x, u.y + w.y), s[i + half] = make_float2(u.x - w.x, u.y - w.y);
    }
    __syncthreads();
    a[base + t] = s[t], a[base + t + 256] = s[t + 256];
}
__global__ void rows_times_vector(const float4 *a, const float4 *x, float *y, int w) { /* a block a row */
    __shared__ float part[8];
    float s = 0;
    for (int k = threadIdx.x; k < w; k += blockDim.x) {
        float4 u = a[blockIdx.x * w + k], v = x[k];
        s += u.x * v.x + u.y * v.y + u.z * v.z + u.w * v.w;
    }
    for (int d = 16; d; d /= 2) s += __shfl_xor_sync(~0u, s, d);
    if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int k = 1; k < 8; k++) s += part[k];
        y[blockIdx.x] = s;
    }
}
__global__ void random_places(const float *table, float *o, unsigned mask) {
    unsigned s = AT * 2654435761u;
    float v = 0;
    for (int k = 0; k < 4; k++) s = s * 1664525u + 1013904223u, v += table[s >> 4 & mask];
    o[AT] = v;
}
__global__ void clamp_and_scale(const int *in, int *out, int low, int high) {
    int v = in[AT];
    for (int k = 0; k < 24; k++) v = min(max(v ^ (v >> 3), low), high) + (v & 7);
    out[AT] = v;
}

static const int K = 1 << 10, M = 1 << 20;
#define RUN(n, what, ...) launch(#what, n, [=] { what __VA_ARGS__; })

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    float *x = drawn<float>(16 * M, 1000, 61), *y = drawn<float>(8 * M, 1000, 62);
    int *u = drawn<int>(4 * M, M, 63), *v = drawn<int>(4 * M, M, 64), *zero = on_device(std::vector<int>(2 * M, 0));
    double *d = drawn<double>(4 * M, 1000, 65), *e = drawn<double>(4 * M, 1000, 66);
    unsigned char *bytes = drawn<unsigned char>(8 * M, 256, 67), *room = drawn<unsigned char>(8 * M, 256, 68);
    unsigned short *next = drawn<unsigned short>(4 * K, 4096, 69);
    draws draw{70};
    const int rows = 48 * K;
    std::vector<int> start(1, 0), column;
    for (int r = 0; r < rows; r++) {
        for (int k = 4 + int(draw(draw(32) == 0 ? 200 : 24)); k > 0; k--) column.push_back(int(draw(rows)));
        start.push_back(int(column.size()));
    }
    int *p = on_device(start), *c = on_device(column);

    RUN(M, scan_with_flags, <<<M / 512, 512>>>(x, (unsigned *)u, y));
    RUN(2 * M, places_of_kept, <<<2 * M / 256, 256>>>(u, v, zero, 2 * M));
    RUN(4 * M, scan_four_each, <<<4 * M / 1024, 256>>>((int4 *)u, (int4 *)v));
    RUN(M, smooth_double, <<<M / 256, 256>>>(d, e, M));
    RUN(2048, edges_of_bytes, <<<dim3(64, 256), dim3(32, 8)>>>(bytes, room, 2048, 2048));
    RUN(4096, channels, <<<dim3(16, 32), 256>>>(x, y, y + M, 4096, 64));
    RUN(4 * K, bodies_plain, <<<32, 128>>>(x, x + M, x + 2 * M, x + 3 * M, y, y + M, y + 2 * M, 4 * K));
    RUN(16 * K, pairs_within, <<<128, 128>>>((float4 *)x, v, 16 * K));
    RUN(16 * K, tree_of_thread, <<<128, 128>>>(x, y));
    RUN(16, normals_by_box_muller, <<<528, 128>>>(y, 16));
    RUN(8, implied, <<<512, 256>>>(x, y, 8));
    RUN(2 * M, transposition, <<<M / 256, 256>>>(v, 1, 2 * M));
    RUN(M, sort_rows_of_64, <<<M / 2 / 128, 128>>>(y));
    RUN(512 * K, places_by_atomics, <<<2 * K, 256>>>((unsigned *)u, (unsigned *)zero + 64, (unsigned *)v, 512 * K));
    RUN(rows, rows_of_eight_lanes, <<<rows / 32, 256>>>(p, c, d, e, e + 2 * M, rows));
    RUN(M, five_diagonals, <<<M / 256, 256>>>(x, y, y + 2 * M, M, 1024));
    RUN(4 * M, bars_of_floats, <<<264, 256>>>(x, (float *)zero + 8 * K, 4 * M));
    RUN(2 * M, bars_of_pixels, <<<264, 512>>>((uchar4 *)bytes, (unsigned *)zero + 16 * K, 2 * M));
    RUN(32, polynomials, <<<1056, 256>>>(x, y, 32));
    RUN(512, walk_table, <<<132, 96>>>(next, (unsigned *)v, 512));
    RUN(64, counters_wait, <<<66, 128>>>((unsigned *)zero + 64 * K, (unsigned *)v, 64));
    for (int s : {1, 16}) RUN(s, conflicts_chain, <<<132, 128>>>(v, 512, s));
    RUN(M, butterflies, <<<M / 512, 256>>>((float2 *)y, M));
    RUN(2048, rows_times_vector, <<<2048, 256>>>((float4 *)x, (float4 *)y, y + M, 1024));
    for (int w : {64 * K, 16 * M}) RUN(w, random_places, <<<2 * K, 256>>>(x, y, w - 1));
    RUN(2 * M, clamp_and_scale, <<<2 * M / 256, 256>>>(u, v, 100, 100000));
    return 0;
}
