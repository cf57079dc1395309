// Threads beyond n return before a barrier that the others wait at.
// FIXED: Threads beyond n skip the work, and come to the barrier.
#include "../hosts.cuh"

__global__ void work(int *data)
{
    __shared__ int copy[64];
    int i = threadIdx.x, n = data[50];
#ifdef FIXED
    if (i < n)
        copy[i] = data[i];
    __syncthreads();
    if (i < n)
        data[i] = copy[n - 1 - i];
#else
    if (i >= n)
        return;
    copy[i] = data[i];
    __syncthreads();
    data[i] = copy[n - 1 - i];
#endif
}

LAUNCH_WITH_ONE_ARRAY(work<<<1, 64>>>(data))

/* simt --quiet
done
--
barrier divergence in kernel work
    waits   early_return.cu:19       block 0, thread 0
  14 of the block's 64 threads ended without reaching this barrier.
  All threads must reach a barrier: put no return before it, no if around it,
  and no loop that some leave earlier.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
