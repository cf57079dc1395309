// A thread's own array is overrun into the one beside it.
// FIXED: A thread's own arrays are overrun nowhere, and pointers go from one to the other.
#include "../hosts.cuh"

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
    float left[4], right[4];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
#ifdef FIXED
    float *from = left, *to = right;
    for (int k = 0; k < 4; k++)
        right[k] = in[(i + k) % n];
    for (int k = 0; k < 4; k++)
        left[k] = in[(i + k) % n];
    for (int round = 0; round < i % 3; round++) {
        for (const float *at = from; at != from + 4; at++)
            *to++ = *at;
        float *next = from;
        from = to - 4;
        to = next;
    }
    out[i] = from[i % 4] + right[i % 4];
#else
    for (int k = 0; k < 4; k++)
        right[k] = in[(i + k) % n];
    for (int k = 0; k <= 4; k++)
        left[k] = in[(i + k) % n];
    out[i] = left[i % 4] + right[i % 4];
#endif
}

LAUNCH_WITH_TWO_ARRAYS(copy<<<2, 64>>>(in, out, N))

/* simt --quiet
failed
--
out of bounds in kernel copy
  local array, element 4
    write   local_neighbour.cu:31    block 0, thread 0
  It has 4 elements of 4 bytes.
  The code has a test before this access. Does it compare this index with this
  array's number of elements (not with its bytes, or another array's length)?
  Does the pointer begin where the array does?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
