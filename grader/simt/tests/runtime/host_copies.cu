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
