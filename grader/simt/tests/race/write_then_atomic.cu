// A counter that one thread sets to zero in the kernel that counts: its own atomic does not hide the write.
#include <stdio.h>

__global__ void count(int *total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *total = 0;
    atomicAdd(total, 1);
}

int main(void)
{
    int *total;
    cudaMalloc(&total, sizeof *total);
    count<<<2, 64>>>(total);
    cudaDeviceSynchronize();
    cudaFree(total);
    printf("done\n");
    return 0;
}
