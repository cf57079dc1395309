// The zero comes from the host, before the kernel.
#include <stdio.h>

__global__ void count(int *total)
{
    atomicAdd(total, 1);
}

int main(void)
{
    int *total;
    cudaMalloc(&total, sizeof *total);
    cudaMemset(total, 0, sizeof *total);
    count<<<2, 64>>>(total);
    cudaDeviceSynchronize();
    cudaFree(total);
    printf("done\n");
    return 0;
}
