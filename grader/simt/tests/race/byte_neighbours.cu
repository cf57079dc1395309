// Every thread increments its left neighbour's byte as well as its own.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 64 };

__global__ void count(unsigned char *out)
{
    __shared__ unsigned char bytes[N];
    int i = threadIdx.x;
    bytes[i] = i;
    bytes[(i + N - 1) % N] = i;
    __syncthreads();
    out[i] = bytes[i] >= N;
}

int main(void)
{
    unsigned char host[N], *out;
    cudaMalloc((void **)&out, N);
    count<<<1, N>>>(out);
    cudaMemcpy(host, out, N, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[N - 1]);
    cudaFree(out);
    return 0;
}
