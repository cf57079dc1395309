// Pinned memory of the host goes back with cudaFreeHost; and a kernel with more __shared__ memory than a block has cannot run.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void too_large(int *data)
{
    __shared__ int all[20000];
    all[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = all[31 - threadIdx.x];
}

int main(void)
{
    int *data;
    cudaMallocHost(&data, 32 * sizeof *data);
    too_large<<<1, 32>>>(data);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorName(cudaFree(data)));
    cudaFreeHost(data);
    return 0;
}
