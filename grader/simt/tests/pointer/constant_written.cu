// A kernel writes to constant memory.
#include "../hosts.cuh"

__constant__ int table[4];

__global__ void fill(int *data)
{
    int *to = (int *)table;
    to[threadIdx.x + 2] = data[threadIdx.x];
    table[0] = 1;
    atomicAdd(&table[1], 1); // no back end of clang knows such an atomic operation
}

LAUNCH_WITH_ONE_ARRAY(fill<<<1, 2>>>(data))

/* simt --quiet
failed
--
write to read-only memory in kernel fill
  constant array table, element 2
    write   constant_written.cu:9    block 0, thread 0
  That memory can only be read.
  Let the host set it (cudaMemcpyToSymbol), or write to an array of global or
  shared memory.

status 1 */
