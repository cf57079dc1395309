// A kernel receives a pointer to the host's memory.
// FIXED: A kernel receives a pointer to the device's memory.
#include "../hosts.cuh"


__global__ void fill(int *out)
{
    out[threadIdx.x] = 1;
}

#ifdef FIXED
#define GIVEN data
#else
#define GIVEN host
#endif
LAUNCH_WITH_ONE_ARRAY(fill<<<1, 32>>>(GIVEN))

/* simt --quiet
failed
--
wrong pointer in kernel fill
    write   host_pointer.cu:8        block 0, thread 0
  The pointer points to host memory.
  Pass a device pointer: to a copy of the data (cudaMemcpy), or to mapped
  memory.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
