// A kernel that waits for the host: what it polls changes from outside.
#include <cuda_runtime.h>
#include <stdio.h>
#include <unistd.h>

__global__ void wait(const volatile int *flag, int *result)
{
    while (flag[0] == 0) {
    }
    *result = flag[1];
}

int main(void)
{
    int *flag, *seen, *result, got = 0;
    cudaHostAlloc(&flag, 2 * sizeof *flag, cudaHostAllocMapped);
    cudaHostGetDevicePointer(&seen, flag, 0);
    flag[0] = flag[1] = 0;
    cudaMalloc(&result, sizeof *result);
    wait<<<1, 1>>>(seen, result);
    usleep(100000);
    __atomic_store_n(&flag[1], 42, __ATOMIC_RELEASE);
    __atomic_store_n(&flag[0], 1, __ATOMIC_RELEASE);
    cudaMemcpy(&got, result, sizeof got, cudaMemcpyDeviceToHost);
    printf("%d\n", got);
    cudaFree(result);
    cudaFreeHost(flag);
    return 0;
}

/* simt --quiet
42
--
status 0 */
