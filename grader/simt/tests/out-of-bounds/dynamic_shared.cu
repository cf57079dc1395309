// A kernel uses 64 floats of dynamic shared memory; the launch gives 32.
// FIXED: A kernel uses 64 floats of dynamic shared memory; the launch gives 64.
#include "../hosts.cuh"

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
    extern __shared__ float buffer[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    buffer[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    if (i < n)
        out[i] = buffer[threadIdx.x ^ 1];
}

#ifdef FIXED
enum { GIVEN = 64 };
#else
enum { GIVEN = 32 };
#endif
LAUNCH_WITH_TWO_ARRAYS(copy<<<2, 64, GIVEN * sizeof(float)>>>(in, out, N))

/* simt --quiet
failed
--
out of bounds in kernel copy
  shared array buffer, element 32
    write   dynamic_shared.cu:11     block 0, thread 32
  It has 32 elements of 4 bytes.
  The launch gives it 128 bytes, not elements: is that enough for the block?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
