/*
 * exercise: gm
 * Tries: to have the device, which belongs to the grader, read from addresses of its own choice.
 */
#include "histogram.h"

__global__ void look(const unsigned char *place, uint32_t *frequency) {
    frequency[threadIdx.x % 256] = place[threadIdx.x];
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    (void)data, (void)n;
    uint32_t *table;
    cudaMalloc((void **)&table, 256 * sizeof *table);
    look<<<blocks, threads>>>((const unsigned char *)(uintptr_t)0x400000, table);
    const cudaError_t error = cudaMemcpy(frequency, table, 1024, cudaMemcpyDeviceToHost);
    cudaFree(table);
    return error;
}
