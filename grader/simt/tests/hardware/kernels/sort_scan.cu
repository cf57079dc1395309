// Sorting and scanning a block at a time in shared memory.
#include "fixture.h"

enum { BLOCK = 256, GRID = 8, N = BLOCK * GRID };

__global__ void bitonic_sort(const unsigned *in, unsigned *out)
{
    __shared__ unsigned keys[BLOCK];
    unsigned tid = threadIdx.x;
    keys[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned size = 2; size <= BLOCK; size *= 2) {
        for (unsigned stride = size / 2; stride > 0; stride /= 2) {
            unsigned other = tid ^ stride;
            if (other > tid) {
                bool ascending = (tid & size) == 0;
                if ((keys[tid] > keys[other]) == ascending) {
                    unsigned key = keys[tid];
                    keys[tid] = keys[other];
                    keys[other] = key;
                }
            }
            __syncthreads();
        }
    }
    out[blockIdx.x * blockDim.x + tid] = keys[tid];
}

__global__ void scan_steps(const unsigned *in, unsigned *out)
{
    __shared__ unsigned sums[2][BLOCK];
    unsigned tid = threadIdx.x, from = 0;
    sums[0][tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned distance = 1; distance < BLOCK; distance *= 2) {
        unsigned to = 1 - from;
        sums[to][tid] = sums[from][tid] + (tid >= distance ? sums[from][tid - distance] : 0);
        from = to;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + tid] = sums[from][tid];
}

__global__ void scan_tree(const unsigned *in, unsigned *out)
{
    __shared__ unsigned sums[BLOCK];
    unsigned tid = threadIdx.x;
    sums[tid] = in[blockIdx.x * blockDim.x + tid];
    for (unsigned stride = 1; stride < BLOCK; stride *= 2) {
        __syncthreads();
        unsigned at = (tid + 1) * stride * 2 - 1;
        if (at < BLOCK)
            sums[at] += sums[at - stride];
    }
    for (unsigned stride = BLOCK / 4; stride > 0; stride /= 2) {
        __syncthreads();
        unsigned at = (tid + 1) * stride * 2 - 1;
        if (at + stride < BLOCK)
            sums[at + stride] += sums[at];
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + tid] = sums[tid];
}

__global__ void odd_even_sort(const unsigned *in, unsigned *out)
{
    __shared__ unsigned keys[BLOCK];
    unsigned tid = threadIdx.x;
    keys[tid] = in[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned round = 0; round < BLOCK; round++) {
        if (tid % 2 == round % 2 && tid + 1 < BLOCK) {
            unsigned left = keys[tid], right = keys[tid + 1];
            if (left > right) {
                keys[tid] = right;
                keys[tid + 1] = left;
            }
        }
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + tid] = keys[tid];
}

__global__ void stencil_1d(const float *in, float *out)
{
    enum { RADIUS = 3 };
    __shared__ float line[BLOCK + 2 * RADIUS];
    unsigned tid = threadIdx.x, at = blockIdx.x * blockDim.x + tid;
    line[tid + RADIUS] = in[at + RADIUS];
    if (tid < RADIUS) {
        line[tid] = in[at];
        line[tid + RADIUS + BLOCK] = in[at + RADIUS + BLOCK];
    }
    __syncthreads();
    float sum = 0.0f;
    for (int offset = -RADIUS; offset <= RADIUS; offset++)
        sum += line[tid + RADIUS + offset];
    out[at] = sum;
}

int main(void)
{
    unsigned *in = device_input<unsigned>(N, 100000);
    float *floats = device_input<float>(N + 6, 256);
    unsigned *out = device_zeros<unsigned>(N);
    bitonic_sort<<<GRID, BLOCK>>>(in, out);
    show("bitonic_sort", out, N);
    scan_steps<<<GRID, BLOCK>>>(in, out);
    show("scan_steps", out, N);
    scan_tree<<<GRID, BLOCK>>>(in, out);
    show("scan_tree", out, N);
    odd_even_sort<<<GRID, BLOCK>>>(in, out);
    show("odd_even_sort", out, N);
    stencil_1d<<<GRID, BLOCK>>>(floats, (float *)out);
    show("stencil_1d", out, N);
    cudaFree(in);
    cudaFree(floats);
    cudaFree(out);
    return 0;
}
