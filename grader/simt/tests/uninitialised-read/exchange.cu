// A table in shared memory, set to zero by atomicExch(), whose result is used.
// FIXED: Tables in shared and in global memory, set to zero by atomicExch() whose result nobody uses.
#include "../hosts.cuh"

enum { BINS = 40 };

__global__ void count(int *table) {
    __shared__ int mine[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
#ifdef FIXED
        atomicExch(&mine[bin], 0);
        atomicExch(&table[bin], 0);
#else
        atomicAdd(&table[BINS], atomicExch(&mine[bin], 0));
#endif
    }
    __syncthreads();
    atomicAdd(&mine[threadIdx.x * 7 % BINS], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        atomicAdd(&table[bin], mine[bin]);
    }
}

LAUNCH_WITH_ONE_ARRAY(count<<<1, 64>>>(data))

/* simt --quiet
done
--
uninitialised read in kernel count (40 times)
  shared array mine, element 0
    atomic  exchange.cu:14           block 0, thread 0
  No thread of this block has written it.
  Shared memory starts undefined: write it first, then put a barrier.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
