// Who draws a ticket first is first in the list: the answer depends on the order.
// FIXED: The list is sorted, and a sum of integers is the same in any order.
#include <algorithm>
#include <cstdio>

__global__ void collect(int *list, unsigned *found, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 3 == 0)
        list[atomicAdd(found, 1)] = i;
    atomicAdd(sum, i);
}

int main()
{
    int host[64], *list, *sum, total;
    unsigned *found, count;
    float milliseconds;
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaMalloc(&list, sizeof host);
    cudaMalloc(&found, sizeof *found);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(found, 0, sizeof *found);
    cudaMemset(sum, 0, sizeof *sum);
    cudaEventRecord(begin);
    collect<<<1, 32>>>(list, found, sum);
    cudaEventRecord(end);
    cudaMemcpy(&count, found, sizeof count, cudaMemcpyDeviceToHost);
    cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, list, count * sizeof *host, cudaMemcpyDeviceToHost);
    cudaEventElapsedTime(&milliseconds, begin, end);
#ifdef FIXED
    std::sort(host, host + count);
#endif
    printf("%u found, sum %d%s\n", count, total, milliseconds > 0 ? "" : ", no time");
    printf("%d %d %d\n", host[0], host[1], host[2]);
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    cudaFree(list);
    cudaFree(found);
    cudaFree(sum);
}

/* simt --quiet
11 found, sum 496
0 3 6
--
answer depends on the order
  line 2 of the output
  `0 3 6` with --schedule forward, `30 27 24` with --schedule reverse.
  Nothing decides which thread comes first: let each write to a place of its
  own, and join the results in a fixed order.

status 1 */
/* FIXED: simt --quiet
11 found, sum 496
0 3 6
--
status 0 */
