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

// A plain store gives the lock back: the machine may write it before the sum.
__global__ void free_plainly(int *lock, int *sum) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
        *sum += 1;
#ifdef FIXED
        __threadfence();
        atomicExch(lock, 0);
#else
        *lock = 0;
#endif
    }
}

// The sum is read where the lock is not held.
__global__ void look(int *lock, int *sum, int *seen) {
    __shared__ int most;
    most = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicExch(lock, 1) != 0) {
        }
        __threadfence();
        most = *sum;
        __threadfence();
        atomicExch(lock, 0);
    }
#ifdef FIXED
    __syncthreads();
#endif
    seen[threadIdx.x] = most;
}

LAUNCH_WITH_ONE_ARRAY(count<<<8, 32>>>(data, data + 1);
                      free_plainly<<<4, 32>>>(data, data + 1); look<<<1, 62>>>(data, data + 1, data + 2))

/* simt --quiet
done
--
race in kernel count (21 times)
  array in argument 1 (allocated at lock_without_fence.cu:58), element 1
    write   lock_without_fence.cu:16 block 0, thread 0
    read    lock_without_fence.cu:16 block 1, thread 0
  The threads are in different blocks, which run in any order.
  Does a lock guard it? Then put __threadfence() after taking the lock and
  before giving it back.

race in kernel free_plainly (3 times)
  array in argument 1 (allocated at lock_without_fence.cu:58), element 0
    write   lock_without_fence.cu:33 block 0, thread 0
    atomic  lock_without_fence.cu:25 block 1, thread 0
  One access is atomic, the other is not, and nothing orders them.
  Does the write give a lock back? Do so by atomicExch(), and put
  __threadfence() before it, and after taking the lock.

race in kernel free_plainly (9 times)
  array in argument 1 (allocated at lock_without_fence.cu:58), element 1
    write   lock_without_fence.cu:28 block 0, thread 0
    read    lock_without_fence.cu:28 block 1, thread 0
  The threads are in different blocks, which run in any order.
  Does a lock guard it? Then put __threadfence() after taking the lock and
  before giving it back.

race in kernel look (60 times)
  shared variable most
    write   lock_without_fence.cu:47 block 0, thread 0
    read    lock_without_fence.cu:54 block 0, thread 1
  The threads are in one warp, and no __syncwarp() lies between.
  Does a lock guard it? Not all of these accesses lie inside: take the lock for
  each. Where nobody can write any more, as behind __syncthreads(), none is
  needed.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
