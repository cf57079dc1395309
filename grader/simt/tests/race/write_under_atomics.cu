// A plain write under atomics that are ordered behind it: the atomics of others race with it all the same.
// FIXED: Writes under atomics that everybody who counts is ordered behind.
#include "../hosts.cuh"

#ifdef FIXED
// Each block has a counter of its own.
__global__ void counter_of_one_block(int *total)
{
    if (threadIdx.x == 0)
        total[blockIdx.x] = 0;
    __syncthreads();
    atomicAdd(&total[blockIdx.x], 1);
}

// The counter is ready when the flag says so.
__global__ void flag(int *total, int *ready)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *total = 0;
        __threadfence();
        atomicExch(ready, 1);
    }
    if (threadIdx.x == 0)
        while (atomicAdd(ready, 0) == 0)
            ;
    __threadfence();
#else
// Block 0 sets the counter to zero and waits for itself. The other blocks count before or after that.
__global__ void barrier_of_one_block(int *total)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *total = 0;
#endif
    __syncthreads();
    atomicAdd(total, 1);
}

#ifdef FIXED
// The flag goes from block to block: the third block knows of the first one's write through the second.
__global__ void relay(int *total, int *ready)
{
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0)
            *total = 0;
        else
            while (atomicAdd(&ready[blockIdx.x - 1], 0) == 0)
                ;
        __threadfence();
        atomicAdd(total, 1);
        __threadfence();
        atomicExch(&ready[blockIdx.x], 1);
    }
}

__global__ void shared(int *total)
{
    __shared__ int sum;
    for (int round = 0; round < 2; round++) {
        if (threadIdx.x == 0)
            sum = 0;
        __syncthreads();
        atomicAdd(&sum, 1);
        __syncthreads();
    }
#else
// The writer's warp waits for itself, and the other warp does not.
__global__ void one_warp_waits(int *total)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    if (threadIdx.x < 32)
        __syncwarp();
    atomicAdd(&sum, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        *total = sum;
}

// No wait at all, in shared memory.
__global__ void nobody_waits(int *total)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    atomicAdd(&sum, 1);
    __syncthreads();
#endif
    if (threadIdx.x == 0)
        *total = sum;
}

#ifdef FIXED
int main(void)
{
    int *total, *ready, answer[2];
    cudaMalloc(&total, 2 * sizeof *total);
    cudaMalloc(&ready, 8 * sizeof *ready);
    cudaMemset(ready, 0, 8 * sizeof *ready);
    counter_of_one_block<<<2, 64>>>(total);
    flag<<<2, 64>>>(total, ready);
    relay<<<4, 32>>>(total, ready + 1);
    shared<<<1, 64>>>(total + 1);
    cudaMemcpy(answer, total, sizeof answer, cudaMemcpyDeviceToHost);
    printf("%d %d\n", answer[0], answer[1]);
    cudaFree(total);
    cudaFree(ready);
}
#else
LAUNCH_WITH_ONE_ARRAY(barrier_of_one_block<<<2, 64>>>(data); one_warp_waits<<<1, 64>>>(data);
                      nobody_waits<<<1, 32>>>(data))
#endif

/* simt --quiet
done
--
race in kernel barrier_of_one_block (64 times)
  array in argument 1 (allocated at write_under_atomics.cu:111), element 0
    write   write_under_atomics.cu:32 block 0, thread 0
    atomic  write_under_atomics.cu:35 block 1, thread 0
  One access is atomic, the other is not, and nothing orders them.
  Does the write set a first value? Do so before the launch: by cudaMemset(),
  or in a kernel of its own. Else make both atomic.

race in kernel one_warp_waits (32 times)
  shared variable sum
    write   write_under_atomics.cu:71 block 0, thread 0
    atomic  write_under_atomics.cu:74 block 0, thread 32
  One access is atomic, the other is not, and nothing orders them.
  Put __syncthreads() between the two accesses.

race in kernel nobody_waits (31 times)
  shared variable sum
    write   write_under_atomics.cu:85 block 0, thread 0
    atomic  write_under_atomics.cu:86 block 0, thread 1
  One access is atomic, the other is not, and nothing orders them.
  Lanes need not run in step: put __syncwarp() between the accesses, or
  __syncthreads() if other warps use the data, too.

status 1 */
/* FIXED: simt --quiet
4 64
--
status 0 */
