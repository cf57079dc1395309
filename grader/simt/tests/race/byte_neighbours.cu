// Every thread increments its left neighbour's byte as well as its own.
// FIXED: Every thread writes its own byte only: four threads share a word, and that is no race.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 64 };

__global__ void count(unsigned char *out)
{
    __shared__ unsigned char bytes[N];
    int i = threadIdx.x;
    bytes[i] = i;
#ifndef FIXED
    bytes[(i + N - 1) % N] = i;
#endif
    __syncthreads();
    out[i] = bytes[i] >= N;
}

int main(void)
{
    unsigned char host[N], *out;
    cudaMalloc((void **)&out, N);
    count<<<1, N>>>(out);
    cudaMemcpy(host, out, N, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[N - 1]);
    cudaFree(out);
}

/* simt --quiet
0 0
--
race in kernel count (64 times)
  shared array bytes, element 63
    write   byte_neighbours.cu:14    block 0, thread 0
    write   byte_neighbours.cu:12    block 0, thread 63
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two writes, or give each thread its own
  element.

status 1 */
/* FIXED: simt --quiet
0 0
--
status 0 */
