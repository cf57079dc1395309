// The last block to take a ticket adds the partial sums but no fence orders the sums before the tickets.
// FIXED: The last block to take a ticket adds the partial sums; a fence orders each sum before its ticket.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCKS = 8, BLOCK = 64 };

__device__ unsigned tickets;
__device__ int result;

__global__ void sum(const int *in, volatile int *partial)
{
    __shared__ int sums[BLOCK];
    __shared__ bool last;
    int tid = threadIdx.x;
    sums[tid] = in[blockIdx.x * BLOCK + tid];
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            sums[tid] += sums[tid + stride];
        __syncthreads();
    }
    if (tid == 0) {
        partial[blockIdx.x] = sums[0];
#ifdef FIXED
        __threadfence();
#endif
        last = atomicAdd(&tickets, 1) == BLOCKS - 1;
    }
    __syncthreads();
    if (last && tid == 0) {
        int total = 0;
        for (int i = 0; i < BLOCKS; i++)
            total += partial[i];
        result = total;
    }
}

int main(void)
{
    static int host[BLOCKS * BLOCK];
    int *in, *partial, total = 0;
    for (int i = 0; i < BLOCKS * BLOCK; i++)
        host[i] = i;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&partial, BLOCKS * sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<BLOCKS, BLOCK>>>(in, partial);
    cudaMemcpyFromSymbol(&total, result, sizeof total);
    printf("%d\n", total);
    cudaFree(in);
    cudaFree(partial);
}

/* simt --quiet
130816
--
race in kernel sum (7 times)
  array in argument 2 (allocated at last_block.cu:46), element 0
    write   last_block.cu:24         block 0, thread 0
    read    last_block.cu:34         block 7, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
/* FIXED: simt --quiet
130816
--
status 0 */
