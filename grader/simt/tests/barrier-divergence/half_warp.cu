// Only half of each warp comes to the barrier.
// FIXED: All threads come to the barrier.
#include "../hosts.cuh"

__global__ void work(int *data)
{
    __shared__ int copy[64];
    int i = threadIdx.x;
    copy[i] = data[i];
    if (i % 32 < 16) {
        copy[i] *= 2;
#ifdef FIXED
    }
    __syncthreads();
#else
        __syncthreads();
    }
#endif
    data[i] = copy[i];
}

LAUNCH_WITH_ONE_ARRAY(work<<<1, 64>>>(data))

/* simt --quiet
done
--
barrier divergence in kernel work
    waits   half_warp.cu:16          block 0, thread 0
  32 of the block's 64 threads ended without reaching this barrier.
  All threads must reach a barrier: put no return before it, no if around it,
  and no loop that some leave earlier.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
