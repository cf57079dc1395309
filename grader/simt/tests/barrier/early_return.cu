// Threads without an element return before the barriers of the others: a note, as devices since Volta do not wait for
// them. Who passes a barrier by, in one round of a loop or on the way to other work, is a mistake.
#include "../hosts.cuh"

__global__ void returns(int *data, int n)
{
    __shared__ int sums[64];
    int i = threadIdx.x;
    sums[i] = 0;
    __syncthreads();
    if (i >= n)
        return;
    sums[i] = data[i];
    for (int half = 32; half > 0; half /= 2) {
        __syncthreads();
        if (i < half)
            sums[i] += sums[i + half];
    }
    if (i == 0)
        data[0] = sums[0];
}

__global__ void in_some_rounds(int *data)
{
    for (int half = 32; half > 0; half /= 2)
        if (threadIdx.x < half) {
            atomicAdd(&data[0], 1);
            __syncthreads();
        }
}

__global__ void on_the_way(int *data)
{
    __shared__ int copy[64];
    int i = threadIdx.x;
    if (i < 40) {
        copy[i] = i;
        __syncthreads();
        data[i] = copy[39 - i];
    }
    data[i] += copy[i % 32];
}

LAUNCH_WITH_ONE_ARRAY((returns<<<1, 64>>>(data, 50), in_some_rounds<<<1, 64>>>(data), on_the_way<<<1, 64>>>(data)))

/* simt --quiet
done
--
note: ended before a barrier in kernel returns (6 times)
    waits   early_return.cu:15       block 0, thread 0
  14 of the block's 64 threads ended before this barrier. Devices since Volta
  (2017) do not wait for them; older ones may hang.
  Let all threads reach the barrier: put the work into an if, in place of a
  return.

barrier divergence in kernel in_some_rounds (6 times)
    waits   early_return.cu:28       block 0, thread 0
  32 of the block's 64 threads ended without reaching this barrier.
  All threads must reach a barrier: put no return before it, no if around it,
  and no loop that some leave earlier.

barrier divergence in kernel on_the_way
    waits   early_return.cu:38       block 0, thread 0
  24 of the block's 64 threads ended without reaching this barrier.
  All threads must reach a barrier: put no return before it, no if around it,
  and no loop that some leave earlier.

race in kernel on_the_way (24 times)
  shared array copy, element 8
    write   early_return.cu:37       block 0, thread 8
    read    early_return.cu:41       block 0, thread 40
  The threads are in one block, and no barrier lies between.
  All threads must reach a barrier: put no return before it, no if around it,
  and no loop that some leave earlier.

status 1 */
