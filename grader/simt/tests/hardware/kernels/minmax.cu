// Minimum and maximum of 65,536 doubles: a block kernel, and a finish with compare-and-swap on doubles.
#include "fixture.h"

enum { N = 65536, BLOCK = 256, GRID = 64 };

__global__ void minmax_block(const double *in, unsigned n, double *lows, double *highs)
{
    __shared__ double low[BLOCK], high[BLOCK];
    unsigned tid = threadIdx.x;
    double smallest = in[0], largest = in[0];
    for (unsigned i = blockIdx.x * blockDim.x + tid; i < n; i += blockDim.x * gridDim.x) {
        smallest = fmin(smallest, in[i]);
        largest = fmax(largest, in[i]);
    }
    low[tid] = smallest;
    high[tid] = largest;
    __syncthreads();
    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            low[tid] = fmin(low[tid], low[tid + stride]);
            high[tid] = fmax(high[tid], high[tid + stride]);
        }
        __syncthreads();
    }
    if (tid == 0) {
        lows[blockIdx.x] = low[0];
        highs[blockIdx.x] = high[0];
    }
}

__device__ void atomic_min(double *address, double value)
{
    unsigned long long *bits = (unsigned long long *)address;
    unsigned long long seen = *bits;
    while (value < __longlong_as_double(seen)) {
        unsigned long long before = atomicCAS(bits, seen, __double_as_longlong(value));
        if (before == seen)
            break;
        seen = before;
    }
}

// One thread of one warp at a time, so that the number of tries does not depend on the GPU's timing.
__global__ void minmax_finish_cas(const double *lows, unsigned count, double *result)
{
    if (threadIdx.x == 0)
        for (unsigned i = 0; i < count; i++)
            atomic_min(result, lows[i]);
}

int main(void)
{
    double *in = device_input<double>(N, 1000003);
    double *lows = device_zeros<double>(GRID), *highs = device_zeros<double>(GRID);
    double *result = device_zeros<double>(1), huge = 1e300;
    minmax_block<<<GRID, BLOCK>>>(in, N, lows, highs);
    show("minmax_block", highs, GRID);
    must(cudaMemcpy(result, &huge, sizeof huge, cudaMemcpyHostToDevice), "cudaMemcpy");
    minmax_finish_cas<<<1, 32>>>(lows, GRID, result);
    show("minmax_finish_cas", result, 1);
    cudaFree(in);
    cudaFree(lows);
    cudaFree(highs);
    cudaFree(result);
    return 0;
}
