// Warps of one block hand over through an atomic in shared memory, without a fence.
// FIXED: Warps of one block hand over through an atomic in shared memory, with a fence before it.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void work(int *out)
{
    __shared__ int sums[2], arrived;
    int warp = threadIdx.x / 32;
    if (threadIdx.x == 0)
        arrived = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        sums[warp] = warp + 10;
#ifdef FIXED
        __threadfence_block();
#endif
        if (atomicAdd(&arrived, 1) == 1)
            *out = sums[0] + sums[1];
    }
}

int main(void)
{
    int host = 0, *out;
    cudaMalloc((void **)&out, sizeof *out);
    work<<<1, 64>>>(out);
    cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host);
    cudaFree(out);
}

/* simt --quiet
21
--
race in kernel work
  shared array sums, element 0
    write   tickets_between_warps.cu:14 block 0, thread 0
    read    tickets_between_warps.cu:19 block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two accesses.

status 1 */
/* FIXED: simt --quiet
21
--
status 0 */
