/* Sums by all warps of 4096 blocks on 1 to 4096 words in a row, at three places: each lane on a word
 * drawn at random, or on one of its own. They show which words share a slice of L2, and how long
 * it takes for each. */
#include "bench.h"

#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)

__device__ unsigned mixed(unsigned x) {
    x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu, x ^= x >> 16;
    return x;
}
template <class T> __global__ void random_sums(T *sums, unsigned words) {
    atomicAdd(&sums[mixed(INDEX) % words], T(1 + (INDEX & 1)));
}
template <class T> __global__ void own_sums(T *sums, unsigned words) {
    unsigned lane = INDEX % 32, warp = INDEX / 32, each = words / 32;
    atomicAdd(&sums[(lane * each + mixed(warp) % each + 7 * warp) % words], T(1 + (INDEX & 1)));
}

template <class T> static void measure(const char *type, T *sums) {
    char name[64];
    for (int offset : {0, 4096 + 128, 65536}) { /* words */
        for (unsigned words = 1; words <= 4096; words *= 2) {
            snprintf(name, sizeof name, "random,%s,%d", type, offset);
            launch(name, words, [=] { random_sums<T><<<4096, 256>>>(sums + offset, words); });
            if (words >= 32) {
                snprintf(name, sizeof name, "own,%s,%d", type, offset);
                launch(name, words, [=] { own_sums<T><<<4096, 256>>>(sums + offset, words); });
            }
        }
    }
}

int main(int argc, char **argv) {
    bench_begin(argc, argv);
    void *sums = nullptr;
    cudaMalloc(&sums, 1 << 22);
    cudaMemset(sums, 0, 1 << 22);
    measure("int", (int *)sums);
    measure("float", (float *)sums);
    measure("double", (double *)sums);
    return 0;
}
