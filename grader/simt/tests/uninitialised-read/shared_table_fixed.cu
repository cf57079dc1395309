// A shared histogram that is set to zero first.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BINS = 32 };

__global__ void histogram(const unsigned char *data, unsigned *out)
{
    __shared__ unsigned table[BINS];
    table[threadIdx.x % BINS] = 0;
    __syncthreads();
    atomicAdd(&table[data[threadIdx.x] % BINS], 1);
    __syncthreads();
    if (threadIdx.x < BINS)
        out[threadIdx.x] = table[threadIdx.x];
}

int main(void)
{
    unsigned char *data;
    unsigned bins[BINS], *out;
    cudaMalloc((void **)&data, 64);
    cudaMalloc((void **)&out, sizeof bins);
    cudaMemset(data, 3, 64);
    histogram<<<1, 64>>>(data, out);
    cudaMemcpy(bins, out, sizeof bins, cudaMemcpyDeviceToHost);
    printf("%s\n", bins[3] >= 64 ? "done" : "wrong");
    cudaFree(data);
    cudaFree(out);
    return 0;
}
