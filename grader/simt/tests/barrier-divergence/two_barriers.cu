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

// The second round of one half may come before the first of the other has ended.
__global__ void rounds(int *data)
{
    __shared__ int copy[64];
    int i = threadIdx.x;
    for (int round = 0; round < 2; round++) {
        if (i < 32) {
            __syncthreads();
            copy[i] = round;
        } else {
            copy[i] = round > 0 ? copy[i - 32] : 0;
            __syncthreads();
        }
    }
    data[i] = copy[i];
}

#ifdef FIXED
#define rounds work
#endif
LAUNCH_WITH_ONE_ARRAY(work<<<1, 64>>>(data); rounds<<<1, 64>>>(data))

/* simt --quiet
done
--
barrier divergence in kernel work
    waits   two_barriers.cu:17       block 0, thread 0
    waits   two_barriers.cu:20       block 0, thread 1
  Threads of one block wait at two different barriers.
  All threads must come to the same barriers, equally often: remove the one
  that only some reach, or put it where all come.

barrier divergence in kernel rounds (2 times)
    waits   two_barriers.cu:33       block 0, thread 0
    waits   two_barriers.cu:37       block 0, thread 32
  Threads of one block wait at two different barriers.
  All threads must come to the same barriers, equally often: remove the one
  that only some reach, or put it where all come.

race in kernel rounds (32 times)
  shared array copy, element 0
    write   two_barriers.cu:34       block 0, thread 0
    read    two_barriers.cu:36       block 0, thread 32
  The threads are in one block, and no barrier lies between.
  All threads must come to the same barriers, equally often: remove the one
  that only some reach, or put it where all come.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
