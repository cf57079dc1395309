// cudaLaunchKernel returns a status, and nobody compares it: no kernel ever runs.
// FIXED: The same, and the program compares it: that it does without the kernel is its own affair.
#include <stdio.h>

__global__ void fill(int *a)
{
    a[threadIdx.x] = 1;
}

int main()
{
    int *a, first;
    void *arguments[] = {&a};
    cudaMalloc(&a, 4096);
    cudaMemset(a, 0, 4096);
#ifdef FIXED
    cudaError_t status = cudaLaunchKernel((const void *)fill, dim3(1), dim3(2048), arguments, 0, 0);
    if (status != cudaSuccess)
        printf("refused: %d\n", (int)status);
#else
    cudaLaunchKernel((const void *)fill, dim3(1), dim3(2048), arguments, 0, 0);
#endif
    cudaMemcpy(&first, a, sizeof first, cudaMemcpyDeviceToHost);
    printf("%d\n", first);
    cudaFree(a);
    return 0;
}

/* simt --quiet
0
--
unnoticed error
  cudaLaunchKernel at launch_status.cu:21 returned
  cudaErrorInvalidConfiguration: a block can have at most 1024 threads, but
  2048 were requested. The kernel did not run.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 1 */
/* FIXED: simt --quiet
refused: 9
0
--
status 0 */
