// Atomic addition of floats.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(float *g, float *out)
{
    __shared__ float s[2];
    if (threadIdx.x < 2)
        s[threadIdx.x] = 0.5f;
    __syncthreads();
    float v = (float)(threadIdx.x * 37 % 101);
    atomicAdd(&g[0], v);
    atomicAdd(&s[0], v);
    atomicExch(&g[1], 2.5f);
    atomicExch(&s[1], 2.5f);
    __syncthreads();
    if (threadIdx.x < 2)
        out[threadIdx.x] = s[threadIdx.x];
}

int main(void)
{
    float host[2], *g, *out;
    for (int i = 0; i < 2; i++)
        host[i] = 0.5f;
    cudaMalloc((void **)&g, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(g, host, sizeof host, cudaMemcpyHostToDevice);
    kernel<<<1, 96>>>(g, out);
    cudaMemcpy(host, g, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 2; i++)
        printf("%g ", host[i]);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 2; i++)
        printf("%g ", host[i]);
    printf("\n");
    cudaFree(g);
    cudaFree(out);
    return 0;
}

/* simt --quiet
4797.5 2.5 4797.5 2.5 
--
status 0 */
