// Atomics on global and shared memory: without and with a result, one address or many, 32 and 64 bits.
#include "fixture.h"

enum { BLOCK = 128, GRID = 16, N = BLOCK * GRID };

__global__ void add_same_address(const unsigned *in, unsigned *out)
{
    atomicAdd(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

__global__ void add_spread(const unsigned *in, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&out[in[i] % 97], in[i]);
}

__global__ void max_64_bits(const unsigned *in, unsigned long long *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicMax(&out[i % 48], (unsigned long long)in[i] << 20);
}

__global__ void exchange_returned(const unsigned *in, unsigned *places, unsigned *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = atomicExch(&places[i * 5 % N], in[i]);
}

__global__ void add_float(const float *in, float *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&out[i % 64], in[i]);
}

__global__ void shared_add_varied(const unsigned *in, unsigned *out)
{
    __shared__ unsigned table[32];
    if (threadIdx.x < 32)
        table[threadIdx.x] = 0;
    __syncthreads();
    unsigned value = in[blockIdx.x * blockDim.x + threadIdx.x];
    atomicAdd(&table[value % 8], value);
    __syncthreads();
    if (threadIdx.x < 32)
        out[blockIdx.x * 32 + threadIdx.x] = table[threadIdx.x];
}

__global__ void shared_min_max(const int *in, int *out)
{
    __shared__ int lowest, highest;
    if (threadIdx.x == 0) {
        lowest = 1 << 30;
        highest = -1;
    }
    __syncthreads();
    int value = in[blockIdx.x * blockDim.x + threadIdx.x];
    atomicMin(&lowest, value);
    atomicMax(&highest, value);
    __syncthreads();
    if (threadIdx.x == 0) {
        out[2 * blockIdx.x] = lowest;
        out[2 * blockIdx.x + 1] = highest;
    }
}

// One atomic for a whole warp: votes count the lanes that keep their element.
__global__ void count_with_votes(const unsigned *in, unsigned *out)
{
    unsigned value = in[blockIdx.x * blockDim.x + threadIdx.x];
    unsigned kept = __ballot_sync(0xffffffff, value % 3 == 0);
    if (threadIdx.x % 32 == 0)
        atomicAdd(&out[value % 7], __popc(kept));
}

int main(void)
{
    unsigned *in = device_input<unsigned>(N, 100000);
    float *floats = device_input<float>(N, 256);
    unsigned *out = device_zeros<unsigned>(N), *places = device_zeros<unsigned>(N);
    add_same_address<<<GRID, BLOCK>>>(in, out);
    show("add_same_address", out, 1);
    add_spread<<<GRID, BLOCK>>>(in, out);
    show("add_spread", out, 97);
    max_64_bits<<<GRID, BLOCK>>>(in, (unsigned long long *)out);
    show("max_64_bits", out, 96);
    exchange_returned<<<GRID, BLOCK>>>(in, places, out);
    show("exchange_returned", out, N);
    must(cudaMemset(out, 0, N * sizeof *out), "cudaMemset");
    add_float<<<GRID, BLOCK>>>(floats, (float *)out);
    show("add_float", out, 64);
    shared_add_varied<<<GRID, BLOCK>>>(in, out);
    show("shared_add_varied", out, GRID * 32);
    shared_min_max<<<GRID, BLOCK>>>((int *)in, (int *)out);
    show("shared_min_max", out, 2 * GRID);
    must(cudaMemset(out, 0, N * sizeof *out), "cudaMemset");
    count_with_votes<<<GRID, BLOCK>>>(in, out);
    show("count_with_votes", out, 7);
    cudaFree(in);
    cudaFree(floats);
    cudaFree(out);
    cudaFree(places);
    return 0;
}
