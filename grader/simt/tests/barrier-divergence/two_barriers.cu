// The two sides of an if each have a barrier of their own.
// FIXED: Both sides of the if meet at one barrier.
#include "../hosts.cuh"

__global__ void work(int *data)
{
    __shared__ int copy[64];
    int i = threadIdx.x;
    if (i % 2 == 0) {
        copy[i] = data[i] + 1;
#ifdef FIXED
    } else {
        copy[i] = data[i] - 1;
    }
    __syncthreads();
#else
        __syncthreads();
    } else {
        copy[i] = data[i] - 1;
        __syncthreads();
    }
#endif
    data[i] = copy[i ^ 1];
}

LAUNCH_WITH_ONE_ARRAY(work<<<1, 64>>>(data))

/* simt --quiet
done
--
barrier divergence in kernel work
    waits   two_barriers.cu:17       block 0, thread 0
    waits   two_barriers.cu:20       block 0, thread 1
  Threads of one block wait at two different barriers.
  All threads must come to the same barriers, equally often: remove the one
  that only some reach, or put it where all come.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
