// A shared-memory histogram whose bins are incremented with ++.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 1024, BINS = 16 };

__global__ void histogram(const unsigned char *data, unsigned *out)
{
    __shared__ unsigned table[BINS];
    if (threadIdx.x < BINS)
        table[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        table[data[i]]++;
    __syncthreads();
    if (threadIdx.x < BINS)
        out[threadIdx.x] = table[threadIdx.x];
}

int main(void)
{
    unsigned char host[N], *data;
    unsigned bins[BINS], *out, most = 0;
    for (int i = 0; i < N; i++)
        host[i] = i * 7 % BINS;
    cudaMalloc((void **)&data, N);
    cudaMalloc((void **)&out, sizeof bins);
    cudaMemcpy(data, host, N, cudaMemcpyHostToDevice);
    histogram<<<1, 128>>>(data, out);
    cudaMemcpy(bins, out, sizeof bins, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BINS; i++)
        most = bins[i] > most ? bins[i] : most;
    printf("%s\n", most <= N / BINS ? "done" : "wrong");
    cudaFree(data);
    cudaFree(out);
    return 0;
}
