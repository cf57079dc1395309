// The same, and the program compares it: that it does without the kernel is its own affair.
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
    cudaError_t status = cudaLaunchKernel((const void *)fill, dim3(1), dim3(2048), arguments, 0, 0);
    if (status != cudaSuccess)
        printf("refused: %d\n", (int)status);
    cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
    printf("%d\n", first);
    cudaFree(a);
    return 0;
}
