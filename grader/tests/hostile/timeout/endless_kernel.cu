/*
 * exercise: gm
 * Tries: to keep the simulated GPU busy for ever.
 */
#include "histogram.h"

__global__ void wait_for_ever(volatile unsigned *word) {
    while (*word == 0) {
    }
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    (void)data, (void)n, (void)frequency;
    unsigned *word;
    cudaMalloc((void **)&word, sizeof *word);
    cudaMemset(word, 0, sizeof *word);
    wait_for_ever<<<blocks, threads>>>(word);
    return cudaDeviceSynchronize();
}
