// A copy that fails, and nobody looks: the program sees the error after a launch that succeeded.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

__constant__ float weights[4];

__global__ void weigh(float *a)
{
    a[threadIdx.x] *= weights[threadIdx.x % 4];
}

static void check(cudaError_t error, const char *what)
{
    if (error != cudaSuccess) {
        printf("%s: %s\n", what, cudaGetErrorString(error));
    }
}

int main(void)
{
    float some[4] = {1, 2, 3, 4}, *a;
    cudaMalloc(&a, 32 * sizeof *a);
    cudaMemset(a, 0, 32 * sizeof *a);
    cudaMemcpyToSymbol(weights, some, sizeof some, 2 * sizeof *some);
    weigh<<<1, 32>>>(a);
    check(cudaGetLastError(), "weigh");
    cudaDeviceSynchronize();
    cudaFree(a);
    return 0;
}
