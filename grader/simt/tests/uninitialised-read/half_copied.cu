// Only half of the input is copied to the device.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 64 };

__global__ void twice(const int *in, int *out)
{
    out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main(void)
{
    int host[N], *in, *out;
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(in, host, sizeof host / 2, cudaMemcpyHostToDevice);
    twice<<<1, N>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[10]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
