// Each block squeezes its part of an array to the front, in place, and hands on by an atomic where the next one begins. What it
// hands on is made of all that it has read, so the next one may write there.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCKS = 4, BLOCK = 64 };

__device__ int ends[BLOCKS + 1]; // of what is kept, and one more; 0: not known yet

__global__ void keep_even(int *data, int *count)
{
    __shared__ int kept, start;
    int tid = threadIdx.x, block = blockIdx.x;
    if (tid == 0)
        kept = 0;
    __syncthreads();
    int mine = data[block * BLOCK + tid], place = 0;
    if (mine % 2 == 0)
        place = atomicAdd(&kept, 1);
    __syncthreads();
    if (tid == 0) {
        int before = 1;
        if (block > 0)
            while ((before = atomicAdd(&ends[block], 0)) == 0)
                ;
        start = before - 1;
        atomicAdd(&ends[block + 1], before + kept);
        if (block == BLOCKS - 1)
            *count = start + kept;
    }
    __syncthreads();
    if (mine % 2 == 0)
        data[start + place] = mine;
}

int main(void)
{
    int host[BLOCKS * BLOCK], *data, *count, kept, sum = 0;
    for (int i = 0; i < BLOCKS * BLOCK; i++)
        host[i] = i * 7 % 100;
    cudaMalloc((void **)&data, sizeof host);
    cudaMalloc((void **)&count, sizeof kept);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    keep_even<<<BLOCKS, BLOCK>>>(data, count);
    cudaMemcpy(&kept, count, sizeof kept, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < kept; i++)
        sum += host[i];
    printf("%d kept, sum %d\n", kept, sum);
    cudaFree(data);
    cudaFree(count);
    return 0;
}

/* simt --quiet
128 kept, sum 6292
--
status 0 */
