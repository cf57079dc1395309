// A tree reduction that forgets the barrier inside its loop.
// FIXED: A tree reduction with a barrier after every step.
#include "../hosts.cuh"

enum { N = 128 };

__global__ void sum(int *data)
{
    __shared__ int sums[N];
    int tid = threadIdx.x;
    sums[tid] = data[tid % 64];
    __syncthreads();
    for (int stride = N / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            sums[tid] += sums[tid + stride];
#ifdef FIXED
        __syncthreads();
#endif
    }
    if (tid == 0)
        data[0] = sums[0];
}

LAUNCH_WITH_ONE_ARRAY(sum<<<1, N>>>(data))

/* simt --quiet
done
--
race in kernel sum (63 times)
  shared array sums, element 32
    read    reduction_barrier.cu:15  block 0, thread 0
    write   reduction_barrier.cu:15  block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two accesses. If each step has one, look at
  the index: two threads use the same element in one step.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
