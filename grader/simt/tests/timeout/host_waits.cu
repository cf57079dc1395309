// The kernel waits for the host, and the host waits for the kernel: nobody sets the flag.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void wait(const volatile int *flag, int *result)
{
    while (*flag == 0) {
    }
    *result = *flag;
}

int main(void)
{
    volatile int *flag;
    int *result;
    cudaHostAlloc((void **)&flag, sizeof *flag, cudaHostAllocMapped);
    cudaMalloc(&result, sizeof *result);
    *flag = 0;
    wait<<<1, 32>>>(flag, result);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    *flag = 1;
    cudaFreeHost((void *)flag);
    cudaFree(result);
    return 0;
}
