// One lane of each warp takes the lock for all of them.
// On a GPU: not run there; older GPUs would never end.
#include <cuda_runtime.h>
#include <stdio.h>

__device__ int taken;

__global__ void work(int *data)
{
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&taken, 0, 1) != 0) {
        }
        __threadfence();
        data[0] += 32;
        __threadfence();
        atomicExch(&taken, 0);
    }
}

int main(void)
{
    int host[64], *data;
    for (int i = 0; i < 64; i++)
        host[i] = i;
    cudaMalloc((void **)&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    work<<<1, 64>>>(data);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(data);
    return 0;
}
