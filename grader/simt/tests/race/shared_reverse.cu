// Each thread reads a place of the shared array that another warp may not have written yet.
// FIXED: The barrier between the writes and the reads makes the reversal right.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 64 };

__global__ void reverse(int *data)
{
    __shared__ int copy[N];
    int i = threadIdx.x;
    copy[i] = data[i];
#ifdef FIXED
    __syncthreads();
#endif
    data[i] = copy[N - 1 - i];
}

int main(void)
{
    int host[N], *data;
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMalloc((void **)&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    reverse<<<1, N>>>(data);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[N - 1]);
    cudaFree(data);
}

/* simt --quiet
-437918235 0
--
race in kernel reverse (64 times)
  shared array copy, element 32
    read    shared_reverse.cu:16     block 0, thread 31
    write   shared_reverse.cu:12     block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two accesses.

status 1 */
/* FIXED: simt --quiet
63 0
--
status 0 */
