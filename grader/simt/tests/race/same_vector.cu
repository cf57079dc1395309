// Blocks store vectors at the same place, and their last components differ.
// FIXED: Blocks store the same vector at the same place, which is no race.
#include "../hosts.cuh"

__global__ void all(float4 *out, int *flags) {
#ifdef FIXED
    out[threadIdx.x] = make_float4(1, 2, 3, 4);
#else
    out[threadIdx.x] = make_float4(1, 2, 3, (float)blockIdx.x);
#endif
    *(int2 *)flags = make_int2(7, 8);
}

LAUNCH_WITH_ONE_ARRAY(all<<<4, 8>>>((float4 *)data, data + 32))

/* simt --quiet
done
--
race in kernel all (96 times)
  array in argument 1 (allocated at same_vector.cu:14), element 0
    write   same_vector.cu:9         block 0, thread 0
    write   same_vector.cu:9         block 1, thread 0
  The threads are in different blocks, which run in any order.
  Do threads of two blocks have the same index? It needs the block's number,
  too. If both belong to one result, use an atomic operation, or split the work
  into two launches.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
