// The first thread reads element -1.
// FIXED: The first thread reads itself where it has no left neighbour.
#include "../hosts.cuh"

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
#ifdef FIXED
        out[i] = in[i] - in[i > 0 ? i - 1 : 0];
#else
        out[i] = in[i - 1] - in[i];
#endif
}

LAUNCH_WITH_TWO_ARRAYS(copy<<<2, 64>>>(in, out, N))

/* simt --quiet
failed
--
out of bounds in kernel copy
  array in argument 1 (allocated at negative_index.cu:18), element -1
    read    negative_index.cu:14     block 0, thread 0
  That is before the array's beginning.
  The index is negative: which part of it has a signed type, or goes below
  zero?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
