// Blocks of 32 x 8 threads run a kernel whose index has one dimension.
// FIXED: Blocks of 32 threads.
#include "../hosts.cuh"

enum { N = 64 };

__global__ void add_columns(const float *matrix, float *sum) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    for (int row = 0; row < N; row++) {
        sum[column] += matrix[(row + column) % N];
    }
}

#ifdef FIXED
#define BLOCK 32
#else
#define BLOCK dim3(32, 8)
#endif
LAUNCH_WITH_TWO_ARRAYS(add_columns<<<N / 32, BLOCK>>>(in, out))

/* simt --quiet
copied
--
race in kernel add_columns (29557 times)
  array in argument 2 (allocated at other_dimension.cu:19), element 0
    write   other_dimension.cu:10    block 0, thread 0
    read    other_dimension.cu:10    block 0, thread (0,1)
  The threads are in one block, and no barrier lies between.
  The two threads differ in threadIdx.y only. Does the index leave it out? Then
  use it, or launch blocks without that dimension. Else put a barrier between
  the two accesses.

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
