// Shared memory's 32 banks: strides from 1 to 32 words, and accesses narrower and wider than a word.
#include "fixture.h"

enum { BLOCK = 128, GRID = 8, N = BLOCK * GRID };

__global__ void shared_stride(const unsigned *in, unsigned *out, unsigned stride)
{
    __shared__ unsigned words[BLOCK * 32];
    unsigned tid = threadIdx.x;
    words[tid * stride] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    out[blockIdx.x * blockDim.x + tid] = words[(tid ^ 1) * stride];
}

__global__ void shared_doubles(const double *in, double *out, unsigned stride)
{
    __shared__ double words[BLOCK * 4];
    unsigned tid = threadIdx.x;
    words[tid * stride] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    out[blockIdx.x * blockDim.x + tid] = words[(BLOCK - 1 - tid) * stride];
}

__global__ void shared_float4(const float4 *in, float4 *out, unsigned stride)
{
    __shared__ float4 words[BLOCK * 2];
    unsigned tid = threadIdx.x;
    words[tid * stride] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    out[blockIdx.x * blockDim.x + tid] = words[(tid ^ 5) * stride];
}

__global__ void shared_bytes(const unsigned char *in, unsigned char *out, unsigned stride)
{
    __shared__ unsigned char bytes[BLOCK * 8];
    unsigned tid = threadIdx.x;
    bytes[tid * stride] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    out[blockIdx.x * blockDim.x + tid] = bytes[(tid ^ 3) * stride];
}

// All lanes read one word, then each half-warp its own, then a random one.
__global__ void shared_broadcast(const unsigned *in, unsigned *out)
{
    __shared__ unsigned words[BLOCK];
    unsigned tid = threadIdx.x, value = in[blockIdx.x * blockDim.x + tid];
    words[tid] = value;
    __syncthreads();
    unsigned sum = words[blockIdx.x] + words[tid / 16] + words[value % BLOCK];
    out[blockIdx.x * blockDim.x + tid] = sum;
}

int main(void)
{
    unsigned *in = device_input<unsigned>(4 * N, 1024);
    double *doubles = device_input<double>(N, 1024);
    unsigned *out = device_zeros<unsigned>(4 * N);
    for (unsigned stride = 1; stride <= 32; stride *= 2) {
        shared_stride<<<GRID, BLOCK>>>(in, out, stride);
        show("shared_stride", out, N);
    }
    shared_stride<<<GRID, BLOCK>>>(in, out, 3);
    show("shared_stride", out, N);
    for (unsigned stride = 1; stride <= 4; stride++) {
        shared_doubles<<<GRID, BLOCK>>>(doubles, (double *)out, stride);
        show("shared_doubles", out, 2 * N);
    }
    for (unsigned stride = 1; stride <= 2; stride++) {
        shared_float4<<<GRID, BLOCK>>>((float4 *)in, (float4 *)out, stride);
        show("shared_float4", out, 4 * N);
    }
    for (unsigned stride = 1; stride <= 8; stride *= 2) {
        shared_bytes<<<GRID, BLOCK>>>((unsigned char *)in, (unsigned char *)out, stride);
        show("shared_bytes", out, N / 4);
    }
    shared_broadcast<<<GRID, BLOCK>>>(in, out);
    show("shared_broadcast", out, N);
    cudaFree(in);
    cudaFree(doubles);
    cudaFree(out);
    return 0;
}
