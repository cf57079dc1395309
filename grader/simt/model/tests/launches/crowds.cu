/* Threads that compare and swap at the same time, and more values than a thread has registers:
 * small launches that show the model's terms for both. Some take milliseconds. */
#include "bench.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

__global__ void add_double(double *sums, int count) { /* each thread adds 1 by compare and swap */
    unsigned long long *place = (unsigned long long *)&sums[INDEX % count], seen = *place, before;
    do {
        before = seen;
        seen = atomicCAS(place, before, __double_as_longlong(1.0 + __longlong_as_double(before)));
    } while (seen != before);
}
__global__ void add_float(unsigned *sums, int count) {
    unsigned *place = &sums[INDEX % count], seen = *place, before;
    do {
        before = seen;
        seen = atomicCAS(place, before, __float_as_uint(1 + __uint_as_float(before)));
    } while (seen != before);
}
__global__ void largest(unsigned *most, int count) { /* tries while its own is larger */
    unsigned own = (INDEX * 2654435761u) >> 8, *place = &most[INDEX % count], seen = *(volatile unsigned *)place;
    while (seen < own) {
        unsigned before = atomicCAS(place, seen, own);
        if (before == seen) break;
        seen = before;
    }
}
__global__ void locked(unsigned *lock) { /* a block's first thread takes a lock and counts */
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {}
        ((volatile unsigned *)lock)[32] += 1;
        __threadfence();
        atomicExch(lock, 0);
    }
}
template <int K, int THREADS, int BLOCKS>
__global__ void __launch_bounds__(THREADS, BLOCKS) spilled(const float *in, float *out, int n) {
    float sum[K];
#pragma unroll
    for (int k = 0; k < K; k++) sum[k] = in[(INDEX + k) % n];
    for (int round = 0; round < 8; round++)
#pragma unroll
        for (int k = 0; k < K; k++) sum[k] = sum[k] * sum[(k + 7) % K] + 0.5f;
    float all = 0;
#pragma unroll
    for (int k = 0; k < K; k++) all += sum[k];
    out[INDEX] = all;
}

template <int K, int THREADS, int BLOCKS> static void spill(const char *name, const float *in, float *out) {
    launch(name, K, [=] { spilled<K, THREADS, BLOCKS><<<264, THREADS>>>(in, out, 4000000); });
}

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    unsigned *words = on_device(std::vector<unsigned>(1 << 20, 0));
    double *doubles = (double *)words;
    float *in = drawn<float>(1 << 22, 1000, 1), *out = drawn<float>(1 << 20, 1000, 2);
    const int shapes[][3] = {{132, 1, 1}, {1024, 1, 1}, {8192, 1, 1}, {1, 32, 1}, {132, 32, 1}, {1024, 32, 1}, {1, 256, 1},
                             {32, 256, 1}, {512, 256, 32}, {512, 256, 1024}, {512, 256, 32768}};
    for (const int *s : shapes) {
        cudaMemset(words, 0, 4 << 20);
        launch("add_double", s[0] * s[1], [=] { add_double<<<s[0], s[1]>>>(doubles, s[2]); });
    }
    for (int count : {64, 1024, 16384}) {
        cudaMemset(words, 0, 4 << 20);
        launch("add_float", count, [=] { add_float<<<512, 256>>>(words, count); });
    }
    const int most[][3] = {{1024, 256, 1}, {4096, 256, 1}, {256, 64, 1}, {1024, 256, 1024}};
    for (const int *s : most) {
        cudaMemset(words, 0, 4 << 20);
        launch("largest", s[0] * s[1], [=] { largest<<<s[0], s[1]>>>(words, s[2]); });
    }
    cudaMemset(words, 0, 4 << 20);
    for (int blocks : {32, 132, 1024}) launch("locked", blocks, [=] { locked<<<blocks, 32>>>(words); });
    spill<40, 1024, 2>("spilled_2", in, out);
    spill<48, 1024, 2>("spilled_2", in, out);
    spill<48, 1024, 1>("spilled_1", in, out);
    spill<80, 1024, 1>("spilled_1", in, out);
    spill<120, 1024, 1>("spilled_1", in, out);
    spill<120, 512, 2>("spilled_2", in, out);
    spill<200, 256, 2>("spilled_2", in, out);
    spill<300, 256, 1>("spilled_1", in, out);
    return 0;
}
