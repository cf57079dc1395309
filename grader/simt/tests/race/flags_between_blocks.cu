// Each block waits for the flag of the block before it; the flag is raised without a fence.
// FIXED: Each block waits for the flag of the block before it; the flag is raised behind a fence.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCKS = 4, BLOCK = 64 };

__device__ volatile int ready[BLOCKS];
__device__ int sums[BLOCKS];

__global__ void prefix(const int *in, int *out)
{
    __shared__ int before;
    int tid = threadIdx.x, block = blockIdx.x;
    if (tid == 0) {
        before = 0;
        if (block > 0) {
            while (!ready[block - 1]) {
            }
            before = sums[block - 1];
        }
        int sum = before;
        for (int i = 0; i < BLOCK; i++)
            sum += in[block * BLOCK + i];
        sums[block] = sum;
#ifdef FIXED
        __threadfence();
#endif
        ready[block] = 1;
    }
    __syncthreads();
    out[block * BLOCK + tid] = before;
}

int main(void)
{
    int host[BLOCKS * BLOCK], *in, *out;
    for (int i = 0; i < BLOCKS * BLOCK; i++)
        host[i] = i;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    prefix<<<BLOCKS, BLOCK>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[BLOCKS * BLOCK - 1]);
    cudaFree(in);
    cudaFree(out);
}

/* simt --quiet
18336
--
race in kernel prefix (3 times)
  global array sums, element 0
    write   flags_between_blocks.cu:25 block 0, thread 0
    read    flags_between_blocks.cu:20 block 1, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
/* FIXED: simt --quiet
18336
--
status 0 */
