// printf in a kernel: numbers, strings, widths; one line a thread, in order.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(const char *unused)
{
    printf("thread %d of block %u: %5.2f %s %c %llx %%\n", threadIdx.x, blockIdx.x,
           threadIdx.x * 1.25, threadIdx.x ? "text" : "", 'a' + threadIdx.x, 1ULL << 40);
}

int main(void)
{
    kernel<<<2, 2>>>(NULL);
    cudaDeviceSynchronize();
    printf("host\n");
    return 0;
}

/* simt --quiet
thread 0 of block 0:  0.00  a 10000000000 %
thread 1 of block 0:  1.25 text b 10000000000 %
thread 0 of block 1:  0.00  a 10000000000 %
thread 1 of block 1:  1.25 text b 10000000000 %
host
--
status 0 */
