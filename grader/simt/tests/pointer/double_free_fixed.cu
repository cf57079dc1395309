// The same array is freed once.
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
    int *data;
    cudaMalloc((void **)&data, 1024);
    printf("%s\n", cudaGetErrorName(cudaFree(data)));
    return 0;
}
