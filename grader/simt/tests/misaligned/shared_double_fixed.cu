// Bytes of shared memory are used as doubles from an offset of 8 bytes.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void twice(double *data, int offset)
{
    __shared__ __align__(8) char bytes[33 * 8];
    double *values = (double *)(bytes + offset);
    values[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = 2 * values[threadIdx.x];
}

int main(void)
{
    double *data;
    cudaMalloc((void **)&data, 32 * sizeof *data);
    cudaMemset(data, 0, 32 * sizeof *data);
    twice<<<1, 32>>>(data, 8);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(data);
    return 0;
}
