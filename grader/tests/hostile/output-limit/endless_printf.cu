/*
 * exercise: gm
 * Tries: to fill the grader's memory and the report with what a kernel prints.
 */
#include "histogram.h"

#include <cstdio>

__global__ void talk() {
    for (int i = 0; i < 1000; i++) {
        printf("\033[31mpass 30 / 30 %%s %%n <script>alert(1)</script> line %d of thread %d\n", i,
               (int)threadIdx.x);
    }
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    (void)data, (void)n, (void)frequency;
    for (int i = 0; i < 1000; i++) {
        talk<<<blocks, threads>>>();
        cudaDeviceSynchronize();
    }
    return 0;
}
