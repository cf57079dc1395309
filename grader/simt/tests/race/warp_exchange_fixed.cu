// Lanes of one warp exchange values through shared memory with __syncwarp() between.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void exchange(int *out)
{
    __shared__ int values[32];
    int lane = threadIdx.x;
    values[lane] = lane * lane;
    __syncwarp();
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
    return 0;
}
