// A table in constant memory is read past its end.
// FIXED: A table in constant memory is read within its length.
#include "../hosts.cuh"

enum { N = 100 };

__constant__ float weights[16];

__global__ void copy(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
#ifdef FIXED
        out[i] = in[i] * weights[i / 7];
#else
        out[i] = in[i] * weights[i / 4];
#endif
}

LAUNCH_WITH_TWO_ARRAYS(copy<<<2, 64>>>(in, out, N))

/* simt --quiet
failed
--
out of bounds in kernel copy
  constant array weights, element 16
    read    constant_array.cu:16     block 1, thread 0
  That is past the array's end: it has 16 elements of 4 bytes.
  The code has a test before this access. Does it compare this index with this
  array's number of elements (not with its bytes, or another array's length)?
  Does the pointer begin where the array does?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
