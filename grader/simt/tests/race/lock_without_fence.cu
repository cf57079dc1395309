// A lock of atomics keeps blocks apart, but without fences a block need not see the last one's sum.
// FIXED: Fences hand the sum on.
#include "../hosts.cuh"

#ifdef FIXED
#define FENCE __threadfence()
#else
#define FENCE
#endif

__global__ void count(int *lock, int *sum) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        FENCE;
        *sum += 1;
        FENCE;
        atomicExch(lock, 0);
    }
}

LAUNCH_WITH_ONE_ARRAY(count<<<8, 32>>>(data, data + 1))

/* simt --quiet
done
--
race in kernel count (21 times)
  array in argument 1 (allocated at lock_without_fence.cu:22), element 1
    write   lock_without_fence.cu:16 block 0, thread 0
    read    lock_without_fence.cu:16 block 1, thread 0
  The threads are in different blocks, which run in any order.
  Does a lock guard it? Then put __threadfence() after taking the lock and
  before giving it back. Else use an atomic operation, or split the work into
  two launches.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
