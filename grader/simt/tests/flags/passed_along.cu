// News that come from one to the next: who reads the data waits for somebody who has waited for the writer, and who in
// the middle raises a flag without a fence.
// FIXED: the middle raises a flag behind a fence.
#include "../hosts.cuh"

#ifdef FIXED
#define PASS_ON __threadfence()
#else
#define PASS_ON
#endif

// Three warps of a block.
__global__ void stages(int *out)
{
    __shared__ int ready[2], value;
    if (threadIdx.x < 2) {
        ready[threadIdx.x] = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        value = 7;
        __threadfence_block();
        atomicExch(&ready[0], 1);
    } else if (threadIdx.x == 32) {
        while (atomicAdd(&ready[0], 0) == 0) {
        }
        PASS_ON;
        atomicExch(&ready[1], 1);
    } else if (threadIdx.x == 64) {
        while (atomicAdd(&ready[1], 0) == 0) {
        }
        __threadfence_block();
        *out = value;
    }
}

// A wave over a square of blocks: each waits for its left and its upper neighbour, and reads what the one between them,
// on the diagonal, has left.
__global__ void wave(int *corner, int *done, int n)
{
    int row = blockIdx.x / n, column = blockIdx.x % n;
    if (threadIdx.x == 0) {
        while (row > 0 && atomicAdd(&done[blockIdx.x - n], 0) == 0) {
        }
        while (column > 0 && atomicAdd(&done[blockIdx.x - 1], 0) == 0) {
        }
        PASS_ON;
    }
    __syncthreads();
    if (threadIdx.x == 31) {
        corner[blockIdx.x] = row > 0 && column > 0 ? corner[blockIdx.x - n - 1] + 1 : 1;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        PASS_ON;
        atomicExch(&done[blockIdx.x], 1);
    }
}

LAUNCH_WITH_ONE_ARRAY(cudaMemset(data + 26, 0, 25 * sizeof *data); stages<<<1, 96>>>(data);
                      wave<<<25, 32>>>(data + 1, data + 26, 5))

/* simt --quiet
done
--
race in kernel stages
  shared variable value
    write   passed_along.cu:21       block 0, thread 0
    read    passed_along.cu:33       block 0, thread 64
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two accesses. Does a flag or a ticket
  announce the write? Then put __threadfence_block() before that instead.

race in kernel wave (16 times)
  array in argument 1 (allocated at passed_along.cu:61), element 1
    write   passed_along.cu:51       block 0, thread 31
    read    passed_along.cu:51       block 6, thread 31
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
