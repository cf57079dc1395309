// A block waits for a later one, which takes its turn meanwhile. Data that it leaves before its flag need a fence.
#include <cuda/atomic>
#include "../hosts.cuh"

#ifdef FIXED
#define FENCE __threadfence()
#define ORDER cuda::memory_order_release
#else
#define FENCE
#define ORDER cuda::memory_order_relaxed
#endif

__device__ int ticket, words[3], rows[4][32];
__device__ volatile int flag;
__device__ cuda::atomic<int, cuda::thread_scope_device> announced;

__global__ void by_volatile(int *out)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        while (flag == 0) {
        }
        FENCE;
        *out = words[0];
    } else if (threadIdx.x == 0) {
        words[0] = 1;
        FENCE;
        flag = 1;
    }
}

__global__ void by_atomic(int *out)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        while (atomicAdd(&ticket, 0) == 0) {
        }
        FENCE;
        *out += words[1];
    } else if (threadIdx.x == 0) {
        words[1] = 2;
        FENCE;
        atomicExch(&ticket, 1);
    }
}

__global__ void by_release(int *out)
{
    if (threadIdx.x == 0 && blockIdx.x == 0) {
        while (announced.load(cuda::memory_order_acquire) == 0) {
        }
        *out += words[2];
    } else if (threadIdx.x == 0) {
        words[2] = 4;
        announced.store(1, ORDER);
    }
}

// All wait for all, twice: each reads its neighbour's row, whether it comes before or behind.
__device__ int come;
__global__ void all_wait(int *out)
{
    for (int again = 1; again <= 2; again++) {
        rows[blockIdx.x][threadIdx.x] = again;
        __syncthreads();
        if (threadIdx.x == 0) {
            FENCE;
            atomicAdd(&come, 1);
            while (atomicAdd(&come, 0) < 8 * again - 4) {
            }
            FENCE;
        }
        __syncthreads();
        atomicAdd(out, rows[(blockIdx.x + 1) % 4][threadIdx.x]);
        __syncthreads();
        if (threadIdx.x == 0) {
            FENCE;
            atomicAdd(&come, 1);
            while (atomicAdd(&come, 0) < 8 * again) {
            }
            FENCE;
        }
        __syncthreads();
    }
}

LAUNCH_WITH_ONE_ARRAY(by_volatile<<<2, 32>>>(data); by_atomic<<<2, 32>>>(data); by_release<<<2, 32>>>(data);
                      all_wait<<<4, 32>>>(data))

/* simt --quiet
done
--
race in kernel by_volatile
  global array words, element 0
    write   later_block.cu:25        block 1, thread 0
    read    later_block.cu:23        block 0, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

race in kernel by_atomic
  global array words, element 1
    write   later_block.cu:39        block 1, thread 0
    read    later_block.cu:37        block 0, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

race in kernel by_release
  global array words, element 2
    write   later_block.cu:52        block 1, thread 0
    read    later_block.cu:50        block 0, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

race in kernel all_wait (256 times)
  global array rows, element 0
    write   later_block.cu:62        block 0, thread 0
    read    later_block.cu:72        block 3, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
