// Both sides of the if meet at one barrier.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void work(int *data)
{
    __shared__ int copy[64];
    int i = threadIdx.x;
    if (i % 2 == 0) {
        copy[i] = data[i] + 1;
    } else {
        copy[i] = data[i] - 1;
    }
    __syncthreads();
    data[i] = copy[i ^ 1];
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
