// A sum is added to a result that nobody has set.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void add(const int *in, int *out)
{
    atomicAdd(out, in[threadIdx.x]);
}

int main(void)
{
    int host[32], *in, *out;
    for (int i = 0; i < 32; i++)
        host[i] = i;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof *out);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    add<<<1, 32>>>(in, out);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(in);
    cudaFree(out);
    return 0;
}
