// Every atomic on 32-bit unsigned integers, in global and shared memory.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(unsigned *g, unsigned *out)
{
    __shared__ unsigned s[11];
    if (threadIdx.x < 11)
        s[threadIdx.x] = 50;
    __syncthreads();
    unsigned v = (unsigned)(threadIdx.x * 37 % 101);
    atomicAdd(&g[0], v);
    atomicAdd(&s[0], v);
    atomicSub(&g[1], v);
    atomicSub(&s[1], v);
    atomicMin(&g[2], v);
    atomicMin(&s[2], v);
    atomicMax(&g[3], v);
    atomicMax(&s[3], v);
    atomicAnd(&g[4], v | 2);
    atomicAnd(&s[4], v | 2);
    atomicOr(&g[5], v);
    atomicOr(&s[5], v);
    atomicXor(&g[6], v);
    atomicXor(&s[6], v);
    atomicInc(&g[7], 70);
    atomicInc(&s[7], 70);
    atomicDec(&g[8], 60);
    atomicDec(&s[8], 60);
    atomicExch(&g[9], 9);
    atomicExch(&s[9], 9);
    atomicCAS(&g[10], 50, 77);
    atomicCAS(&s[10], 50, 77);
    __syncthreads();
    if (threadIdx.x < 11)
        out[threadIdx.x] = s[threadIdx.x];
}

int main(void)
{
    unsigned host[11], *g, *out;
    for (int i = 0; i < 11; i++)
        host[i] = 50;
    cudaMalloc((void **)&g, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(g, host, sizeof host, cudaMemcpyHostToDevice);
    kernel<<<1, 96>>>(g, out);
    cudaMemcpy(host, g, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 11; i++)
        printf("%u ", host[i]);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 11; i++)
        printf("%u ", host[i]);
    printf("\n");
    cudaFree(g);
    cudaFree(out);
    return 0;
}

/* simt --quiet
4847 4294962549 0 100 2 127 113 4 15 9 77 4847 4294962549 0 100 2 127 113 4 15 9 77 
--
status 0 */
