// Each node takes its first neighbour as parent, if nobody was faster: tested, and then set.
// FIXED: Tested and set in one step.
#include "../hosts.cuh"

__global__ void choose(int *parent) {
    int node = blockIdx.x * blockDim.x + threadIdx.x, next = node / 8;
#ifdef FIXED
    atomicCAS(&parent[next], next, node);
#else
    int known = parent[next];
    bool free = known == next;
    if (free) {
        parent[next] = node;
    }
#endif
}

LAUNCH_WITH_ONE_ARRAY(choose<<<2, 32>>>(data))

/* simt --quiet
done
--
race in kernel choose (64 times)
  array in argument 1 (allocated at test_and_set.cu:18), element 0
    read    test_and_set.cu:10       block 0, thread 7
    write   test_and_set.cu:13       block 0, thread 0
  The threads are in one warp, and no __syncwarp() lies between.
  Is it tested and then set? Others may pass the test, too: do both in one
  step, with atomicCAS() or atomicMax(). Else use an atomic operation, or an
  element for each thread.

race in kernel choose (56 times)
  array in argument 1 (allocated at test_and_set.cu:18), element 0
    write   test_and_set.cu:13       block 0, thread 0
    write   test_and_set.cu:13       block 0, thread 1
  Several threads write different values there, and only one of them stays.
  Is it tested and then set? Others may pass the test, too: do both in one
  step, with atomicCAS() or atomicMax(). Else use an atomic operation, or an
  element for each thread.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
