// Three histograms of 65,536 bytes in 256 bins.
#include "fixture.h"

enum { N = 65536, BLOCK = 256, GRID = 16, BINS = 256 };

__global__ void histogram_shared(const unsigned char *data, unsigned n, unsigned *histogram)
{
    __shared__ unsigned table[BINS];
    table[threadIdx.x] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&table[data[i]], 1);
    __syncthreads();
    atomicAdd(&histogram[threadIdx.x], table[threadIdx.x]);
}

__global__ void histogram_global(const unsigned char *data, unsigned n, unsigned *histogram)
{
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&histogram[data[i]], 1);
}

// 32 interleaved tables: lane l owns bank l, so no two lanes of a warp ever meet.
__global__ void histogram_bank_per_lane(const unsigned char *data, unsigned n, unsigned *histogram)
{
    extern __shared__ unsigned tables[];
    unsigned lane = threadIdx.x % 32;
    for (unsigned i = threadIdx.x; i < BINS * 32; i += blockDim.x)
        tables[i] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&tables[data[i] * 32 + lane], 1);
    __syncthreads();
    unsigned sum = 0;
    for (unsigned copy = 0; copy < 32; copy++)
        sum += tables[threadIdx.x * 32 + (copy + threadIdx.x) % 32];
    atomicAdd(&histogram[threadIdx.x], sum);
}

int main(void)
{
    unsigned char *data = device_input<unsigned char>(N, 256);
    unsigned *histogram = device_zeros<unsigned>(BINS);
    histogram_shared<<<GRID, BLOCK>>>(data, N, histogram);
    show("histogram_shared", histogram, BINS);
    must(cudaMemset(histogram, 0, BINS * sizeof *histogram), "cudaMemset");
    histogram_global<<<GRID, BLOCK>>>(data, N, histogram);
    show("histogram_global", histogram, BINS);
    must(cudaMemset(histogram, 0, BINS * sizeof *histogram), "cudaMemset");
    histogram_bank_per_lane<<<GRID, BLOCK, BINS * 32 * sizeof(unsigned)>>>(data, N, histogram);
    show("histogram_bank_per_lane", histogram, BINS);
    cudaFree(data);
    cudaFree(histogram);
    return 0;
}
