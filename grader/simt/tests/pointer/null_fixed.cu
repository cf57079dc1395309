// A kernel writes through an allocated pointer.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void fill(int *out)
{
    out[threadIdx.x] = 1;
}

int main(void)
{
    int *out = NULL;
    cudaMalloc((void **)&out, 32 * sizeof *out);
    fill<<<1, 32>>>(out);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(out);
    return 0;
}
