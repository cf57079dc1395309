// The owner reads its element after a neighbour did: the race is with the neighbour, in a block and between two.
#include "../hosts.cuh"

__global__ void shift(int *a) {
    int next = a[threadIdx.x + 1];
    a[threadIdx.x] += next;
}

__global__ void two_blocks(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, seen = 0;
    if (i == 3)
        seen = a[4]; // the racing one
    if (i == 5)
        seen = a[4]; // a barrier orders it before the write
    __syncthreads();
    if (i == 4)
        a[4] = 7;
    a[8 + i] = seen;
}

LAUNCH_WITH_ONE_ARRAY((shift<<<1, 63>>>(data), two_blocks<<<2, 4>>>(data)))

/* simt --quiet
done
--
race in kernel shift (62 times)
  array in argument 1 (allocated at hidden_reader.cu:21), element 32
    read    hidden_reader.cu:5       block 0, thread 31
    write   hidden_reader.cu:6       block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two accesses.

race in kernel two_blocks
  array in argument 1 (allocated at hidden_reader.cu:21), element 4
    read    hidden_reader.cu:12      block 0, thread 3
    write   hidden_reader.cu:17      block 1, thread 0
  The threads are in different blocks, which run in any order.
  Do not write to the array that you read: use a second one, or split the work
  into two launches.

status 1 */
