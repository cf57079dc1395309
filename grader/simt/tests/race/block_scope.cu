// Blocks count in one table with atomicAdd_block(), in any order of its bins.
// FIXED: atomicAdd_block() in a counter of each block's own; atomicAdd() where blocks meet.
#include <stdio.h>

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

int main() {
#ifdef FIXED
    unsigned *counters, result[5];
    cudaMalloc(&counters, sizeof result);
    cudaMemset(counters, 0, sizeof result);
    count<<<4, 64>>>(counters);
    count<<<4, 64>>>(counters);
    cudaMemcpy(result, counters, sizeof result, cudaMemcpyDeviceToHost);
    printf("%u %u %u\n", result[0], result[1], result[4]);
    cudaFree(counters);
#else
    unsigned *table, result[9];
    cudaMalloc(&table, sizeof result);
    cudaMemset(table, 0, sizeof result);
    count<<<2, 64>>>(table);
    cudaMemcpy(result, table, sizeof result, cudaMemcpyDeviceToHost);
    printf("%u %u\n", result[0], result[8]);
    cudaFree(table);
#endif
}

/* simt --quiet
16 128
--
race in kernel count (8 times)
  array in argument 1 (allocated at block_scope.cu:35), element 0
    atomic  block_scope.cu:18        block 0, thread 56
    atomic  block_scope.cu:18        block 1, thread 0
  Both are atomic, but one of them only among the threads of its own block. The
  other access comes from another block.
  Use the operation without _block, or cuda::thread_scope_device: it is atomic
  for all threads of the device.

race in kernel count
  array in argument 1 (allocated at block_scope.cu:35), element 8
    atomic  block_scope.cu:19        block 0, thread 63
    atomic  block_scope.cu:19        block 1, thread 0
  Both are atomic, but one of them only among the threads of its own block. The
  other access comes from another block.
  Use the operation without _block, or cuda::thread_scope_device: it is atomic
  for all threads of the device.

status 1 */
/* FIXED: simt --quiet
512 128 128
--
status 0 */
