/* Kernels of the families that courses and applications use, for the model of time. Nothing was
 * fitted to the first measurement of them: see README.md. */
#include "arithmetic.cuh"
#include "memory.cuh"
#include "products.cuh"
#include "scans.cuh"
#include "stencils.cuh"

int main() {
    words = drawn<unsigned>(4 * M, 1u << 30);
    more = drawn<unsigned>(4 * M, 1u << 30, 2);
    little = drawn<unsigned>(256 * K, 16, 3);
    counter = drawn<unsigned>(1, 1);
    floats = drawn<float>(4 * M + 64, 1000, 4);
    others = drawn<float>(4 * M + 64, 1000, 5);
    doubles = drawn<double>(M, 1000, 6);
    results = drawn<double>(M, 1000, 7);
    bytes = drawn<byte>(2 * M, 2, 8);
    std::vector<float> taps(64, 0.02f);
    cudaMemcpyToSymbol(weights, taps.data(), sizeof weights);
    scans();
    convolutions();
    arithmetic();
    sorting();
    products();
    histograms();
    latencies();
    copies();
    for (void *memory : {(void *)words, (void *)more, (void *)little, (void *)counter, (void *)floats, (void *)others, (void *)doubles, (void *)results, (void *)bytes}) cudaFree(memory);
    return 0;
}
