// Launches large enough for several processor cores: with races, atomics, fences, values that were never written,
// barriers, warp operations, blocks that run at the same time, and at last a fault.
#include <cuda_runtime.h>
#include <stdio.h>

__device__ unsigned ticket;

__global__ void neighbours(unsigned *data)
{
    __shared__ unsigned part[256];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < 8; round++) {
        part[threadIdx.x] = data[i];
        part[threadIdx.x] += part[(threadIdx.x + 1) % 256]; /* a barrier is missing */
        __syncthreads();
    }
    data[(i * 3) % 4096] = part[threadIdx.x]; /* blocks meet */
}

__global__ void counted(unsigned *bins, unsigned *out, const unsigned char *bytes)
{
    __shared__ unsigned table[64];
    __shared__ bool last;
    if (threadIdx.x < 64)
        table[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = threadIdx.x; i < 2048; i += blockDim.x)
        atomicAdd(&table[bytes[blockIdx.x * 2048 + i] % 64], 1);
    __syncthreads();
    if (threadIdx.x < 64)
        atomicAdd(&bins[threadIdx.x], table[threadIdx.x]);
    __threadfence();
    if (threadIdx.x == 0)
        last = atomicAdd(&ticket, 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x < 32) {
        unsigned sum = bins[threadIdx.x] + bins[threadIdx.x + 32];
        for (int d = 16; d > 0; d /= 2)
            sum += __shfl_down_sync(~0u, sum, d);
        if (threadIdx.x == 0)
            out[0] = sum;
    }
}

// Much work, and nothing that a block does is another block's concern, but for the sums.
__global__ void far_apart(float *sums, float *result, unsigned *bins)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, state = i;
    float x = 0;
    for (unsigned k = 0; k < 3000; k++) {
        state = state * 1664525 + 1013904223;
        x += (float)(state >> 8) / 16777216;
    }
    result[i] = x;
    atomicAdd(sums, x); // in the order of the blocks, for it is rounded
    atomicAdd(&bins[state % 64], 1u);
}

__global__ void beyond(unsigned *data, unsigned n)
{
    for (unsigned k = 0; k < 64; k++)
        data[(blockIdx.x * blockDim.x + threadIdx.x) % n] += k;
    if (blockIdx.x == gridDim.x - 1)
        data[n + threadIdx.x] = 0;
}

int main(void)
{
    unsigned *data, *bins, *out, answer = 0;
    unsigned char *bytes;
    cudaMalloc((void **)&data, 16384 * sizeof *data);
    cudaMalloc((void **)&bins, 64 * sizeof *bins);
    cudaMalloc((void **)&out, sizeof *out);
    cudaMalloc((void **)&bytes, 64 * 2048);
    cudaMemset(bins, 0, 64 * sizeof *bins);
    cudaMemset(bytes, 7, 60 * 2048); /* the rest is read all the same */
    neighbours<<<64, 256>>>(data);
    counted<<<64, 256>>>(bins, out, bytes);
    cudaMemcpy(&answer, out, sizeof answer, cudaMemcpyDeviceToHost);
    printf("%u\n", answer);
    float *numbers, sum = 0, some[64];
    cudaMalloc((void **)&numbers, (16384 + 1) * sizeof *numbers);
    cudaMemset(numbers, 0, (16384 + 1) * sizeof *numbers);
    far_apart<<<64, 256>>>(numbers, numbers + 1, bins);
    cudaMemcpy(&sum, numbers, sizeof sum, cudaMemcpyDeviceToHost);
    cudaMemcpy(some, numbers + 1 + 16384 - 64, sizeof some, cudaMemcpyDeviceToHost);
    cudaMemcpy(&answer, bins + 63, sizeof answer, cudaMemcpyDeviceToHost);
    printf("%a %a %u\n", sum, some[63], answer);
    cudaFree(numbers);
    beyond<<<64, 256>>>(data, 16384);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
