// A kernel writes through a null pointer.
// FIXED: A kernel writes through an allocated pointer.
#include "../hosts.cuh"

__global__ void fill(int *out)
{
    out[threadIdx.x] = 1;
}

#ifdef FIXED
#define GIVEN data
#else
#define GIVEN NULL
#endif
LAUNCH_WITH_ONE_ARRAY(fill<<<1, 32>>>(GIVEN))

/* simt --quiet
failed
--
wrong pointer in kernel fill
    write   null.cu:7                block 0, thread 0
  The pointer is null.
  Pass a pointer that cudaMalloc has set, and check its result.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
