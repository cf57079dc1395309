// A failing assert() names its condition and line, and stops the device.
#include <cuda_runtime.h>
#include <stdio.h>
#include <assert.h>

__global__ void kernel(int n)
{
    assert((int)threadIdx.x < n);
}

int main(void)
{
    kernel<<<1, 8>>>(8);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    kernel<<<1, 8>>>(5);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

/* simt --quiet
cudaSuccess
cudaErrorAssert
--
kernel stopped in kernel kernel
    stops   device_assert.cu:8       block 0, thread 5
  An assert() failed.
  The condition was false here.

status 1 */
