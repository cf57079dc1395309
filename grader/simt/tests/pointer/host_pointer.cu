// A kernel receives a pointer to the host's memory.
#include <cuda_runtime.h>
#include <stdio.h>

#include <stdlib.h>

__global__ void fill(int *out)
{
    out[threadIdx.x] = 1;
}

int main(void)
{
    int *host = (int *)malloc(32 * sizeof *host), *out;
    cudaMalloc((void **)&out, 32 * sizeof *out);
    fill<<<1, 32>>>(host);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(out);
    free(host);
    return 0;
}
