// A tree reduction with a barrier after every step.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 128 };

__global__ void sum(const int *in, int *out)
{
    __shared__ int sums[N];
    int tid = threadIdx.x;
    sums[tid] = in[tid];
    __syncthreads();
    for (int stride = N / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            sums[tid] += sums[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        *out = sums[0];
}

int main(void)
{
    int host[N], *in, *out, result = 0;
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof *out);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, N>>>(in, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s\n", result == N * (N - 1) / 2 ? "done" : "wrong");
    cudaFree(in);
    cudaFree(out);
    return 0;
}
