// Memory that kernels allocate and free: each part twice.
// FIXED: Memory that kernels allocate and free: each part once.
#include <cuda_runtime.h>
#include <stdio.h>

__device__ int *parts[32];

__global__ void make(void)
{
    parts[threadIdx.x] = (int *)malloc(sizeof(int));
    if (parts[threadIdx.x] != NULL) {
        *parts[threadIdx.x] = threadIdx.x;
    }
}

__global__ void sum(int *out)
{
    atomicAdd(out, *parts[threadIdx.x]);
    free(parts[threadIdx.x]);
#ifndef FIXED
    free(parts[0]);
#endif
}

int main(void)
{
    int *out, result = 0;
    cudaMalloc(&out, sizeof *out);
    cudaMemset(out, 0, sizeof *out);
    make<<<1, 32>>>();
    sum<<<1, 32>>>(out);
    cudaError_t error = cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s %d\n", cudaGetErrorName(error), result);
    cudaFree(out);
}

/* simt --quiet
cudaErrorLaunchFailure 0
--
kernel stopped in kernel sum
    stops   freed_by_kernels.cu:21   block 0, thread 0
  free() was given a pointer that malloc() did not return.
  Free each allocation once, with the pointer that malloc() returned.

status 1 */
/* FIXED: simt --quiet
cudaSuccess 496
--
status 0 */
