// A compare-and-swap that fails only reads: the winner may read the place without an atomic.
#include "../hosts.cuh"

__global__ void winner(int *r) {
    __shared__ int owner;
    if (threadIdx.x == 0)
        owner = -1;
    __syncthreads();
    if (atomicCAS(&owner, -1, (int)threadIdx.x) == -1)
        r[blockIdx.x] = owner;
}

LAUNCH_WITH_ONE_ARRAY(winner<<<2, 64>>>(data))

/* simt --quiet
done
--
status 0 */
