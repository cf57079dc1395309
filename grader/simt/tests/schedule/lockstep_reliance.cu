// Warps count on lanes running in step: wrong with lanes apart, whatever the order of blocks.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(int *out)
{
    __shared__ volatile int values[32];
    int lane = threadIdx.x;
    values[lane] = lane;
    values[lane] += values[(lane + 16) % 32];
    out[blockIdx.x * 32 + lane] = values[lane];
}

int main(void)
{
    int host[64], *out;
    cudaMalloc((void **)&out, sizeof host);
    kernel<<<2, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFree(out);
    return 0;
}
