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
