// Calls that fail one after the other: what is said of one keeps nothing of the next back.
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
    char *data, host[16];
    cudaMalloc((void **)&data, 64);
    cudaFree(data + 4);
    cudaMemcpy(host, data + 60, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, data, 1000, cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(data);
    cudaFuncSetAttribute((const void *)host, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000);
    printf("done\n");
}

/* simt --quiet
done
--
wrong copy
  cudaMemcpy at one_after_another.cu:10 returned cudaErrorInvalidValue: the
  device array has 4 bytes from there to its end, but 16 were requested.
  Nothing was copied.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

wrong copy
  cudaMemcpy at one_after_another.cu:11 returned cudaErrorInvalidValue: the
  device array has 64 bytes from there to its end, but 1000 were requested.
  Nothing was copied.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

wrong pointer
    call    one_after_another.cu:9
  cudaFree() was given a pointer that is not the start of an allocation.
  Give cudaFree() each pointer from cudaMalloc once, unchanged.

wrong pointer
    call    one_after_another.cu:13
  cudaFree() was given memory that has already been freed.
  Give cudaFree() each pointer from cudaMalloc once, unchanged.

note: failed call
  cudaFuncSetAttribute at one_after_another.cu:14 returned
  cudaErrorInvalidDeviceFunction: invalid device function. Nothing was done.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 1 */
