// A shared histogram that starts from whatever the memory held.
// FIXED: A shared histogram that is set to zero first.
#include "../hosts.cuh"

enum { BINS = 32 };

__global__ void histogram(int *data)
{
    __shared__ unsigned table[BINS];
#ifdef FIXED
    table[threadIdx.x % BINS] = 0;
    __syncthreads();
#endif
    atomicAdd(&table[data[threadIdx.x] % BINS], 1);
    __syncthreads();
    if (threadIdx.x < BINS)
        data[threadIdx.x] = table[threadIdx.x];
}

LAUNCH_WITH_ONE_ARRAY(histogram<<<1, 64>>>(data))

/* simt --quiet
done
--
uninitialised read in kernel histogram (32 times)
  shared array table, element 0
    atomic  shared_table.cu:14       block 0, thread 0
  No thread of this block has written it.
  Shared memory starts undefined: write it first, then put a barrier.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
