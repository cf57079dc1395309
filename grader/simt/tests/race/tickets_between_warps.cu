// Warps of one block hand over through an atomic in shared memory, without a fence.
// FIXED: Warps of one block hand over through an atomic in shared memory, with a fence before it.
#include "../hosts.cuh"

__global__ void work(int *out)
{
    __shared__ int sums[2], arrived;
    int warp = threadIdx.x / 32;
    if (threadIdx.x == 0)
        arrived = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        sums[warp] = warp + 10;
#ifdef FIXED
        __threadfence_block();
#endif
        if (atomicAdd(&arrived, 1) == 1)
            *out = sums[0] + sums[1];
    }
}

LAUNCH_WITH_ONE_ARRAY(work<<<1, 64>>>(data))

/* simt --quiet
done
--
race in kernel work
  shared array sums, element 0
    write   tickets_between_warps.cu:13 block 0, thread 0
    read    tickets_between_warps.cu:18 block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two accesses. Does a flag or a ticket
  announce the write? Then put __threadfence_block() before that instead.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
