// Atomic addition of doubles.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(double *g, double *out)
{
    __shared__ double s[1];
    if (threadIdx.x < 1)
        s[threadIdx.x] = 0.25;
    __syncthreads();
    double v = (double)(threadIdx.x * 37 % 101);
    atomicAdd(&g[0], v);
    atomicAdd(&s[0], v);
    __syncthreads();
    if (threadIdx.x < 1)
        out[threadIdx.x] = s[threadIdx.x];
}

int main(void)
{
    double host[1], *g, *out;
    for (int i = 0; i < 1; i++)
        host[i] = 0.25;
    cudaMalloc((void **)&g, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(g, host, sizeof host, cudaMemcpyHostToDevice);
    kernel<<<1, 96>>>(g, out);
    cudaMemcpy(host, g, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 1; i++)
        printf("%g ", host[i]);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 1; i++)
        printf("%g ", host[i]);
    printf("\n");
    cudaFree(g);
    cudaFree(out);
    return 0;
}

/* simt --quiet
4797.25 4797.25 
--
status 0 */
