// A shared array is overrun into the shared array beside it.
// FIXED: A shared array is overrun nowhere: both arrays are long enough.
#include "../hosts.cuh"

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
#ifdef FIXED
    __shared__ float left[72], right[72];
#else
    __shared__ float left[64], right[72];
#endif
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    left[threadIdx.x] = 1.0f;
    right[threadIdx.x] = 2.0f;
    __syncthreads();
    if (threadIdx.x < 8) {
        left[threadIdx.x + n - 36] = 3.0f;
        right[threadIdx.x + n - 36] = 4.0f;
    }
    __syncthreads();
    if (i < n)
        out[i] = in[i] + left[threadIdx.x] + right[threadIdx.x];
}

LAUNCH_WITH_TWO_ARRAYS(copy<<<2, 64>>>(in, out, N))

/* simt --quiet
failed
--
out of bounds in kernel copy
  shared array left, element 64
    write   shared_neighbour.cu:19   block 0, thread 0
  It has 64 elements: that runs over into the shared array right.
  The code has a test before this access. Does it compare this index with this
  array's number of elements (not with its bytes, or another array's length)?
  Does the pointer begin where the array does?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
