/* The histogram's kernels as `labs/histogram-cuda/bench.cu` measures them, on the modelled clock: lines `what,n,us`.
 * Counters are set to zero before each kernel, within its time. The bench takes 24 inputs in turn: where all of them fit
 * L2, they lie there from an earlier variant; where not, a kernel finds its input in memory. */
#include "histogram.cu"

#include <cstdio>
#include <cstring>

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

static unsigned blocks_for(size_t n, unsigned elements) {
    size_t wanted = (n + 1024 * elements - 1) / (1024 * elements);
    return (unsigned)(wanted < 264 ? wanted : 264);
}

int main(int argc, char **argv) {
    for (int a = 1; a < argc; a++) {
        size_t n = strtoul(argv[a], nullptr, 10);
        uint8_t *host = (uint8_t *)malloc(n), *pinned, *mapped, *data;
        uint32_t *bins, result[256];
        unsigned blocks = blocks_for(n, 16);
        cudaHostAlloc((void **)&pinned, n, cudaHostAllocMapped);
        unsigned draw = 1;
        for (size_t i = 0; i < n; i++) {
            draw = draw * 1664525u + 1013904223u;
            pinned[i] = host[i] = (uint8_t)(draw >> 24);
        }
        cudaHostGetDevicePointer((void **)&mapped, pinned, 0);
        cudaMalloc((void **)&data, n);
        cudaMalloc((void **)&bins, sizeof result);
        auto count = [&](const uint8_t *from) {
            cudaMemset(bins, 0, sizeof result);
            count_in_shared<<<blocks, 1024>>>(from, n, bins);
        };
        cudaMemcpy(data, host, n, cudaMemcpyHostToDevice);
        uint8_t *other = data; /* that no kernel has read yet */
        if (24 * n <= 46000000) {
            count(data);
        } else {
            cudaMalloc((void **)&other, n);
            cudaMemcpy(other, host, n, cudaMemcpyHostToDevice);
        }
        printf("gm,%zu,%.3f\n", n, event_us([&] { count(data); }));
        printf("gm_atomics,%zu,%.3f\n", n, event_us([&] {
                   cudaMemset(bins, 0, sizeof result);
                   count_in_global<<<blocks, 1024>>>(other, n, bins);
               }));
        printf("gpu with copies,%zu,%.3f\n", n, event_us([&] {
                   cudaMemcpy(data, host, n, cudaMemcpyHostToDevice);
                   count(data);
                   cudaMemcpy(result, bins, sizeof result, cudaMemcpyDeviceToHost);
               }));
        printf("pinned copy,%zu,%.3f\n", n, event_us([&] {
                   cudaMemcpy(data, pinned, n, cudaMemcpyHostToDevice);
                   count(data);
                   cudaMemcpy(result, bins, sizeof result, cudaMemcpyDeviceToHost);
               }));
        printf("MapMemory,%zu,%.3f\n", n, event_us([&] {
                   count(mapped);
                   cudaMemcpy(result, bins, sizeof result, cudaMemcpyDeviceToHost);
               }));
        other != data ? (void)cudaFree(other) : (void)0;
        cudaFree(data), cudaFree(bins), cudaFreeHost(pinned), free(host);
    }
    return 0;
}
