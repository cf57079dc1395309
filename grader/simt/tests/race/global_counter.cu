// Blocks increment one counter with an ordinary addition.
// FIXED: Blocks increment one counter with atomicAdd.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void count(int *counter)
{
    if (threadIdx.x == 0)
#ifdef FIXED
        atomicAdd(counter, 1);
#else
        *counter += 1;
#endif
}

int main(void)
{
    int *counter, host = 0;
    cudaMalloc((void **)&counter, sizeof *counter);
    cudaMemset(counter, 0, sizeof *counter);
    count<<<8, 32>>>(counter);
    cudaMemcpy(&host, counter, sizeof host, cudaMemcpyDeviceToHost);
#ifdef FIXED
    printf("%s\n", host == 8 ? "counted" : "wrong");
#else
    printf("%s\n", host >= 1 ? "counted" : "wrong");
#endif
    cudaFree(counter);
}

/* simt --quiet
counted
--
race in kernel count (21 times)
  array in argument 1 (allocated at global_counter.cu:19), element 0
    write   global_counter.cu:12     block 0, thread 0
    read    global_counter.cu:12     block 1, thread 0
  The threads are in different blocks, which run in any order.
  Use an atomic operation, or give each thread its own element.

status 1 */
/* FIXED: simt --quiet
counted
--
status 0 */
