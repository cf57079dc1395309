// Lanes of one warp spin on a lock that another lane of the warp holds.
// FIXED: One lane of each warp takes the lock for all of them.
// On a GPU: not run there; older GPUs would never end.
#include "../hosts.cuh"

__device__ int taken;

__global__ void work(int *data)
{
#ifdef FIXED
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&taken, 0, 1) != 0) {
        }
        __threadfence();
        data[0] += 32;
        __threadfence();
        atomicExch(&taken, 0);
    }
#else
    while (atomicCAS(&taken, 0, 1) != 0) {
    }
    data[0] += 1;
    __threadfence();
    atomicExch(&taken, 0);
#endif
}

LAUNCH_WITH_ONE_ARRAY(work<<<1, 64>>>(data))

/* simt --quiet --budget 100000
failed
--
endless loop in kernel work
    stops   spin_lock.cu:20          block 0, thread 3
  The kernel used up its budget of instructions.
  Look for a loop that never ends (does its counter change, and can its type
  hold the bound?), or for blocks that wait for other blocks.

status 1 */
/* FIXED: simt --quiet --budget 100000
done
--
status 0 */
