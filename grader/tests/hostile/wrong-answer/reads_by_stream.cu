/*
 * exercise: gm
 * levels: all
 * Tries: to find the solution, the oracle, a secret, or the grader's memory, by C++ streams, which
 * no list of C functions names. It counts only when it found one.
 */
#include "histogram.h"

#include <fstream>

static bool found() {
    static const char *const places[] = {
        "@SECRET@",
        "@ROOT@/solutions/histogram-cuda/histogram.cu",
        "@ROOT@/labs/histogram-cuda/oracle.c",
        "/etc/shadow",
        "/proc/1/mem",
        "/proc/1/environ",
        "/proc/1/root/etc/shadow",
        "/box/../../../../etc/shadow",
    };
    for (const char *place : places) {
        std::ifstream file(place);
        char first;
        if (file.get(first)) {
            return true;
        }
    }
    return std::ofstream("/box/left_behind").good();
}

__global__ void nothing() {
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    nothing<<<blocks, threads>>>();
    const cudaError_t error = cudaGetLastError();
    for (int bin = 0; bin < 256; bin++) {
        frequency[bin] = 0;
    }
    for (size_t i = 0; found() && i < n; i++) {
        frequency[data[i]]++;
    }
    return error;
}
