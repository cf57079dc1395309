// Atomics on 64-bit integers.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(unsigned long long *g, unsigned long long *out)
{
    __shared__ unsigned long long s[8];
    if (threadIdx.x < 8)
        s[threadIdx.x] = 1ULL << 40;
    __syncthreads();
    unsigned long long v = (unsigned long long)(threadIdx.x * 37 % 101);
    atomicAdd(&g[0], v << 33);
    atomicAdd(&s[0], v << 33);
    atomicMin(&g[1], v << 35);
    atomicMin(&s[1], v << 35);
    atomicMax(&g[2], v << 36);
    atomicMax(&s[2], v << 36);
    atomicAnd(&g[3], ~(v << 32));
    atomicAnd(&s[3], ~(v << 32));
    atomicOr(&g[4], v << 30);
    atomicOr(&s[4], v << 30);
    atomicXor(&g[5], v << 20);
    atomicXor(&s[5], v << 20);
    atomicExch(&g[6], 9ULL);
    atomicExch(&s[6], 9ULL);
    atomicCAS(&g[7], 1ULL << 40, 77ULL);
    atomicCAS(&s[7], 1ULL << 40, 77ULL);
    __syncthreads();
    if (threadIdx.x < 8)
        out[threadIdx.x] = s[threadIdx.x];
}

int main(void)
{
    unsigned long long host[8], *g, *out;
    for (int i = 0; i < 8; i++)
        host[i] = 1ULL << 40;
    cudaMalloc((void **)&g, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(g, host, sizeof host, cudaMemcpyHostToDevice);
    kernel<<<1, 96>>>(g, out);
    cudaMemcpy(host, g, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        printf("%llx ", host[i]);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        printf("%llx ", host[i]);
    printf("\n");
    cudaFree(g);
    cudaFree(out);
    return 0;
}

/* simt --quiet
267a00000000 0 64000000000 10000000000 11fc0000000 10004300000 9 4d 267a00000000 0 64000000000 10000000000 11fc0000000 10004300000 9 4d 
--
status 0 */
