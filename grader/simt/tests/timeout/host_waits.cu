// The kernel waits for the host, and the host waits for the kernel: nobody sets the flag.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void wait(const volatile int *flag, int *result)
{
    while (*flag == 0) {
    }
    *result = *flag;
}

int main(void)
{
    volatile int *flag;
    int *result;
    cudaHostAlloc((void **)&flag, sizeof *flag, cudaHostAllocMapped);
    cudaMalloc(&result, sizeof *result);
    *flag = 0;
    wait<<<1, 32>>>(flag, result);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    *flag = 1;
    cudaFreeHost((void *)flag);
    cudaFree(result);
}

/* simt --quiet
cudaErrorLaunchTimeout
--
endless loop in kernel wait
    stops   host_waits.cu:7          block 0, thread 0
  The threads that still run read the same values again and again, and nothing
  changes them.
  Look for a flag that nobody sets, a lock that nobody releases, or blocks that
  wait for other blocks.

status 1 */
