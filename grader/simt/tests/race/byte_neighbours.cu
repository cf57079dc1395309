// Every thread increments its left neighbour's byte as well as its own.
// FIXED: Every thread writes its own byte only: four threads share a word, and that is no race.
#include "../hosts.cuh"

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

LAUNCH_WITH_ONE_ARRAY(count<<<1, N>>>((unsigned char *)data))

/* simt --quiet
done
--
race in kernel count (64 times)
  shared array bytes, element 63
    write   byte_neighbours.cu:13    block 0, thread 0
    write   byte_neighbours.cu:11    block 0, thread 63
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two writes, or give each thread its own
  element.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
