// A block waits for a later one, which takes its turn meanwhile. Data that it leaves before its flag need a fence.
#include <cuda/atomic>
#include <cuda_runtime.h>
#include <stdio.h>

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

int main(void)
{
    int *out, result;
    cudaMalloc(&out, sizeof *out);
    by_volatile<<<2, 32>>>(out);
    by_atomic<<<2, 32>>>(out);
    by_release<<<2, 32>>>(out);
    all_wait<<<4, 32>>>(out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    cudaFree(out);
}

/* simt --quiet
391
--
race in kernel by_volatile
  global array words, element 0
    write   later_block.cu:26        block 1, thread 0
    read    later_block.cu:24        block 0, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

race in kernel by_atomic
  global array words, element 1
    write   later_block.cu:40        block 1, thread 0
    read    later_block.cu:38        block 0, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

race in kernel by_release
  global array words, element 2
    write   later_block.cu:53        block 1, thread 0
    read    later_block.cu:51        block 0, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

race in kernel all_wait (256 times)
  global array rows, element 0
    write   later_block.cu:63        block 0, thread 0
    read    later_block.cu:73        block 3, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
/* FIXED: simt --quiet
391
--
status 0 */
