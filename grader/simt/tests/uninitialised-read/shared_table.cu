// A shared histogram that starts from whatever the memory held.
// FIXED: A shared histogram that is set to zero first.
#include <cuda_runtime.h>
#include <stdio.h>

enum { BINS = 32 };

__global__ void histogram(const unsigned char *data, unsigned *out)
{
    __shared__ unsigned table[BINS];
#ifdef FIXED
    table[threadIdx.x % BINS] = 0;
    __syncthreads();
#endif
    atomicAdd(&table[data[threadIdx.x] % BINS], 1);
    __syncthreads();
    if (threadIdx.x < BINS)
        out[threadIdx.x] = table[threadIdx.x];
}

int main(void)
{
    unsigned char *data;
    unsigned bins[BINS], *out;
    cudaMalloc((void **)&data, 64);
    cudaMalloc((void **)&out, sizeof bins);
    cudaMemset(data, 3, 64);
    histogram<<<1, 64>>>(data, out);
    cudaMemcpy(bins, out, sizeof bins, cudaMemcpyDeviceToHost);
    printf("%s\n", bins[3] >= 64 ? "done" : "wrong");
    cudaFree(data);
    cudaFree(out);
}

/* simt --quiet
done
--
uninitialised read in kernel histogram
  shared array table, element 3
    atomic  shared_table.cu:15       block 0, thread 0
  No thread of this block has written it.
  Shared memory starts undefined: write it first, then put a barrier.

uninitialised read in kernel histogram (31 times)
  shared array table, element 0
    read    shared_table.cu:18       block 0, thread 0
  No thread of this block has written it.
  Shared memory starts undefined: write it first, then put a barrier.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
