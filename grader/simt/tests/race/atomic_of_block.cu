// A flag between blocks, which is an atomic object of one block's scope; and the same inside of a block, where it is right.
// FIXED: A flag between blocks, which is an atomic object of the device's scope; and one of a block's scope, inside of that block.
#include <cuda/atomic>
#include <stdio.h>

template <cuda::thread_scope Scope> struct box {
    cuda::atomic<int, Scope> ready;
    int value;
};
#ifdef FIXED
using wide = box<cuda::thread_scope_device>;
#else
using wide = box<cuda::thread_scope_block>;
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

int main(void)
{
    wide *a;
    narrow *b;
    int *out, result[2];
    cudaMalloc(&a, sizeof *a);
    cudaMalloc(&b, sizeof *b);
    cudaMalloc(&out, sizeof result);
    cudaMemset(a, 0, sizeof *a);
    cudaMemset(b, 0, sizeof *b);
    between<<<2, 1>>>(a, out);
    inside<<<1, 64>>>(b, out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d %d\n", result[0], result[1]);
    cudaFree(a);
    cudaFree(b);
    cudaFree(out);
}

/* simt --quiet
5 6
--
race in kernel between
  array in argument 1 (allocated at atomic_of_block.cu:46), byte 0
    atomic  atomic_of_block.cu:21    block 0, thread 0
    read    atomic_of_block.cu:23    block 1, thread 0
  Both are atomic, but one of them only among the threads of its own block. The
  other access comes from another block.
  Use the operation without _block, or cuda::thread_scope_device: it is atomic
  for all threads of the device.

race in kernel between
  array in argument 1 (allocated at atomic_of_block.cu:46), byte 4
    write   atomic_of_block.cu:20    block 0, thread 0
    read    atomic_of_block.cu:25    block 1, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
/* FIXED: simt --quiet
5 6
--
status 0 */
