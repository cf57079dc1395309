/*
 * Launches that ask for 128 MiB of which L2 holds all, and launches that read and write 128 MiB and more in several orders. With `once` each
 * runs once, for Nsight Compute and for the machine. Else between CUDA events, behind a launch that reads 256 MiB.
 *
 *     nvcc -O3 -std=c++17 -arch=native held.cu -o held; ./held; ncu --clock-control none --metrics gpu__time_duration.sum ./held once
 */
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#define AT (blockIdx.x * (size_t)blockDim.x + threadIdx.x)

/* ---- L2 holds it: 128 MiB asked for in pieces of `mask` + 1 times 16 bytes ---- */

template <int READS, int WRITES> __global__ void held(float4 *to, const float4 *from, size_t mask) {
    size_t i = AT & mask, other = i ^ (mask / 2 + 1);
    float4 v = make_float4(1, 2, 3, 4);
    if (READS > 0) v = from[i];
    if (READS > 1) {
        float4 w = from[other];
        v.x += w.x, v.y += w.y, v.z += w.z, v.w += w.w;
    }
    if (WRITES > 0 || v.x == 12345) to[i] = v;
    if (WRITES > 1) to[other] = v;
}

/* ---- 128 MiB are copied: by all blocks in turn, by each block from its own place on, or down the rows of a field ---- */

__global__ void in_turn(float4 *to, const float4 *from, size_t n) {
    for (size_t i = AT; i < n; i += gridDim.x * (size_t)blockDim.x) to[i] = from[i];
}

__global__ void by_chunks(float4 *to, const float4 *from, size_t n) {
    size_t each = n / gridDim.x, begin = blockIdx.x * each;
    for (size_t i = threadIdx.x; i < each; i += blockDim.x) to[begin + i] = from[begin + i];
}

enum { WIDTH = 8192, HEIGHT = 4096, AHEAD = 4 };

__global__ void __launch_bounds__(128) down_the_rows(float4 *to, const float4 *from, int rows) {
    size_t begin = blockIdx.y * (size_t)rows * (WIDTH / 4) + AT;
    float4 ahead[AHEAD];
#pragma unroll
    for (int k = 0; k < AHEAD; k++) ahead[k] = from[begin + k * (WIDTH / 4)];
    for (int row = 0; row < rows; row += AHEAD) {
#pragma unroll
        for (int k = 0; k < AHEAD; k++) {
            float4 v = ahead[k];
            ahead[k] = from[begin + (size_t)min(row + k + AHEAD, rows - 1) * (WIDTH / 4)];
            to[begin + (size_t)(row + k) * (WIDTH / 4)] = v;
        }
    }
}

/* ---- a float a thread, of one array or more ---- */

template <int READS, bool WRITES> __global__ void float_a_thread(float *to, const float *a, const float *b, const float *c) {
    float v = a[AT];
    if (READS > 1) v += b[AT];
    if (READS > 2) v += c[AT];
    if (WRITES || v == 12345) to[AT] = v;
}

enum { RUNS = 15 };
static const size_t BYTES = (size_t)1 << 27;
static float4 *a, *b, *other;
static bool once;

template <class Work> static void launch(const char *name, long n, Work work) {
    if (once) {
        work();
        cudaDeviceSynchronize();
        return;
    }
    std::vector<float> times;
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int run = 0; run < RUNS; run++) {
        float milliseconds;
        held<1, 0><<<(unsigned)(2 * BYTES / 16 / 512), 512>>>(a, other, ~(size_t)0);
        cudaEventRecord(begin);
        work();
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&milliseconds, begin, end);
        times.push_back(milliseconds * 1000);
    }
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    std::sort(times.begin(), times.end());
    printf("%s,%ld,%.2f,%.2f,%.2f\n", name, n, times[0], times[RUNS / 2], times[RUNS - 1]);
}

template <int READS, int WRITES> static void hold(const char *name) {
    for (long kib : {2048, 16384}) {
        const size_t mask = (size_t)kib * 1024 / 16 - 1;
        launch(name, kib, [=] { held<READS, WRITES><<<(unsigned)(BYTES / 16 / 512), 512>>>(b, a, mask); });
    }
}

template <int READS, bool WRITES> static void floats(const char *name) {
    for (unsigned threads : {256u, 1024u}) {
        const float *from = (const float *)other;
        launch(name, threads, [=] {
            float_a_thread<READS, WRITES><<<(unsigned)(BYTES / 4 / threads), threads>>>((float *)b, from, (const float *)a, from + BYTES / 4);
        });
    }
}

int main(int count, char **) {
    once = count > 1;
    for (float4 **memory : {&a, &b}) {
        cudaMalloc((void **)memory, BYTES);
        cudaMemset(*memory, 0, BYTES);
    }
    cudaMalloc((void **)&other, 2 * BYTES);
    cudaMemset(other, 0, 2 * BYTES);
    const size_t n = BYTES / 16;
    if (!once) printf("kernel,n,least_us,median_us,most_us\n");
    hold<1, 0>("read_one");
    hold<2, 0>("read_two");
    hold<0, 1>("write_one");
    hold<0, 2>("write_two");
    hold<1, 1>("read_one_write_one");
    hold<2, 1>("read_two_write_one");
    hold<2, 2>("read_two_write_two");
    for (unsigned blocks : {132u, 264u, 528u, 1056u, 2112u}) launch("in_turn", blocks, [=] { in_turn<<<blocks, 256>>>(b, a, n); });
    for (unsigned blocks : {1024u, 4096u, 16384u}) launch("by_chunks", blocks, [=] { by_chunks<<<blocks, 256>>>(b, a, n); });
    for (int rows : {8, 16, 32, 64}) {
        launch("down_the_rows", rows, [=] { down_the_rows<<<dim3(WIDTH / 4 / 128, HEIGHT / rows), 128>>>(b, a, rows); });
    }
    floats<1, false>("float_of_one");
    floats<2, false>("float_of_two");
    floats<1, true>("float_copied");
    floats<2, true>("float_of_two_stored");
    floats<3, true>("float_of_three_stored");
    for (float4 *memory : {a, b, other}) cudaFree(memory);
    return cudaGetLastError() != cudaSuccess;
}
