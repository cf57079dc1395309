// Blocks count in one table with atomicAdd_block(), in any order of its bins.
// FIXED: atomicAdd_block() in a counter of each block's own; atomicAdd() where blocks meet.
#include "../hosts.cuh"

#ifdef FIXED
__global__ void count(unsigned *counters) {
    __shared__ unsigned mine;
    if (threadIdx.x == 0)
        mine = 0;
    __syncthreads();
    atomicAdd_block(&mine, 1);
    atomicAdd_block(&counters[1 + blockIdx.x], 1);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(&counters[0], mine);
#else
__global__ void count(unsigned *table) {
    atomicAdd_block(&table[threadIdx.x * 5 % 8], 1);
    atomicAdd_block(&table[8], 1);
#endif
}

LAUNCH_WITH_ONE_ARRAY(count<<<4, 64>>>((unsigned *)data))

/* simt --quiet
done
--
race in kernel count (24 times)
  array in argument 1 (allocated at block_scope.cu:23), element 0
    atomic  block_scope.cu:18        block 0, thread 56
    atomic  block_scope.cu:18        block 1, thread 0
  Both are atomic, but one of them only among the threads of its own block. The
  other access comes from another block.
  Use the operation without _block, or cuda::thread_scope_device: it is atomic
  for all threads of the device.

race in kernel count (3 times)
  array in argument 1 (allocated at block_scope.cu:23), element 8
    atomic  block_scope.cu:19        block 0, thread 63
    atomic  block_scope.cu:19        block 1, thread 0
  Both are atomic, but one of them only among the threads of its own block. The
  other access comes from another block.
  Use the operation without _block, or cuda::thread_scope_device: it is atomic
  for all threads of the device.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
