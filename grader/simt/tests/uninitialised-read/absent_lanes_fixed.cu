// Shuffles of which some lanes take nothing useful, and then leave it alone.
#include <stdio.h>

__global__ void chosen(int *out)
{
    int i = threadIdx.x, lane = i % 32, lanes = blockDim.x - (i - lane) < 32 ? blockDim.x - (i - lane) : 32, v = i;
    for (int d = 16; d > 0; d /= 2) {
        int other = __shfl_down_sync(0xffffffff, v, d);
        v += lane + d < lanes ? other : 0;
    }
    if (lane == 0)
        out[i / 32] = v;
}

__global__ void branched(int *out, int n)
{
    int i = threadIdx.x, v = i;
    if (i >= n)
        return;
    for (int d = 1; d < 32; d *= 2) {
        int other = __shfl_down_sync(0xffffffff, v, d);
        if (i + d < n && other > v)
            v = other;
    }
    out[i] = v;
}

// The lanes of the upper half compute with nothing, and nobody looks at their results.
__global__ void unused(int *out)
{
    int i = threadIdx.x, v = i;
    if (i < 16) {
        for (int d = 8; d > 0; d /= 2)
            v += __shfl_down_sync(0xffff, v, d, 32);
        if (i == 0)
            *out = v;
    }
}

__global__ void narrow(float *out)
{
    float v = threadIdx.x;
    for (int d = 8; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, d, 16));
    out[threadIdx.x] = v;
}

int main(void)
{
    int answer[2], *out;
    cudaMalloc(&out, 64 * sizeof *out);
    chosen<<<1, 48>>>(out);
    cudaMemcpy(answer, out, sizeof answer, cudaMemcpyDeviceToHost);
    printf("%d %d\n", answer[0], answer[1]);
    branched<<<1, 32>>>(out, 20);
    cudaMemcpy(answer, out, sizeof answer, cudaMemcpyDeviceToHost);
    printf("%d %d\n", answer[0], answer[1]);
    unused<<<1, 32>>>(out);
    narrow<<<1, 48>>>((float *)out);
    cudaDeviceSynchronize();
    cudaFree(out);
    return 0;
}
