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

/* simt --quiet
cudaErrorIllegalAddress
cudaErrorIllegalAddress
cudaErrorIllegalAddress
cudaErrorIllegalAddress
--
out of bounds in kernel kernel
  array in argument 1 (allocated at sticky_error.cu:13), element 268435456
    write   sticky_error.cu:7        block 0, thread 0
  That is past the array's end: it has 4 elements of 4 bytes.
  Test the index against the array's length first.

status 1 */
