// On a GPU: not run there, what it does then is undefined.
// Lanes call __syncwarp with a mask that leaves them out.
// FIXED: Lanes call __syncwarp with a mask that names them all.
#include "../hosts.cuh"

__global__ void work(int *data)
{
    data[threadIdx.x] += 1;
#ifdef FIXED
    __syncwarp(0xffffffff);
#else
    __syncwarp(0x0000ffff);
#endif
}

LAUNCH_WITH_ONE_ARRAY(work<<<1, 64>>>(data))

/* simt --quiet
failed
--
barrier divergence in kernel work
    stops   syncwarp_mask.cu:12      block 0, thread 16
  Lane 16 calls it, but is not in the mask that it passes.
  A lane must be in its own mask: name all lanes that call it (0xffffffff for a
  whole warp), or let only the named ones call it.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
