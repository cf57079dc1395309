// A grid of 128 threads copies 100 elements without asking whether there are so many.
// FIXED: A grid of 128 threads copies 100 elements and asks which threads have one.
#include "../hosts.cuh"

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
    if (i < n)
        out[i] = in[i];
#else
    out[i] = i < n ? in[i] : 0.0f;
#endif
}

LAUNCH_WITH_TWO_ARRAYS(copy<<<2, 64>>>(in, out, N))

/* simt --quiet
failed
--
out of bounds in kernel copy
  array in argument 2 (allocated at global_write.cu:18), element 100
    write   global_write.cu:14       block 1, thread 36
  That is past the array's end: it has 100 elements of 4 bytes.
  The code has a test before this access. Does it compare this index with this
  array's number of elements (not with its bytes, or another array's length)?
  Does the pointer begin where the array does?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
