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
  local array, element 8
    write   local_array.cu:18        block 0, thread 8
  It has 8 elements of 4 bytes.
  The index is made of a value that was read from memory: which values can that
  have, what is added to it, and is there an element for each?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
