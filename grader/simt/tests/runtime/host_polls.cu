// The host waits by reading memory, and calls nothing: what it waits for begins all the same.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void answer(volatile int *flag, int *result)
{
    *result = 42;
    __threadfence_system();
    *flag = 1;
}

// Several questions, one launch: the kernel stays, and polls as the host does.
__global__ void serve(volatile int *asked, volatile int *answered, volatile int *value)
{
    for (int round = 1; round <= 3; round++) {
        while (*asked != round) {
        }
        *value = *value * *value;
        __threadfence_system();
        *answered = round;
    }
}

int main(void)
{
    volatile int *flags;
    int *result;
    cudaHostAlloc((void **)&flags, 16 * sizeof *flags, cudaHostAllocMapped);
    cudaMallocManaged(&result, sizeof *result);
    for (int i = 0; i < 16; i++)
        flags[i] = 0;
    answer<<<1, 1>>>(flags, result);
    while (flags[0] == 0) {
    }
    printf("%d\n", *result);

    flags[3] = 3;
    serve<<<1, 1>>>(flags + 1, flags + 2, flags + 3);
    for (int round = 1; round <= 3; round++) {
        flags[1] = round;
        while (flags[2] != round) {
        }
        printf("%d\n", flags[3]);
    }
    cudaDeviceSynchronize();
    cudaFreeHost((void *)flags);
    cudaFree(result);
    return 0;
}

/* simt --quiet
42
9
81
6561
--
status 0 */
