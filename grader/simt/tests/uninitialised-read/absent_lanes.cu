// Shuffles that take values from lanes that are not there, or went another way.
#include <stdio.h>

__global__ void divergent(int *out)
{
    int i = threadIdx.x, v = i;
    if (i < 16)
        v += __shfl_down_sync(0xffffffff, v, 16);
    out[i] = v;
}

// 48 threads: the second warp is half a warp, whose sum has what 16 lanes that do not exist hold.
__global__ void half_a_warp(int *out)
{
    __shared__ int sums[2];
    int v = threadIdx.x;
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0)
        *out = sums[0] + sums[1];
}

__global__ void early_return(int *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int v = __shfl_xor_sync(0xffffffff, i, 16);
    if (v > 40)
        out[i] = 1;
}

int main(void)
{
    int *out;
    cudaMalloc(&out, 64 * sizeof *out);
    divergent<<<1, 32>>>(out);
    half_a_warp<<<1, 48>>>(out);
    early_return<<<1, 32>>>(out, 20);
    cudaDeviceSynchronize();
    cudaFree(out);
    printf("done\n");
    return 0;
}
