// Lanes of one warp exchange values through shared memory and rely on running in lockstep.
// FIXED: Lanes of one warp exchange values through shared memory with __syncwarp() between.
#include "../hosts.cuh"

__global__ void exchange(int *out)
{
    __shared__ int values[32];
    int lane = threadIdx.x;
    values[lane] = lane * lane;
#ifdef FIXED
    __syncwarp();
#endif
    out[lane] = values[31 - lane];
}

LAUNCH_WITH_ONE_ARRAY(exchange<<<1, 32>>>(data))

/* simt --quiet
done
--
race in kernel exchange (32 times)
  shared array values, element 31
    write   warp_exchange.cu:9       block 0, thread 31
    read    warp_exchange.cu:13      block 0, thread 0
  The threads are in one warp, and no __syncwarp() lies between.
  Lanes need not run in step: put __syncwarp() between the accesses, or
  __syncthreads() if other warps use the data, too.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
