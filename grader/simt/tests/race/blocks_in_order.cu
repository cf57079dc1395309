// Each block adds to what the block before it wrote, as if blocks ran in order.
// FIXED: Each block adds to what an earlier launch wrote.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCKS = 4 };

#ifdef FIXED
__global__ void chain(int *sums, int block)
{
#else
__global__ void chain(int *sums)
{
    int block = blockIdx.x;
#endif
    if (threadIdx.x == 0 && block > 0)
        sums[block] += sums[block - 1];
}

int main(void)
{
    int host[BLOCKS] = {1, 1, 1, 1}, *sums;
    cudaMalloc((void **)&sums, sizeof host);
    cudaMemcpy(sums, host, sizeof host, cudaMemcpyHostToDevice);
#ifdef FIXED
    for (int block = 0; block < BLOCKS; block++)
        chain<<<1, 32>>>(sums, block);
    cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host[BLOCKS - 1] == BLOCKS ? "done" : "wrong");
#else
    chain<<<BLOCKS, 32>>>(sums);
    cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host[BLOCKS - 1] >= 2 ? "done" : "wrong");
#endif
    cudaFree(sums);
    return 0;
}

/* simt --quiet
done
--
race in kernel chain (2 times)
  array in argument 1 (allocated at blocks_in_order.cu:23), element 1
    write   blocks_in_order.cu:17    block 1, thread 0
    read    blocks_in_order.cu:17    block 2, thread 0
  The threads are in different blocks, which run in any order.
  Do not write to the array that you read: use a second one, or split the work
  into two launches.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
