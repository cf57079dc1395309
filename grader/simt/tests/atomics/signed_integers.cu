// Atomics on signed integers.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(int *g, int *out)
{
    __shared__ int s[6];
    if (threadIdx.x < 6)
        s[threadIdx.x] = -3;
    __syncthreads();
    int v = (int)(threadIdx.x * 37 % 101);
    atomicAdd(&g[0], -v);
    atomicAdd(&s[0], -v);
    atomicSub(&g[1], v);
    atomicSub(&s[1], v);
    atomicMin(&g[2], 5 - v);
    atomicMin(&s[2], 5 - v);
    atomicMax(&g[3], v - 60);
    atomicMax(&s[3], v - 60);
    atomicExch(&g[4], -9);
    atomicExch(&s[4], -9);
    atomicCAS(&g[5], -3, -77);
    atomicCAS(&s[5], -3, -77);
    __syncthreads();
    if (threadIdx.x < 6)
        out[threadIdx.x] = s[threadIdx.x];
}

int main(void)
{
    int host[6], *g, *out;
    for (int i = 0; i < 6; i++)
        host[i] = -3;
    cudaMalloc((void **)&g, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(g, host, sizeof host, cudaMemcpyHostToDevice);
    kernel<<<1, 96>>>(g, out);
    cudaMemcpy(host, g, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 6; i++)
        printf("%d ", host[i]);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 6; i++)
        printf("%d ", host[i]);
    printf("\n");
    cudaFree(g);
    cudaFree(out);
    return 0;
}

/* simt --quiet
-4800 -4800 -95 40 -9 -77 -4800 -4800 -95 40 -9 -77 
--
status 0 */
