// Bytes of shared memory are used as doubles from an odd offset.
// FIXED: Bytes of shared memory are used as doubles from an offset of 8 bytes.
#include "../hosts.cuh"

#ifdef FIXED
#define OFFSET 8
#else
#define OFFSET 4
#endif

__global__ void twice(double *data)
{
    __shared__ __align__(8) char bytes[33 * 8];
    double *values = (double *)(bytes + OFFSET);
    values[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = 2 * values[threadIdx.x];
}

LAUNCH_WITH_ONE_ARRAY(twice<<<1, 32>>>((double *)data))

/* simt --quiet
failed
--
misaligned access in kernel twice
  8 bytes at an address that is 4 past a multiple of 8
    write   shared_double.cu:15      block 0, thread 0
  The address is not a multiple of the size.
  A wide access needs an address that is a multiple of its size.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
