// An array is freed at the end.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void fill(int *out)
{
    out[threadIdx.x] = threadIdx.x;
}

int main(void)
{
    int *out, last = 0;
    cudaMalloc((void **)&out, 32 * sizeof *out);
    fill<<<1, 32>>>(out);
    cudaMemcpy(&last, out + 31, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    cudaFree(out);
    return 0;
}
