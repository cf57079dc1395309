// On a GPU: not run there, the program would just crash.
// The host copies the device's memory before it looks at it.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void fill(int *out)
{
    out[threadIdx.x] = 7;
}

int main(void)
{
    int *data, first = 0;
    cudaMalloc((void **)&data, 32 * sizeof *data);
    fill<<<1, 32>>>(data);
    cudaDeviceSynchronize();
    cudaMemcpy(&first, data, sizeof first, cudaMemcpyDeviceToHost);
    printf("%d\n", first);
    cudaFree(data);
    return 0;
}
