// Shared memory that only constant indices reach: the first of four partial sums is there, three are not; a variable of
// which nobody has set anything.
// FIXED: Shared memory that only constant indices reach: all four partial sums are there; a variable that is
// set.
#include "../hosts.cuh"

enum { N = 128 };

__global__ void sum(const float *in, float *out)
{
    __shared__ float part[4];
    float mine = in[threadIdx.x];
    for (int step = 16; step > 0; step /= 2) {
        mine += __shfl_xor_sync(0xffffffff, mine, step);
    }
#ifdef FIXED
    if (threadIdx.x % 32 == 0) {
        part[threadIdx.x / 32] = mine;
#else
    if (threadIdx.x == 0) {
        part[0] = mine;
#endif
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        *out = part[0] + part[1] + part[2] + part[3];
    }
}

__global__ void scale(float *out)
{
    __shared__ float factor;
#ifdef FIXED
    factor = 2;
#endif
    *out *= factor;
}

LAUNCH_WITH_TWO_ARRAYS(sum<<<1, N>>>(in, out); scale<<<1, 1>>>(out))

/* simt --quiet
copied
--
uninitialised read in kernel sum
  shared variable part
    read    one_of_four.cu:26        block 0, thread 0
  No thread of this block has written it.
  Shared memory starts undefined: write it first, then put a barrier.

uninitialised read in kernel scale
  shared variable factor
    read    one_of_four.cu:36        block 0, thread 0
  No thread of this block has written it.
  Shared memory starts undefined: write it first, then put a barrier.

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
