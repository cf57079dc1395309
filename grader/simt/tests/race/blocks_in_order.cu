// Each block adds to what the block before it wrote, as if blocks ran in order.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCKS = 4 };

__global__ void chain(int *sums)
{
    int block = blockIdx.x;
    if (threadIdx.x == 0 && block > 0)
        sums[block] += sums[block - 1];
}

int main(void)
{
    int host[BLOCKS] = {1, 1, 1, 1}, *sums;
    cudaMalloc((void **)&sums, sizeof host);
    cudaMemcpy(sums, host, sizeof host, cudaMemcpyHostToDevice);
    chain<<<BLOCKS, 32>>>(sums);
    cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host[BLOCKS - 1] >= 2 ? "done" : "wrong");
    cudaFree(sums);
    return 0;
}
