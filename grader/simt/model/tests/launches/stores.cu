/*
 * Launches that stream 4 MiB to 512 MiB and store: fills, copies, sums in place, a sum of two. With `once` each runs once, for Nsight Compute
 * and for the machine. Else between CUDA events, by what runs before it: the launch itself (`own`: L2 holds what it stored the last time), a
 * launch that reads 512 MiB (`clean`), or one that fills them (`dirty`).
 *
 *     nvcc -O3 -std=c++17 -arch=native stores.cu -o stores; ./stores; ncu --clock-control none --metrics gpu__time_duration.sum ./stores once
 */
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#define AT (blockIdx.x * (size_t)blockDim.x + threadIdx.x)
#define KERNEL(name, parameters, ...)                                                                                                      \
    __global__ void name parameters {                                                                                                      \
        size_t i = AT;                                                                                                                     \
        if (i < n) __VA_ARGS__                                                                                                             \
    }

KERNEL(copy4, (float4 * to, const float4 *from, size_t n), { to[i] = from[i]; })
KERNEL(copy1, (float *to, const float *from, size_t n), { to[i] = from[i]; })
KERNEL(fill4, (float4 * to, size_t n), { to[i] = make_float4(1, 2, 3, 4); })
KERNEL(scale4, (float4 * to, size_t n), {
    float4 v = to[i];
    to[i] = make_float4(v.x * 2, v.y * 2, v.z * 2, v.w * 2);
})
KERNEL(read4, (float *to, const float4 *from, size_t n), {
    float4 v = from[i];
    if (v.x + v.y + v.z + v.w == 12345) to[0] = 1;
})
KERNEL(add4, (float4 * to, const float4 *a, const float4 *b, size_t n), {
    float4 v = a[i], w = b[i];
    to[i] = make_float4(v.x + w.x, v.y + w.y, v.z + w.z, v.w + w.w);
})

enum { THREADS = 256, RUNS = 25 };
static const size_t BYTES = (size_t)1 << 29, ALL = BYTES / sizeof(float4);
static float4 *a, *b, *c, *other;
static bool once;

template <class Work, class Before>
static void measure(const char *what, size_t floats, const char *name, Work work, Before before) {
    std::vector<float> times;
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    for (int run = 0; run < RUNS; run++) {
        float milliseconds;
        before();
        cudaEventRecord(begin);
        work();
        cudaEventRecord(end);
        cudaEventSynchronize(end);
        cudaEventElapsedTime(&milliseconds, begin, end);
        times.push_back(milliseconds * 1000);
    }
    std::sort(times.begin(), times.end());
    printf("%s,%zu,%s,%.2f,%.2f,%.2f\n", what, floats, name, times[0], times[RUNS / 2], times[RUNS - 1]);
}

template <class Work> static void launch(const char *what, size_t floats, Work work) {
    if (once) {
        work();
        cudaDeviceSynchronize();
        return;
    }
    for (int run = 0; run < 3; run++) work();
    measure(what, floats, "own", work, work);
    measure(what, floats, "clean", work, [] { read4<<<ALL / THREADS, THREADS>>>((float *)c, other, ALL); });
    measure(what, floats, "dirty", work, [] { fill4<<<ALL / THREADS, THREADS>>>(other, ALL); });
}

int main(int count, char **) {
    once = count > 1;
    for (float4 **memory : {&a, &b, &c, &other}) {
        cudaMalloc((void **)memory, BYTES);
        cudaMemset(*memory, 0, BYTES);
    }
    if (!once) printf("kernel,floats,before,least_us,median_us,most_us\n");
    for (int power = 20; power <= 27; power++) {
        const size_t floats = (size_t)1 << power, n = floats / 4;
        const unsigned blocks = (unsigned)(n / THREADS);
        launch("copy4", floats, [=] { copy4<<<blocks, THREADS>>>(b, a, n); });
        launch("copy1", floats, [=] { copy1<<<blocks * 4, THREADS>>>((float *)b, (float *)a, floats); });
        launch("fill4", floats, [=] { fill4<<<blocks, THREADS>>>(b, n); });
        launch("scale4", floats, [=] { scale4<<<blocks, THREADS>>>(b, n); });
        launch("read4", floats, [=] { read4<<<blocks, THREADS>>>((float *)c, a, n); });
        launch("add4", floats, [=] { add4<<<blocks, THREADS>>>(c, a, b, n); });
    }
    for (float4 *memory : {a, b, c, other}) cudaFree(memory);
    return cudaGetLastError() != cudaSuccess;
}
