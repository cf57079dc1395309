// The same array is freed twice.
// FIXED: The same array is freed once.
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
    int *data;
    cudaMalloc((void **)&data, 1024);
    printf("%s\n", cudaGetErrorName(cudaFree(data)));
#ifndef FIXED
    printf("%s\n", cudaGetErrorName(cudaFree(data)));
#endif
}

/* simt --quiet
cudaSuccess
cudaErrorInvalidValue
--
wrong pointer
    call    double_free.cu:12
  cudaFree() was given memory that has already been freed.
  Give cudaFree() each pointer from cudaMalloc once, unchanged.

status 1 */
/* FIXED: simt --quiet
cudaSuccess
--
status 0 */
