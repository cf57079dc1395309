/* A seventh held-out set: 42 launches of textbook kernels, predicted before they were measured. */
#include "bench.h"
#define G __global__ void
#define I (blockIdx.x * blockDim.x + threadIdx.x)
typedef const float *F;

G scan_block(const int *in, int *out) { /* Hillis and Steele, two buffers */
    __shared__ int s[2][512];
    int t = threadIdx.x, p = 0;
    s[0][t] = in[I];
    for (int d = 1; d < 512; d *= 2) {
        __syncthreads();
        s[1 - p][t] = s[p][t] + (t >= d ? s[p][t - d] : 0);
        p = 1 - p;
    }
    out[I] = s[p][t];
}
G segment_sums(F in, const int *from, float *out) { /* a thread a segment of any length */
    float sum = 0;
    for (int k = from[I]; k < from[I + 1]; k++) sum += in[k];
    out[I] = sum;
}
G odd_even(int *data) { /* a block sorts 512 keys by exchanging neighbours */
    __shared__ int s[512];
    int t = threadIdx.x;
    s[t] = data[I], s[t + 256] = data[I + gridDim.x * 256];
    for (int round = 0; round < 512; round++) {
        __syncthreads();
        int at = 2 * t + (round & 1);
        if (at < 511 && s[at] > s[at + 1]) {
            int v = s[at];
            s[at] = s[at + 1], s[at + 1] = v;
        }
    }
    __syncthreads();
    data[I] = s[t], data[I + gridDim.x * 256] = s[t + 256];
}
G digit_counts(const unsigned *in, int *counts, int shift) { /* radix sort: 16 digits a block, by ballots */
    __shared__ int s[16];
    if (threadIdx.x < 16) s[threadIdx.x] = 0;
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        unsigned d = in[(blockIdx.x * 4 + k) * blockDim.x + threadIdx.x] >> shift & 15;
        atomicAdd(&s[d], 1);
    }
    __syncthreads();
    if (threadIdx.x < 16) counts[threadIdx.x * gridDim.x + blockIdx.x] = s[threadIdx.x];
}

G conv_tile(F in, float *out, int w) { /* 7 x 7, a tile with its rim in shared memory */
    __shared__ float s[22][22];
    int x0 = blockIdx.x * 16, y0 = blockIdx.y * 16, t = threadIdx.y * 16 + threadIdx.x;
    for (int k = t; k < 484; k += 256) s[k / 22][k % 22] = in[((y0 + k / 22) & (w - 1)) * w + ((x0 + k % 22) & (w - 1))];
    __syncthreads();
    float sum = 0;
    for (int j = 0; j < 7; j++)
        for (int i = 0; i < 7; i++) sum += s[threadIdx.y + j][threadIdx.x + i] * (0.01f * j + 0.02f * i);
    out[(y0 + threadIdx.y) * w + x0 + threadIdx.x] = sum;
}
G conv_direct(F in, F weight, float *out, int n, int taps) { /* any number of taps, weights from memory */
    float sum = 0;
    for (int k = 0; k < taps; k++)
        if (I + k < n) sum += in[I + k] * weight[k];
    out[I] = sum;
}
G conv_double(const double *in, double *out) { /* nine taps of doubles */
    double sum = 0;
    for (int k = 0; k < 9; k++) sum += in[I + k] * (0.1 + 0.01 * k);
    out[I] = sum;
}
G bodies(const float4 *body, float4 *force, int n) { /* all pairs, tiles of 256 */
    __shared__ float4 s[256];
    float4 me = body[I];
    float x = 0, y = 0, z = 0;
    for (int tile = 0; tile < n; tile += 256) {
        s[threadIdx.x] = body[tile + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 256; k++) {
            float dx = s[k].x - me.x, dy = s[k].y - me.y, dz = s[k].z - me.z;
            float r = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f), f = s[k].w * r * r * r;
            x += dx * f, y += dy * f, z += dz * f;
        }
        __syncthreads();
    }
    force[I] = make_float4(x, y, z, 0);
}
G potential(F x, float *out, int n) { /* a sum of 1 / distance, no tiles */
    float me = x[I], sum = 0;
    for (int k = 0; k < n; k++) sum += 1 / (fabsf(x[k] - me) + 1);
    out[I] = sum;
}

