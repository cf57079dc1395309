// There is not so much memory, and nobody asks: what follows is named behind its cause.
// FIXED: A program that takes less where there is not so much, whatever the error was; and a pointer that nobody uses.
#include <cstdio>

__global__ void fill(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
}

int main() {
#ifdef FIXED
    float *a = nullptr, *unused = nullptr, host[32] = {};
    size_t bytes = sizeof *a << 38;
    while (cudaMalloc(&a, bytes) != cudaSuccess)
        bytes /= 1024;
    cudaMalloc(&unused, sizeof *a << 38);
#else
    float *a = nullptr, host[32] = {};
    cudaMalloc(&a, sizeof *a << 38);
#endif
    fill<<<1, 32>>>(a, 32);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g\n", host[1]);
    cudaFree(a);
    return 0;
}

/* simt --quiet
0
--
unnoticed error
  cudaMalloc at allocation_unnoticed.cu:20 returned cudaErrorMemoryAllocation:
  1099511627776 bytes were requested, but only 4294967296 are free. The pointer
  does not point to any memory.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

wrong copy
  cudaMemcpy at allocation_unnoticed.cu:23 returned cudaErrorInvalidValue: the
  source is a null pointer. Nothing was copied.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

wrong pointer in kernel fill
    write   allocation_unnoticed.cu:8 block 0, thread 0
  The pointer is null.
  Pass a pointer that cudaMalloc has set, and check its result.

status 1 */
/* FIXED: simt --quiet
1
--
note: failed call
  cudaMalloc at allocation_unnoticed.cu:15 returned cudaErrorMemoryAllocation:
  1099511627776 bytes were requested, but only 4294967296 are free. The pointer
  does not point to any memory.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

note: failed call
  cudaMalloc at allocation_unnoticed.cu:17 returned cudaErrorMemoryAllocation:
  1099511627776 bytes were requested, but only 3221225472 are free. The pointer
  does not point to any memory.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 0 */
