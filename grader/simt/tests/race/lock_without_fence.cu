#ifdef FIXED
/* A lock of atomics keeps blocks apart, and fences hand the sum on. */
#else
/* A lock of atomics keeps blocks apart, but without fences a block need not see the last one's sum.
 */
#endif
#include <stdio.h>

__global__ void count(int *lock, int *sum) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
#ifdef FIXED
        __threadfence();
        *sum += 1;
        __threadfence();
#else
        *sum += 1;
#endif
        atomicExch(lock, 0);
    }
}

int main() {
    int *lock, *sum, result;
    cudaMalloc(&lock, sizeof *lock);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(lock, 0, sizeof *lock);
    cudaMemset(sum, 0, sizeof *sum);
    count<<<8, 32>>>(lock, sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    cudaFree(lock);
    cudaFree(sum);
}

/* simt --quiet
8
--
race in kernel count (21 times)
  array in argument 2 (allocated at lock_without_fence.cu:27), element 0
    write   lock_without_fence.cu:18 block 0, thread 0
    read    lock_without_fence.cu:18 block 1, thread 0
  The threads are in different blocks, which run in any order.
  Does a lock guard it? Then put __threadfence() after taking the lock and
  before giving it back. Else use an atomic operation, or split the work into
  two launches.

status 1 */
/* FIXED: simt --quiet
8
--
status 0 */
