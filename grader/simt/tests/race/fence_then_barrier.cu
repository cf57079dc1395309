// Every thread writes its sum; after a barrier one of them takes the ticket for all, but nobody fences.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCKS = 8, BLOCK = 64 };

__device__ unsigned tickets;
__device__ int result;

__global__ void sum(const int *in, int *partial)
{
    __shared__ bool last;
    int tid = threadIdx.x, total = 0;
    for (int i = 0; i < 4; i++)
        total += in[(blockIdx.x * 4 + i) * BLOCK + tid];
    partial[blockIdx.x * BLOCK + tid] = total;
    __syncthreads();
    if (tid == 0)
        last = atomicAdd(&tickets, 1) == BLOCKS - 1;
    __syncthreads();
    if (last) {
        total = 0;
        for (int block = 0; block < BLOCKS; block++)
            total += partial[block * BLOCK + tid];
        atomicAdd(&result, total);
    }
}

int main(void)
{
    static int host[BLOCKS * 4 * BLOCK];
    int *in, *partial, total = 0;
    for (int i = 0; i < BLOCKS * 4 * BLOCK; i++)
        host[i] = i % 256;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&partial, BLOCKS * BLOCK * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<BLOCKS, BLOCK>>>(in, partial);
    cudaMemcpyFromSymbol(&total, result, sizeof total);
    printf("%d\n", total);
    cudaFree(in);
    cudaFree(partial);
    return 0;
}
