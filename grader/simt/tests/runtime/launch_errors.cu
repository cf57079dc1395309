// Launches that CUDA refuses, by name; the device goes on afterwards.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(int *out)
{
    if (out)
        *out = 1;
}

int main(void)
{
    kernel<<<1, 2048>>>(NULL);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    kernel<<<0, 32>>>(NULL);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    kernel<<<1, dim3(1, 1, 65)>>>(NULL);
    printf("%s\n", cudaGetErrorName(cudaPeekAtLastError()));
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    kernel<<<1, 32, 1 << 20>>>(NULL);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    kernel<<<1, 1024>>>(NULL);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}

/* simt --quiet
cudaErrorInvalidConfiguration
cudaErrorInvalidConfiguration
cudaErrorInvalidConfiguration
cudaErrorInvalidConfiguration
cudaErrorInvalidValue
cudaSuccess
no error
--
status 0 */