G black_scholes(F spot, F strike, float *call, float *put, int n) {
    for (int i = I; i < n; i += gridDim.x * blockDim.x) {
        float s = spot[i] + 5, k = strike[i] + 5, v = 0.3f;
        float d = (logf(s / k) + 0.065f) / v, e = d - v;
        float p = 0.5f * erfcf(-d * 0.70710678f), q = 0.5f * erfcf(-e * 0.70710678f), r = k * expf(-0.02f);
        call[i] = s * p - r * q, put[i] = r * (1 - q) - s * (1 - p);
    }
}
G walk(float *out, int steps) { /* Monte Carlo with a linear congruence */
    unsigned seed = I * 747796405u + 1;
    float p = 1;
    for (int k = 0; k < steps; k++) {
        seed = seed * 1664525u + 1013904223u;
        p *= 1 + 0.02f * ((seed >> 9) * 1.1920929e-7f - 0.5f);
    }
    out[I] = fmaxf(p - 1, 0);
}
G csr(const int *row, const int *column, F value, F x, float *y, int lanes) { /* some lanes a row */
    int r = I / lanes, lane = I % lanes;
    float sum = 0;
    for (int k = row[r] + lane; k < row[r + 1]; k += lanes) sum += value[k] * x[column[k]];
    for (int d = lanes / 2; d > 0; d /= 2) sum += __shfl_down_sync(~0u, sum, d, lanes);
    if (lane == 0) y[r] = sum;
}
G bins_private(const unsigned *in, int *bins, int n) { /* a copy of 64 counters for each warp */
    __shared__ int s[8][64];
    for (int k = threadIdx.x; k < 512; k += 256) s[k / 64][k % 64] = 0;
    __syncthreads();
    for (int i = I; i < n; i += gridDim.x * 256) atomicAdd(&s[threadIdx.x / 32][in[i] & 63], 1);
    __syncthreads();
    int sum = 0;
    for (int w = 0; w < 8 && threadIdx.x < 64; w++) sum += s[w][threadIdx.x];
    if (threadIdx.x < 64) atomicAdd(&bins[threadIdx.x], sum);
}
G bins_global(const unsigned *in, int *bins, unsigned count) { atomicAdd(&bins[in[I] % count], 1); }

