// Each block adds to what an earlier launch wrote.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCKS = 4 };

__global__ void chain(int *sums, int block)
{
    if (threadIdx.x == 0 && block > 0)
        sums[block] += sums[block - 1];
}

int main(void)
{
    int host[BLOCKS] = {1, 1, 1, 1}, *sums;
    cudaMalloc((void **)&sums, sizeof host);
    cudaMemcpy(sums, host, sizeof host, cudaMemcpyHostToDevice);
    for (int block = 0; block < BLOCKS; block++)
        chain<<<1, 32>>>(sums, block);
    cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host[BLOCKS - 1] == BLOCKS ? "done" : "wrong");
    cudaFree(sums);
    return 0;
}
