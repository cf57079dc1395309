// A barrier in a loop that threads leave at different times.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void work(int *data)
{
    __shared__ int total;
    int i = threadIdx.x, count = data[i] % 3 + 1;
    if (i == 0)
        total = 0;
    __syncthreads();
    for (int k = 0; k < count; k++) {
        atomicAdd(&total, k);
        __syncthreads();
    }
    data[i] = i;
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
