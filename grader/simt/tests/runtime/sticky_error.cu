// After an illegal access the device is lost: every later call says so.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(int *out)
{
    out[1 << 28] = 1;
}

int main(void)
{
    int *out, *more, host = 0;
    cudaMalloc((void **)&out, 16);
    kernel<<<1, 1>>>(out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    printf("%s\n", cudaGetErrorName(cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost)));
    printf("%s\n", cudaGetErrorName(cudaMalloc((void **)&more, 16)));
    kernel<<<1, 1>>>(out);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    return 0;
}
