// Threads beyond n return before a barrier that the others wait at.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void work(int *data)
{
    __shared__ int copy[64];
    int i = threadIdx.x, n = data[50];
    if (i >= n)
        return;
    copy[i] = data[i];
    __syncthreads();
    data[i] = copy[n - 1 - i];
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
