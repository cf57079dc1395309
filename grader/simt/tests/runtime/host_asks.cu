// The host asks whether work is done, and goes on meanwhile: the kernel waits for what it does then.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void wait(const volatile int *flag, int *result)
{
    while (*flag < 3) {
    }
    *result = *flag;
}

int main(void)
{
    volatile int *flag;
    int *result, got = 0;
    cudaStream_t first;
    cudaEvent_t done;
    cudaStreamCreate(&first);
    cudaEventCreate(&done);
    cudaHostAlloc((void **)&flag, sizeof *flag, cudaHostAllocMapped);
    cudaMalloc(&result, sizeof *result);

    *flag = 0;
    wait<<<1, 32, 0, first>>>(flag, result);
    while (cudaStreamQuery(first) == cudaErrorNotReady)
        *flag = *flag + 1;
    cudaMemcpy(&got, result, sizeof got, cudaMemcpyDeviceToHost);
    printf("%d\n", got >= 3);

    *flag = 0;
    wait<<<1, 32, 0, first>>>(flag, result);
    cudaEventRecord(done, first);
    while (cudaEventQuery(done) == cudaErrorNotReady)
        *flag = *flag + 1;
    cudaMemcpy(&got, result, sizeof got, cudaMemcpyDeviceToHost);
    printf("%d\n", got >= 3);

    cudaDeviceSynchronize();
    cudaStreamDestroy(first);
    cudaEventDestroy(done);
    cudaFreeHost((void *)flag);
    cudaFree(result);
    return 0;
}

/* simt --quiet
1
1
--
status 0 */
