// A copy on the device carries bytes along that nobody has written.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void twice(const int *in, int *out)
{
    out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main(void)
{
    int *first, *second, *out;
    cudaMalloc((void **)&first, 32 * sizeof *first);
    cudaMalloc((void **)&second, 32 * sizeof *second);
    cudaMalloc((void **)&out, 32 * sizeof *out);
    cudaMemcpy(second, first, 32 * sizeof *first, cudaMemcpyDeviceToDevice);
    twice<<<1, 32>>>(second, out);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(first);
    cudaFree(second);
    cudaFree(out);
    return 0;
}
