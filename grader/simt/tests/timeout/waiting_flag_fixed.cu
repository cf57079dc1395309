// A kernel raises the flag that it waits for.
// On a GPU: not run there, it would never end.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void work(int *data)
{
    volatile int *flag = data;
    if (threadIdx.x == 0)
        *flag = 1;
    __syncthreads();
    while (*flag == 0) {
    }
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
