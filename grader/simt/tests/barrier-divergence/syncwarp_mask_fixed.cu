// On a GPU: not run there, what it does then is undefined.
// Lanes call __syncwarp with a mask that names them all.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void work(int *data)
{
    data[threadIdx.x] += 1;
    __syncwarp(0xffffffff);
}

int main(void)
{
    int host[64], *data;
    for (int i = 0; i < 64; i++)
        host[i] = i;
    cudaMalloc((void **)&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    work<<<1, 64>>>(data);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(data);
    return 0;
}
