/*
 * streams.cu - what cold memory does to launches of 2 to 20 us: reads, copies, stores to places far apart, and warps
 * whose loads hang on each other. A launch is measured as those of the sets are (measure.sh).
 */
#include "bench.h"
#define I (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void read_one(const float *in, float *out) { /* one load a thread; the sum is seldom stored */
    float x = in[I];
    if (x < 0) out[0] = x;
}
__global__ void read_four(const float4 *in, float *out) {
    float4 x = in[I];
    if (x.x + x.y + x.z + x.w < 0) out[0] = x.x;
}
__global__ void copy_one(const float *in, float *out) { out[I] = in[I]; }
__global__ void write_one(float *out) { out[I] = 1; }
__global__ void three_arrays(const float *a, const float *b, float *out) { out[I] = a[I] + b[I]; }
__global__ void scatter_words(float *out, unsigned mask) { /* a word each, places from a hash: parts of sectors */
    unsigned h = I * 2654435761u;
    h ^= h >> 15, h *= 2246822519u, h ^= h >> 13;
    out[h & mask] = 1;
}
__global__ void rounds(const float *in, const int *hop, float *out, int count) { /* each round waits for the one before */
    int at = I;
    float sum = 0;
    for (int k = 0; k < count; k++) {
        float x = in[at];
        sum += x;
        at += hop[int(x) & 1];
    }
    out[I] = sum;
}
__global__ void strided_rows(const int *start, const float *value, float *out) { /* a warp a row of 32: two loads, one hangs on the other */
    int row = I / 32, lane = threadIdx.x & 31;
    float x = value[start[row] + lane];
    for (int d = 16; d > 0; d /= 2) x += __shfl_down_sync(~0u, x, d);
    if (lane == 0) out[row] = x;
}
__global__ void divide(const float *in, float *out, float by) { out[I] = in[I] / by; }

static const int K = 1 << 10, M = 1 << 20;
#define RUN(n, what, ...) launch(#what, n, [=] { what __VA_ARGS__; })
int main(int argc, char **argv) {
    bench_begin(argc, argv);
    float *x = drawn<float>(24 * M, 1000, 101), *y = drawn<float>(32 * M, 1000, 102);
    float *wide = nullptr;
    cudaMalloc((void **)&wide, size_t(64) * M * 4);
    std::vector<int> rows(128 * K);
    for (int k = 0; k < 128 * K; k++) rows[k] = 32 * k;
    int *start = on_device(rows), *hop = on_device(std::vector<int>{M, M});
    for (int n : {64, 256, 1024, 4096, 16384}) {
        RUN(n * K, read_one, <<<n * 4, 256>>>(x, y));
        RUN(n * K, read_four, <<<n, 256>>>((float4 *)x, y));
        RUN(n * K, copy_one, <<<n * 4, 256>>>(x, y));
        RUN(n * K, write_one, <<<n * 4, 256>>>(y));
    }
    for (int n : {64, 256, 1024, 4096}) RUN(n * K, three_arrays, <<<n * 4, 256>>>(x, x + 8 * M, y));
    for (int mib : {1, 4, 16, 32, 64, 256}) RUN(mib, scatter_words, <<<4 * K, 256>>>(wide, mib * (M / 4) - 1));
    for (int mib : {16, 64}) RUN(mib * 1000, scatter_words, <<<16 * K, 256>>>(wide, mib * (M / 4) - 1));
    for (int r : {1, 2, 3, 5, 8}) {
        RUN(r, rounds, <<<512, 256>>>(x, hop, y, r));
        RUN(r * 1000, rounds, <<<4 * K, 256>>>(x, hop, y, r));
    }
    for (int r : {4, 16, 64}) RUN(r * K, strided_rows, <<<r * K / 8, 256>>>(start, x, y));
    RUN(1, divide, <<<K, 256>>>(x, y, 3.0f));
    RUN(0, divide, <<<K, 256>>>(x, y, 3e38f));
    return 0;
}
