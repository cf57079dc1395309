// A block waits for another by a plain read: the compiler reads once, and the loop never ends. It must not go away.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void wait(int *flag, int *result)
{
    if (blockIdx.x == 0) {
        while (*flag == 0) {
        }
        *result = 7;
    } else {
        *flag = 1;
    }
}

int main(void)
{
    int *memory;
    cudaMalloc(&memory, 2 * sizeof *memory);
    cudaMemset(memory, 0, 2 * sizeof *memory);
    wait<<<2, 1>>>(memory, memory + 1);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    cudaFree(memory);
}

/* simt --quiet --budget 100000
cudaErrorLaunchTimeout
--
endless loop in kernel wait
    stops   plain_flag.cu:8          block 0, thread 0
  The loop does nothing, and has no way out.
  If it waits for what another thread writes: of a plain variable the compiler
  reads the value once, before the loop. Read it with an atomic, or declare it
  volatile.

status 1 */
