// A thread's own array is indexed past its end.
// FIXED: A thread's own array is indexed within its length.
#include "../hosts.cuh"

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
    float window[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int k = 0; k < 8; k++)
        window[k] = in[(i + k) % n];
#ifdef FIXED
    window[(int)in[i] % 8] = 1.0f;
#else
    window[(int)in[i] % 9] = 1.0f;
#endif
    out[i] = window[i % 8] + window[(int)in[(i + 3) % n] % 8];
}

LAUNCH_WITH_TWO_ARRAYS(copy<<<2, 64>>>(in, out, N))

/* simt --quiet
failed
--
out of bounds in kernel copy
  the thread's own memory, byte 32
    write   local_array.cu:18        block 0, thread 8
  It lies outside of the thread's local arrays.
  The code has a test before this access. Does it compare this index with this
  array's number of elements (not with its bytes, or another array's length)?
  Does the pointer begin where the array does?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
