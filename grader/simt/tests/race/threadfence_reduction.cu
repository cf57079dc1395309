// The one-pass reduction of the manual: the last block reads partial sums that no fence has published.
// FIXED: The one-pass reduction of the manual: all threads of the last block read the partial sums.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCKS = 16, BLOCK = 64 };

__device__ unsigned tickets;

__device__ int block_sum(int value, int *sums)
{
    int tid = threadIdx.x;
    sums[tid] = value;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            sums[tid] += sums[tid + stride];
        __syncthreads();
    }
    return sums[0];
}

__global__ void sum(const int *in, int *partial, int *result)
{
    __shared__ int sums[BLOCK];
    __shared__ bool last;
    int tid = threadIdx.x, total = block_sum(in[blockIdx.x * BLOCK + tid], sums);
    if (tid == 0) {
        partial[blockIdx.x] = total;
#ifdef FIXED
        __threadfence();
#endif
        last = atomicInc(&tickets, BLOCKS - 1) == BLOCKS - 1;
    }
    __syncthreads();
    if (last) {
        int value = tid < BLOCKS ? partial[tid] : 0;
        __syncthreads();
        total = block_sum(value, sums);
        if (tid == 0)
            *result = total;
    }
}

int main(void)
{
    static int host[BLOCKS * BLOCK];
    int *in, *partial, *result, total = 0;
    for (int i = 0; i < BLOCKS * BLOCK; i++)
        host[i] = i;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&partial, BLOCKS * sizeof(int));
    cudaMalloc((void **)&result, sizeof(int));
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int i = 0; i < 2; i++) {
        sum<<<BLOCKS, BLOCK>>>(in, partial, result);
        cudaMemcpy(&total, result, sizeof total, cudaMemcpyDeviceToHost);
        printf("%d\n", total);
    }
    cudaFree(in);
    cudaFree(partial);
    cudaFree(result);
    return 0;
}

/* simt --quiet
523776
523776
--
race in kernel sum (30 times)
  array in argument 2 (allocated at threadfence_reduction.cu:52), element 0
    write   threadfence_reduction.cu:29 block 0, thread 0
    read    threadfence_reduction.cu:37 block 15, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
/* FIXED: simt --quiet
523776
523776
--
status 0 */
