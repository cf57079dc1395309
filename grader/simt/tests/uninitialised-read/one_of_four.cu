// Shared memory that only constant indices reach: the first of four partial sums is there, three are not; a variable of
// which nobody has set anything.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void sum(const float *in, float *out)
{
    __shared__ float part[4];
    float mine = in[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) {
        mine += __shfl_xor_sync(0xffffffff, mine, step);
    }
    if (threadIdx.x == 0) {
        part[0] = mine;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        *out = part[0] + part[1] + part[2] + part[3];
    }
}

__global__ void scale(float *out)
{
    __shared__ float factor;
    *out *= factor;
}

int main(void)
{
    float *in, *out, result;
    cudaMalloc(&in, 128 * sizeof *in);
    cudaMalloc(&out, sizeof *out);
    cudaMemset(in, 0, 128 * sizeof *in);
    sum<<<1, 128>>>(in, out);
    scale<<<1, 1>>>(out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("done\n");
    cudaFree(in);
    cudaFree(out);
    return 0;
}