G sum_floats(F in, unsigned *out, int count) { /* sums by compare and swap */
    unsigned *at = &out[I % count], old = *at, was;
    do was = old, old = atomicCAS(at, was, __float_as_uint(__uint_as_float(was) + in[I]));
    while (old != was);
}
G chase(const int *next, int *out, int hops) {
    int at = I * 97;
    for (int k = 0; k < hops; k++) at = next[at];
    out[I] = at;
}
template <int N> G chains(float *out, int rounds) { /* N chains of products a thread */
    float v[N];
    for (int k = 0; k < N; k++) v[k] = I + k;
    for (int r = 0; r < rounds; r++)
        for (int k = 0; k < N; k++) v[k] = v[k] * 1.0001f + 0.5f;
    float sum = 0;
    for (int k = 0; k < N; k++) sum += v[k];
    out[I] = sum;
}
G __launch_bounds__(1024, 2) narrow(F in, float *out) { /* 64 values where 32 registers are */
    float v[64];
    for (int k = 0; k < 64; k++) v[k] = in[I + k * 1024];
    for (int r = 0; r < 4; r++)
        for (int k = 0; k < 64; k++) v[k] += v[(k * 5 + 3) % 64] * 0.5f;
    float sum = 0;
    for (int k = 0; k < 64; k++) sum += v[k];
    out[I] = sum;
}
G room(F in, float *out) { /* shared memory says how many blocks there are */
    extern __shared__ float s[];
    s[threadIdx.x] = in[I];
    __syncthreads();
    float v = s[threadIdx.x ^ 33];
    for (int k = 0; k < 200; k++) v = sqrtf(v + k);
    out[I] = v;
}
G softmax(F in, float *out, int w) { /* a warp a row */
    F row = in + I / 32 * w;
    float most = -1e30f, sum = 0;
    for (int k = I % 32; k < w; k += 32) most = fmaxf(most, row[k]);
    for (int d = 16; d > 0; d /= 2) most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
    for (int k = I % 32; k < w; k += 32) sum += __expf((row[k] - most) * 0.01f);
    for (int d = 16; d > 0; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    for (int k = I % 32; k < w; k += 32) out[I / 32 * w + k] = __expf((row[k] - most) * 0.01f) / sum;
}

static const int K = 1 << 10, M = 1 << 20;
#define RUN(n, what, ...) launch(#what, n, [=] { what __VA_ARGS__; })
int main(int argc, char **argv) {
    bench_begin(argc, argv);
    int *a = drawn<int>(4 * M, M, 51), *b = drawn<int>(4 * M, M, 52);
    float *x = drawn<float>(4 * M, 1000, 53), *y = drawn<float>(4 * M, 1000, 54);
    double *d = drawn<double>(2 * M, 1000, 55), *e = drawn<double>(2 * M, 1000, 56);
    unsigned *u = (unsigned *)a, *zero = on_device(std::vector<unsigned>(64 * K, 0));
    std::vector<int> ends(64 * K + 1, 0);
    draws draw{57};
    for (int r = 0; r < 64 * K; r++) ends[r + 1] = ends[r] + draw(32);
    int *rows = on_device(ends);
    for (int k : {64, 2048}) RUN(k * 512, scan_block, <<<k, 512>>>(a, b));
    RUN(64 * K, segment_sums, <<<256, 256>>>(x, rows, y));
    RUN(64 * K, odd_even, <<<128, 256>>>(b));
    for (int k : {256, 4096}) RUN(k * K, digit_counts, <<<k, 256>>>(u, b, 8));
    for (int w : {512, 2048}) RUN(w, conv_tile, <<<dim3(w / 16, w / 16), dim3(16, 16)>>>(x, y, w));
    for (int t : {5, 64}) RUN(t, conv_direct, <<<4 * K, 256>>>(x, y + 2 * M, y, M, t));
    RUN(M, conv_double, <<<4 * K, 256>>>(d, e));
    for (int n : {4096, 32768}) RUN(n, bodies, <<<n / 256, 256>>>((float4 *)x, (float4 *)y, n));
    RUN(16 * K, potential, <<<128, 128>>>(x, y, 16 * K));
    for (int k : {64, 1024}) RUN(k, black_scholes, <<<k, 256>>>(x, y, y + M, y + 2 * M, M));
    for (int k : {128, 2048}) RUN(k, walk, <<<256, 128>>>(y, k));
    for (int l : {1, 8, 32}) RUN(l, csr, <<<64 * l, K>>>(rows, a, x, y, (float *)b, l));
    for (int k : {1, 4}) RUN(k * M, bins_private, <<<264, 256>>>(u, b, k * M));
    for (int c : {1, 64, 4096, M}) RUN(c, bins_global, <<<4 * K, 256>>>(u, b, c));
    for (int c : {256, 16384}) RUN(c, sum_floats, <<<512, 256>>>(x, zero, c));
    for (int k : {1, 64, 1024}) RUN(k, chase, <<<k, 32>>>(a, b, 128));
    for (int k : {132, 1056}) RUN(k, chains<1>, <<<k, 256>>>(y, K));
    for (int k : {132, 1056}) RUN(k, chains<8>, <<<k, 256>>>(y, K));
    RUN(M, narrow, <<<K, K>>>(x, y));
    for (int k : {8, 48, 100}) {
        cudaFuncSetAttribute(room, cudaFuncAttributeMaxDynamicSharedMemorySize, k * K);
        RUN(k, room, <<<2 * K, 256, k * K>>>(x, y));
    }
    for (int w : {128, 1024}) RUN(w, softmax, <<<M / w / 4, 128>>>(x, y, w));
    return 0;
}
