// An index runs so far past its array that it lands in another one.
// FIXED: An index runs so far as its array goes.
#include "../hosts.cuh"

enum { N = 100 };

__global__ void copy(float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long long gap = ((char *)out - (char *)in) / (long long)sizeof *in;
    if (i < n)
#ifdef FIXED
        in[(i + gap) % n] = i;
#else
        in[i + gap] = i;
#endif
}

LAUNCH_WITH_TWO_ARRAYS(copy<<<2, 64>>>(in, out, N))

/* simt --quiet
failed
--
out of bounds in kernel copy
  array in argument 1 (allocated at global_neighbour.cu:19), element 1152
    write   global_neighbour.cu:15   block 0, thread 0
  That runs over into the array in argument 2 (allocated at
  global_neighbour.cu:19).
  The code has a test before this access. Does it compare this index with this
  array's number of elements (not with its bytes, or another array's length)?
  Does the pointer begin where the array does?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
