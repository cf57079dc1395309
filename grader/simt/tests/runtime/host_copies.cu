// The host copies a value again and again, until the kernel has got so far: the kernel runs, and that is a race.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void work(volatile int *progress)
{
    for (int i = 1; i <= 100; i++)
        *progress = i;
}

int main(void)
{
    int *progress, got = 0;
    cudaStream_t first, second;
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaMalloc(&progress, sizeof *progress);
    cudaMemset(progress, 0, sizeof *progress);
    work<<<1, 1, 0, first>>>(progress);
    while (got < 100) {
        cudaMemcpyAsync(&got, progress, sizeof got, cudaMemcpyDeviceToHost, second);
        cudaStreamSynchronize(second);
    }
    printf("%d\n", got);
    cudaDeviceSynchronize();
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(progress);
    return 0;
}

/* simt --quiet
100
--
race between streams (501 times)
  array of 4 bytes (allocated at host_copies.cu:17), 4 bytes from byte 0 on
    atomic  host_copies.cu:19        kernel work in stream 1
    read    host_copies.cu:21        cudaMemcpyAsync in stream 2
  Nothing makes the second wait for the first: they may run in any order, or at
  the same time.
  Put both in one stream, or record an event after the first (cudaEventRecord)
  and let the second's stream wait for it (cudaStreamWaitEvent).

status 1 */
