// Every thread writes its sum, but only the thread that takes the ticket fences, and before the barrier.
// FIXED: Every thread writes its sum; the thread that takes the ticket fences for all, after the barrier.
#include "../hosts.cuh"

enum { BLOCKS = 8, BLOCK = 64, N = BLOCKS * BLOCK };

__device__ unsigned tickets;
__device__ float result;

__global__ void sum(const float *in, float *partial)
{
    __shared__ bool last;
    int tid = threadIdx.x;
    partial[blockIdx.x * BLOCK + tid] = 2 * in[blockIdx.x * BLOCK + tid];
#ifdef FIXED
    __syncthreads();
    if (tid == 0) {
        __threadfence();
        last = atomicAdd(&tickets, 1) == BLOCKS - 1;
    }
#else
    if (tid == 0)
        __threadfence();
    __syncthreads();
    if (tid == 0)
        last = atomicAdd(&tickets, 1) == BLOCKS - 1;
#endif
    __syncthreads();
    if (last) {
        float total = 0;
        for (int block = 0; block < BLOCKS; block++)
            total += partial[block * BLOCK + tid];
        atomicAdd(&result, total);
    }
}

LAUNCH_WITH_TWO_ARRAYS(sum<<<BLOCKS, BLOCK>>>(in, out))

/* simt --quiet
copied
--
race in kernel sum (441 times)
  array in argument 2 (allocated at fence_of_one.cu:37), element 1
    write   fence_of_one.cu:14       block 0, thread 1
    read    fence_of_one.cu:32       block 7, thread 1
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
