// Threads of one block smooth an array in place, with every read before the barrier and every write after it.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 96 };

__global__ void smooth(float *data)
{
    int i = threadIdx.x;
    float mean = i > 0 && i < N - 1 ? (data[i - 1] + data[i] + data[i + 1]) / 3 : data[i];
    __syncthreads();
    data[i] = mean;
}

int main(void)
{
    float host[N], *data;
    for (int i = 0; i < N; i++)
        host[i] = 3 * i;
    cudaMalloc((void **)&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    smooth<<<1, N>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g %g\n", host[0], host[N - 1]);
    cudaFree(data);
    return 0;
}
