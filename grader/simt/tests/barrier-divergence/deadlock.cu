// A named barrier waits for 64 threads, but only one warp comes.
// FIXED: A named barrier waits for 64 threads, and both warps come.
// On a GPU: not run there, it would never end.
#include "../hosts.cuh"

__global__ void work(int *data)
{
#ifdef FIXED
    if (threadIdx.x < 64)
#else
    if (threadIdx.x < 32)
#endif
        asm volatile("bar.sync 1, 64;" ::: "memory");
    data[threadIdx.x] += 1;
}

LAUNCH_WITH_ONE_ARRAY(work<<<1, 64>>>(data))

/* simt --quiet
failed
--
deadlock in kernel work
    waits   deadlock.cu:13           block 0, thread 0
  32 of the block's 64 threads wait at a barrier that cannot open; 32 have
  ended.
  Bring all threads of the block to the same barriers.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
