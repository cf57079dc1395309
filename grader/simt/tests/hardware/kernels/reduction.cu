// The reduction ladder: the same sum, three ways, 65,536 elements in blocks of 256.
#include "fixture.h"

enum { N = 65536, BLOCK = 256, GRID = N / BLOCK };

__global__ void reduce_naive(const unsigned *in, unsigned *out)
{
    __shared__ unsigned sums[BLOCK];
    unsigned tid = threadIdx.x;
    sums[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0)
            sums[tid] += sums[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = sums[0];
}

__global__ void reduce_sequential(const unsigned *in, unsigned *out)
{
    __shared__ unsigned sums[BLOCK];
    unsigned tid = threadIdx.x;
    sums[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            sums[tid] += sums[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = sums[0];
}

__global__ void reduce_syncwarp(const unsigned *in, unsigned *out)
{
    __shared__ unsigned sums[BLOCK];
    unsigned tid = threadIdx.x;
    sums[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            sums[tid] += sums[tid + stride];
        __syncthreads();
    }
    if (tid < 32) {
        unsigned sum = sums[tid] + sums[tid + 32];
        sums[tid] = sum;
        __syncwarp();
        for (unsigned stride = 16; stride > 0; stride /= 2) {
            if (tid < stride)
                sum += sums[tid + stride];
            __syncwarp();
            if (tid < stride)
                sums[tid] = sum;
            __syncwarp();
        }
    }
    if (tid == 0)
        out[blockIdx.x] = sums[0];
}

__global__ void reduce_shuffle(const unsigned *in, unsigned *out)
{
    unsigned sum = in[blockIdx.x * blockDim.x + threadIdx.x];
    for (unsigned offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&out[blockIdx.x], sum);
}

int main(void)
{
    unsigned *in = device_input<unsigned>(N, 256);
    unsigned *out = device_zeros<unsigned>(GRID);
    reduce_naive<<<GRID, BLOCK>>>(in, out);
    show("reduce_naive", out, GRID);
    reduce_sequential<<<GRID, BLOCK>>>(in, out);
    show("reduce_sequential", out, GRID);
    reduce_syncwarp<<<GRID, BLOCK>>>(in, out);
    show("reduce_syncwarp", out, GRID);
    must(cudaMemset(out, 0, GRID * sizeof *out), "cudaMemset");
    reduce_shuffle<<<GRID, BLOCK>>>(in, out);
    show("reduce_shuffle", out, GRID);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
