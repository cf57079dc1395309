// The last thread writes one past the end of the block's only shared array.
// FIXED: The last thread writes the last element of the shared array.
#include "../hosts.cuh"

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
#ifdef FIXED
    __shared__ float tile[64 + 1];
#else
    __shared__ float tile[64];
#endif
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x + 1] = i < n ? in[i] : 0.0f;
    __syncthreads();
    if (i < n && threadIdx.x > 0)
        out[i] = tile[threadIdx.x];
}

LAUNCH_WITH_TWO_ARRAYS(copy<<<2, 64>>>(in, out, N))

/* simt --quiet
failed
--
out of bounds in kernel copy
  shared array tile, element 64
    write   shared_end.cu:15         block 0, thread 63
  It has 64 elements of 4 bytes.
  It goes too far by one element: does a test say <= instead of <, or forget a
  neighbour's + 1? Or is the array too short?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
