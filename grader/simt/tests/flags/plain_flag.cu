// A warp waits for a flag of another one by a plain read, which the compiler takes out of the loop.
#include "../hosts.cuh"

__global__ void hand_over(int *out)
{
    __shared__ int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        out[threadIdx.x] = threadIdx.x;
        __threadfence_block();
        if (threadIdx.x == 0)
            flag = 1;
    } else {
        while (flag == 0) {
        }
        out[threadIdx.x] = threadIdx.x + 1;
    }
}

LAUNCH_WITH_ONE_ARRAY(hand_over<<<1, 64>>>(data))

/* simt --quiet
done
--
race in kernel hand_over (32 times)
  shared variable flag
    write   plain_flag.cu:14         block 0, thread 0
    read    plain_flag.cu:16         block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Who waits for a flag must read it with an atomic, or declare it volatile: the
  compiler reads a plain one once, before the loop. And a fence must lie
  between the data and the flag.

status 1 */
