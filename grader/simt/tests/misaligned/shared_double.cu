// Bytes of shared memory are used as doubles from an odd offset.
// FIXED: Bytes of shared memory are used as doubles from an offset of 8 bytes.
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
#ifdef FIXED
    twice<<<1, 32>>>(data, 8);
#else
    twice<<<1, 32>>>(data, 4);
#endif
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(data);
}

/* simt --quiet
failed
--
misaligned access in kernel twice
  8 bytes at an address that is 4 past a multiple of 8
    write   shared_double.cu:10      block 0, thread 0
  The address is not a multiple of the size.
  A wide access needs an address that is a multiple of its size.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
