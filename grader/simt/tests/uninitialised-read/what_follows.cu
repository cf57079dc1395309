// Values that nobody set decide how often threads reach a barrier, and where one writes.
#include "../hosts.cuh"

__global__ void rounds(int *out)
{
    __shared__ unsigned count[64];
    if (threadIdx.x < 48)
        count[threadIdx.x] = 0;
    __syncthreads();
    unsigned left = count[threadIdx.x] % 4;
    if (left > 0)
        __syncthreads();
    out[threadIdx.x] = left;
}

__global__ void scatter(int *out)
{
    __shared__ int to[64];
    if (threadIdx.x < 48)
        to[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[to[threadIdx.x]] = 2;
}

LAUNCH_WITH_ONE_ARRAY(rounds<<<1, 64>>>(data); scatter<<<1, 64>>>(data))

/* simt --quiet
failed
--
uninitialised read in kernel rounds (16 times)
  shared array count, element 48
    read    what_follows.cu:10       block 0, thread 48
  No thread of this block has written it.
  Behind the barrier 48 of the array's 64 elements are written: which thread
  should write element 48, or is another one meant? Think of edges, and of
  threads without data.

uninitialised read in kernel scatter (16 times)
  shared array to, element 48
    read    what_follows.cu:22       block 0, thread 48
  No thread of this block has written it.
  Behind the barrier 48 of the array's 64 elements are written: which thread
  should write element 48, or is another one meant? Think of edges, and of
  threads without data.

barrier divergence in kernel rounds
    waits   what_follows.cu:12       block 0, thread 48
  48 of the block's 64 threads ended without reaching this barrier.
  All threads must reach a barrier: put no return before it, no if around it,
  and no loop that some leave earlier.

status 1 */
