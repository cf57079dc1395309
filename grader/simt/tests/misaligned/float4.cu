// A float array is read as float4 from element 1 on, which no multiple of 16 bytes reaches.
// FIXED: A float array is read as float4 from element 4 on.
#include "../hosts.cuh"

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 7 < n) {
#ifdef FIXED
        float4 four = *(const float4 *)(in + 4 * i + 4);
#else
        float4 four = *(const float4 *)(in + 4 * i + 1);
#endif
        out[i] = four.x + four.y + four.z + four.w;
    }
}

LAUNCH_WITH_TWO_ARRAYS(copy<<<2, 64>>>(in, out, N))

/* simt --quiet
failed
--
misaligned access in kernel copy
  16 bytes at an address that is 4 past a multiple of 16
    read    float4.cu:14             block 0, thread 0
  The address is not a multiple of the size.
  A wide access needs an address that is a multiple of its size.

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
