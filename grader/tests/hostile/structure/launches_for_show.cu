/*
 * exercise: gm
 * flavours: all
 * Tries: to count on the host, and to launch a kernel that does nothing, so that there is a launch.
 */
#include "histogram.h"

__global__ void nothing() {
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    nothing<<<blocks, threads>>>();
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
        return error;
    }
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; i < n; i++) {
        frequency[data[i]]++;
    }
    return cudaSuccess;
}
