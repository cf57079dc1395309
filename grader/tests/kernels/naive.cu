/* Launches kernels/reduction_naive.cu over n elements (an argument). Status 0: the sum is right. */
#include "../../../kernels/reduction.h"
#include "../../../kernels/reduction_naive.cu"

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    const unsigned n = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 10) : 0;
    const unsigned blocks = REDUCTION_GROUPS(n, REDUCTION_WORK_GROUP, 1);
    unsigned *data = (unsigned *)calloc(n + 1, sizeof *data), expected = 0, sum = 0;
    for (unsigned i = 0; i < n; i++) {
        data[i] = i * 2654435761u;
        expected += data[i];
    }
    unsigned *src = NULL, *total = NULL;
    cudaMalloc((void **)&src, (n > 0 ? n : 1) * sizeof *src);
    cudaMalloc((void **)&total, sizeof *total);
    cudaMemcpy(src, data, n * sizeof *src, cudaMemcpyHostToDevice);
    cudaMemset(total, 0, sizeof *total);
    reduce_naive<<<blocks, REDUCTION_WORK_GROUP, REDUCTION_WORK_GROUP * sizeof *src>>>(src, n,
                                                                                       total);
    cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(total);
    cudaFree(src);
    free(data);
    if (sum != expected) {
        fprintf(stderr, "%u instead of %u\n", sum, expected);
    }
    return sum != expected;
}
