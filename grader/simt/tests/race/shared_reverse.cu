// Each thread reads a place of the shared array that another warp may not have written yet.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 64 };

__global__ void reverse(int *data)
{
    __shared__ int copy[N];
    int i = threadIdx.x;
    copy[i] = data[i];
    data[i] = copy[N - 1 - i];
}

int main(void)
{
    int host[N], *data;
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMalloc((void **)&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    reverse<<<1, N>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[N - 1]);
    cudaFree(data);
    return 0;
}
