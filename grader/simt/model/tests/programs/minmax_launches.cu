/* Minimum and maximum as `labs/minmax-cuda/bench.cu` measures them, on the modelled clock: lines `what,n,us`. */
#include "minmax.cu"

#include <cstdio>
#include <cstdlib>

template <class Work> static float event_us(Work work) {
    cudaEvent_t start, stop;
    float ms = 0;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaEventRecord(start);
    work();
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
    return ms * 1000;
}

int main(int argc, char **argv) {
    for (int a = 1; a < argc; a++) {
        size_t n = strtoul(argv[a], nullptr, 10), most = 1056;
        double *host = (double *)malloc(n * sizeof(double)), *data, *partial, results[2];
        unsigned long long *keys;
        unsigned draw = 1;
        for (size_t i = 0; i < n; i++) {
            draw = draw * 1664525u + 1013904223u;
            host[i] = draw;
        }
        size_t wanted = (n + 256 * 8 - 1) / (256 * 8);
        unsigned blocks = (unsigned)(wanted < most ? wanted : most), threads = 256;
        size_t bytes = 2 * threads * sizeof(double);
        cudaMalloc((void **)&data, n * sizeof(double));
        cudaMalloc((void **)&partial, (2 * blocks + 2) * sizeof(double));
        cudaMalloc((void **)&keys, 2 * sizeof *keys);
        cudaMemcpy(data, host, n * sizeof(double), cudaMemcpyHostToDevice);
        auto two = [&] {
            minmax_of_blocks<<<blocks, threads, bytes>>>(data, n, partial, partial + blocks);
            minmax_of_partial_results<<<1, threads, bytes>>>(partial, partial + blocks, blocks, partial + 2 * blocks);
        };
        printf("two kernels,%zu,%.3f\n", n, event_us(two));
        printf("fused pass,%zu,%.3f\n", n, event_us([&] {
                   cudaMemset(keys, 0, 2 * sizeof *keys);
                   minmax_in_one_pass<<<blocks, threads, bytes>>>(data, n, keys);
               }));
        printf("two kernels with data there,%zu,%.3f\n", n, event_us([&] {
                   two();
                   cudaMemcpy(results, partial + 2 * blocks, sizeof results, cudaMemcpyDeviceToHost);
               }));
        printf("two kernels with copy,%zu,%.3f\n", n, event_us([&] {
                   cudaMemcpy(data, host, n * sizeof(double), cudaMemcpyHostToDevice);
                   two();
                   cudaMemcpy(results, partial + 2 * blocks, sizeof results, cudaMemcpyDeviceToHost);
               }));
        cudaFree(data), cudaFree(partial), cudaFree(keys), free(host);
    }
    return 0;
}
