// 32 warps write bytes all over the array, from sixteen places each; nothing lies between the writes and the reads.
// FIXED: 32 warps write bytes all over the array, from sixteen places each; all are written before the first is read.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BLOCK = 1024, EACH = 16, BYTES = BLOCK * EACH };

__device__ unsigned place(unsigned thread, unsigned k)
{
    return (thread * EACH + k) * 5003 % BYTES; // 5003 is odd: no two share a place
}

__global__ void scatter(unsigned char *bytes, unsigned char *out)
{
    unsigned tid = threadIdx.x;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        bytes[place(tid, k)] = tid + k;
#ifdef FIXED
    __syncthreads();
#endif
    unsigned sum = 0;
#pragma unroll
    for (int k = 0; k < EACH; k++)
        sum += bytes[place((tid + 40) % BLOCK, k)];
    out[tid] = sum;
}

int main(void)
{
    static unsigned char host[BLOCK];
    unsigned char *bytes, *out;
    cudaMalloc((void **)&bytes, BYTES);
    cudaMalloc((void **)&out, BLOCK);
    for (int launch = 0; launch < 3; launch++)
        scatter<<<1, BLOCK>>>(bytes, out);
    cudaMemcpy(host, out, BLOCK, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[1]);
    cudaFree(bytes);
    cudaFree(out);
    return 0;
}

/* simt --quiet
248 8
--
uninitialised read in kernel scatter (15744 times)
  array in argument 1 (allocated at scattered_bytes.cu:33), element 7040
    read    scattered_bytes.cu:25    block 0, thread 0
  It was never written.
  Other threads of this launch write it, and they need not come first: see the
  race.

race in kernel scatter (49152 times)
  array in argument 1 (allocated at scattered_bytes.cu:33), element 7040
    read    scattered_bytes.cu:25    block 0, thread 0
    write   scattered_bytes.cu:18    block 0, thread 40
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two accesses.

status 1 */
/* FIXED: simt --quiet
248 8
--
status 0 */
