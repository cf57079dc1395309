// A flag between blocks, which is an atomic object of one block's scope; and the same inside of a block, where it is right.
// The last block adds what all have published: behind a fence that orders memory for the block's own threads only.
// FIXED: A flag between blocks, which is an atomic object of the device's scope; and one of a block's scope, inside of that
// block. The fence before the ticket orders memory for the whole device.
#include <cuda/atomic>
#include <stdio.h>

template <cuda::thread_scope Scope> struct box {
    cuda::atomic<int, Scope> ready;
    int value;
};
#ifdef FIXED
using wide = box<cuda::thread_scope_device>;
#define FENCE __threadfence()
#else
using wide = box<cuda::thread_scope_block>;
#define FENCE __threadfence_block()
#endif
using narrow = box<cuda::thread_scope_block>;

__global__ void between(wide *b, int *out)
{
    if (blockIdx.x == 0) {
        b->value = 5;
        b->ready.store(1, cuda::memory_order_release);
    } else {
        while (b->ready.load(cuda::memory_order_acquire) == 0) {
        }
        out[0] = b->value;
    }
}

__global__ void inside(narrow *b, int *out)
{
    if (threadIdx.x == 0) {
        b->value = 6;
        b->ready.store(1, cuda::memory_order_release);
    } else if (threadIdx.x == 32) {
        while (b->ready.load(cuda::memory_order_acquire) == 0) {
        }
        out[1] = b->value;
    }
}

__global__ void last_adds(int *part, int *taken, int *out)
{
    if (threadIdx.x == 0) {
        part[blockIdx.x] = 1;
        FENCE;
        if (atomicAdd(taken, 1) == gridDim.x - 1) {
            out[0] += part[0] + part[1];
        }
    }
}

int main(void)
{
    wide *a;
    narrow *b;
    int *out, *counters, result[2];
    cudaMalloc(&a, sizeof *a);
    cudaMalloc(&b, sizeof *b);
    cudaMalloc(&out, sizeof result);
    cudaMalloc(&counters, 3 * sizeof *counters);
    cudaMemset(counters, 0, 3 * sizeof *counters);
    cudaMemset(a, 0, sizeof *a);
    cudaMemset(b, 0, sizeof *b);
    between<<<2, 1>>>(a, out);
    inside<<<1, 64>>>(b, out);
    last_adds<<<2, 32>>>(counters, counters + 2, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d %d\n", result[0], result[1]);
    cudaFree(a);
    cudaFree(b);
    cudaFree(out);
    cudaFree(counters);
}

/* simt --quiet
7 6
--
race in kernel between
  array in argument 1 (allocated at atomic_of_block.cu:61), element 0
    atomic  atomic_of_block.cu:25    block 0, thread 0
    read    atomic_of_block.cu:27    block 1, thread 0
  Both are atomic, but one of them only among the threads of its own block. The
  other access comes from another block.
  Use the operation without _block, or cuda::thread_scope_device: it is atomic
  for all threads of the device.

race in kernel between
  array in argument 1 (allocated at atomic_of_block.cu:61), element 0
    write   atomic_of_block.cu:24    block 0, thread 0
    read    atomic_of_block.cu:29    block 1, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

race in kernel last_adds
  array in argument 1 (allocated at atomic_of_block.cu:64), element 0
    write   atomic_of_block.cu:48    block 0, thread 0
    read    atomic_of_block.cu:51    block 1, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
/* FIXED: simt --quiet
7 6
--
status 0 */
