// A copy that fails, and nobody looks: the program sees the error after a launch that succeeded.
// FIXED: Calls that fail, and the program looks at what they return, or asks at once.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

__constant__ float weights[4];

__global__ void weigh(float *a)
{
    a[threadIdx.x] *= weights[threadIdx.x % 4];
}

static void check(cudaError_t error, const char *what)
{
    if (error != cudaSuccess) {
        printf("%s: %s\n", what, cudaGetErrorString(error));
    }
}

int main(void)
{
#ifdef FIXED
    float some[4] = {1, 2, 3, 4}, *a, *large;
    cudaMalloc(&a, 32 * sizeof *a);
    cudaMemset(a, 0, 32 * sizeof *a);
    check(cudaMemcpyToSymbol(weights, some, sizeof some, 2 * sizeof *some), "copy");
    cudaGetLastError();
    if (cudaMalloc(&large, (size_t)1 << 50) != cudaSuccess) {
        cudaMalloc(&large, 4096);
    }
    cudaMemset(large, 0, 4096);
    cudaGetLastError();
    cudaFuncSetAttribute(weigh, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 30);
    cudaGetLastError();
    cudaFree(large);
#else
    float some[4] = {1, 2, 3, 4}, *a;
    cudaMalloc(&a, 32 * sizeof *a);
    cudaMemset(a, 0, 32 * sizeof *a);
    cudaMemcpyToSymbol(weights, some, sizeof some, 2 * sizeof *some);
#endif
    weigh<<<1, 32>>>(a);
    check(cudaGetLastError(), "weigh");
    cudaDeviceSynchronize();
    cudaFree(a);
}

/* simt --quiet
weigh: invalid argument
--
note: failed call
  cudaMemcpyToSymbol at late_look.cu:41 returned cudaErrorInvalidValue: the
  variable has 16 bytes; 16 bytes from byte 8 on go past its end. Nothing was
  copied.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 0 */
/* FIXED: simt --quiet
copy: invalid argument
--
status 0 */
