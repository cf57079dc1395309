// Every thread writes its sum, but only the thread that takes the ticket fences, and before the barrier.
// FIXED: Every thread writes its sum; the thread that takes the ticket fences for all, after the barrier.
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
#ifdef FIXED
    __syncthreads();
    if (tid == 0) {
        __threadfence();
        last = atomicAdd(&tickets, 1) == BLOCKS - 1;
    }
#else
    if (tid == 0)
        __threadfence();
    __syncthreads();
    if (tid == 0)
        last = atomicAdd(&tickets, 1) == BLOCKS - 1;
#endif
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
}

/* simt --quiet
261120
--
race in kernel sum (441 times)
  array in argument 2 (allocated at fence_of_one.cu:47), element 1
    write   fence_of_one.cu:17       block 0, thread 1
    read    fence_of_one.cu:35       block 7, thread 1
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
/* FIXED: simt --quiet
261120
--
status 0 */
