// The counters of a line belong to the file that the line is in, also where a header's function is called.
#include "header.cuh"
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(const int *data, int *out)
{
    int i = threadIdx.x;
    out[i] = twice(data, i) + data[31 - i];
}

int main(void)
{
    int host[32], *data, *out;
    cudaMalloc((void **)&data, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemset(data, 1, sizeof host);
    kernel<<<1, 32>>>(data, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%08x\n", (unsigned)host[0]);
    cudaFree(data);
    cudaFree(out);
    return 0;
}
