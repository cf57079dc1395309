// A counter is read while other warps still add to it.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void count(const int *in, int *out)
{
    __shared__ int positive;
    if (threadIdx.x == 0)
        positive = 0;
    __syncthreads();
    if (in[threadIdx.x] > 0)
        atomicAdd(&positive, 1);
    if (threadIdx.x == 0)
        *out = positive;
}

int main(void)
{
    int host[64], *in, *out, result = 0;
    for (int i = 0; i < 64; i++)
        host[i] = i % 4 - 1;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof *out);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    count<<<1, 64>>>(in, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s\n", result <= 32 ? "done" : "wrong");
    cudaFree(in);
    cudaFree(out);
    return 0;
}
