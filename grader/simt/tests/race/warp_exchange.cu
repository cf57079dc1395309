// Lanes of one warp exchange values through shared memory and rely on running in lockstep.
// FIXED: Lanes of one warp exchange values through shared memory with __syncwarp() between.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void exchange(int *out)
{
    __shared__ int values[32];
    int lane = threadIdx.x;
    values[lane] = lane * lane;
#ifdef FIXED
    __syncwarp();
#endif
    out[lane] = values[31 - lane];
}

int main(void)
{
    int host[32], *out;
    cudaMalloc((void **)&out, sizeof host);
    exchange<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("done, %d\n", host[31] == 0);
    cudaFree(out);
}

/* simt --quiet
done, 1
--
race in kernel exchange (32 times)
  shared array values, element 31
    write   warp_exchange.cu:10      block 0, thread 31
    read    warp_exchange.cu:14      block 0, thread 0
  The threads are in one warp, and no __syncwarp() lies between.
  Lanes need not run in step: put __syncwarp() between the accesses, or
  __syncthreads() if other warps use the data, too.

status 1 */
/* FIXED: simt --quiet
done, 1
--
status 0 */
