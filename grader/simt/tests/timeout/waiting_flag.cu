// A kernel waits for a flag that nobody raises.
// FIXED: A kernel raises the flag that it waits for.
// On a GPU: not run there, it would never end.
#include "../hosts.cuh"

__global__ void work(int *data)
{
    volatile int *flag = data;
#ifdef FIXED
    if (threadIdx.x == 0)
        *flag = 1;
    __syncthreads();
#endif
    while (*flag == 0) {
    }
}

LAUNCH_WITH_ONE_ARRAY(work<<<1, 64>>>(data))

/* simt --quiet
failed
--
endless loop in kernel work
    stops   waiting_flag.cu:14       block 0, thread 0
  The threads that still run read the same values again and again, and nothing
  changes them.
  Look for a flag that nobody sets, a lock that nobody releases, or blocks that
  wait for other blocks.

status 1 */
/* FIXED: simt --quiet --budget 100000
done
--
status 0 */
