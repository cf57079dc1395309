// A barrier in a loop that threads leave at different times.
// FIXED: A barrier in a loop that all threads run equally often.
#include "../hosts.cuh"

__global__ void work(int *data)
{
    __shared__ int total;
#ifdef FIXED
    int i = threadIdx.x, count = data[2] + 1;
#else
    int i = threadIdx.x, count = data[i] % 3 + 1;
#endif
    if (i == 0)
        total = 0;
    __syncthreads();
    for (int k = 0; k < count; k++) {
        atomicAdd(&total, k);
        __syncthreads();
    }
    data[i] = i;
}

LAUNCH_WITH_ONE_ARRAY(work<<<1, 64>>>(data))

/* simt --quiet
done
--
barrier divergence in kernel work (2 times)
    waits   loop_count.cu:18         block 0, thread 1
  22 of the block's 64 threads ended without reaching this barrier.
  All threads must reach a barrier: put no return before it, no if around it,
  and no loop that some leave earlier.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
