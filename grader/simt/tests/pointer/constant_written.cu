// A kernel writes to constant memory, and goes on: the race behind it is found, too.
#include "../hosts.cuh"

__constant__ int table[4];

__global__ void fill(int *data)
{
    int *to = (int *)table;
    to[threadIdx.x + 2] = data[threadIdx.x];
    table[0] = 1;
    data[2] = threadIdx.x;
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

write to read-only memory in kernel fill
  constant array table, element 1
    atomic  constant_written.cu:12   block 0, thread 0
  That memory can only be read.
  Let the host set it (cudaMemcpyToSymbol), or write to an array of global or
  shared memory.

race in kernel fill
  array in argument 1 (allocated at constant_written.cu:15), element 2
    write   constant_written.cu:11   block 0, thread 0
    write   constant_written.cu:11   block 0, thread 1
  Several threads write different values there, and only one of them stays.
  Use an atomic operation, or give each thread its own element.

status 1 */
