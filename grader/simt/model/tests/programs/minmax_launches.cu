/* Minimum and maximum as `labs/minmax-cuda/bench.cu` measures them, in the same launches, on the modelled clock: lines `what,n,us`.
 * The bench takes 24 inputs in turn: where all of them fit L2, they lie there from an earlier variant; where not, a kernel
 * finds its input in memory. */
#include "minmax.cu"

#include <cstdio>
#include <cstdlib>

template <class Work> static float event_us(Work work) {
    cudaEvent_t start, stop;
    float ms = 0;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    cudaDeviceSynchronize();
    cudaEventRecord(start);
    work();
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    return ms * 1000;
}

/* Blocks of 256 threads for n elements, `each` of them a thread; 8 a multiprocessor at the most. */
static unsigned blocks_of(size_t n, size_t each) {
    const size_t wanted = (n + 256 * each - 1) / (256 * each), most = 132 * 8;
    return (unsigned)(wanted < most ? wanted : most);
}

int main(int argc, char **argv) {
    for (int a = 1; a < argc; a++) {
        const size_t n = strtoul(argv[a], nullptr, 10);
        double *host = (double *)malloc(n * sizeof(double)), *data, *partial, results[2];
        unsigned long long *keys;
        unsigned draw = 1;
        for (size_t i = 0; i < n; i++) {
            draw = draw * 1664525u + 1013904223u;
            host[i] = draw;
        }
        const unsigned blocks = blocks_of(n, 1), threads = 256;
        const size_t bytes = 2 * threads * sizeof(double);
        cudaMalloc((void **)&data, n * sizeof(double));
        cudaMalloc((void **)&partial, (2 * blocks + 2) * sizeof(double));
        cudaMalloc((void **)&keys, 4 * sizeof *keys);
        cudaMemset(keys, 0, 4 * sizeof *keys);
        cudaMemcpy(data, host, n * sizeof(double), cudaMemcpyHostToDevice);
        double *other = data; /* that no kernel has read yet */
        auto two = [&] {
            minmax_of_blocks<<<blocks, threads, bytes>>>(other, n, partial, partial + blocks);
            minmax_of_partial_results<<<1, threads, bytes>>>(partial, partial + blocks, blocks, partial + 2 * blocks);
        };
        if (24 * n * sizeof(double) <= 46000000) {
            two();
        }
        printf("two kernels,%zu,%.3f\n", n, event_us(two));
        if (24 * n * sizeof(double) > 46000000) {
            cudaMalloc((void **)&other, n * sizeof(double));
            cudaMemcpy(other, host, n * sizeof(double), cudaMemcpyHostToDevice);
        }
        printf("fused pass,%zu,%.3f\n", n, event_us([&] {
                   cudaMemcpyAsync(keys, keys + 2, 2 * sizeof *keys, cudaMemcpyDeviceToDevice);
                   minmax_in_one_pass<<<blocks_of(n, 2), threads, bytes>>>(other, n, keys);
               }));
        const double neutral[2] = {INFINITY, -INFINITY};
        cudaMemcpy(partial + 2 * blocks, neutral, sizeof neutral, cudaMemcpyHostToDevice);
        printf("atomics,%zu,%.3f\n", n, event_us([&] {
                   cudaMemcpyAsync(keys, keys + 2, 2 * sizeof *keys, cudaMemcpyDeviceToDevice);
                   minmax_by_atomics<<<blocks, threads>>>(other, n, partial + 2 * blocks);
               }));
        printf("two kernels with data there,%zu,%.3f\n", n, event_us([&] {
                   two();
                   cudaMemcpy(results, partial + 2 * blocks, sizeof results, cudaMemcpyDeviceToHost);
               }));
        printf("two kernels with copy,%zu,%.3f\n", n, event_us([&] {
                   minmax_two_kernels(host, n, &results[0], &results[1], blocks, threads);
               }));
        other != data ? (void)cudaFree(other) : (void)0;
        cudaFree(data), cudaFree(partial), cudaFree(keys), free(host);
    }
    return 0;
}
