// A kernel reads an array before cudaFree.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void twice(const int *in, int *out)
{
    out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main(void)
{
    int *in, *out;
    cudaMalloc((void **)&in, 4 << 20);
    cudaMalloc((void **)&out, 32 * sizeof *out);
    cudaMemset(in, 0, 4 << 20);
    twice<<<1, 32>>>(in, out);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(in);
    cudaFree(out);
    return 0;
}
