// Warps of one block hand over through an atomic in shared memory, with a fence before it.
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
        __threadfence_block();
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
    return 0;
}
