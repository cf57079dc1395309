// A stencil reads one element past the end.
// FIXED: A stencil reads only the elements that exist.
#include "../hosts.cuh"

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
    if (i < n - 1)
#else
    if (i < n)
#endif
        out[i] = in[i] + in[i + 1];
}

LAUNCH_WITH_TWO_ARRAYS(copy<<<2, 64>>>(in, out, N))

/* simt --quiet
failed
--
out of bounds in kernel copy
  array in argument 1 (allocated at global_read.cu:18), element 100
    read    global_read.cu:15        block 1, thread 35
  That is past the array's end: it has 100 elements of 4 bytes.
  It goes too far by one element: does a test say <= instead of <, or forget a
  neighbour's + 1? Or is the array too short?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
