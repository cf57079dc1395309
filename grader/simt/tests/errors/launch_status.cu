// cudaLaunchKernel returns a status, and nobody compares it: no kernel ever runs.
#include <stdio.h>

__global__ void fill(int *a)
{
    a[threadIdx.x] = 1;
}

int main()
{
    int *a, first;
    void *arguments[] = {&a};
    cudaMalloc(&a, 4096);
    cudaMemset(a, 0, 4096);
    cudaLaunchKernel((const void *)fill, dim3(1), dim3(2048), arguments, 0, 0);
    cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
    printf("%d\n", first);
    cudaFree(a);
    return 0;
}
