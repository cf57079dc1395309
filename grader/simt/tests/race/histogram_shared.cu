// A shared-memory histogram whose bins are incremented with ++.
// FIXED: A shared-memory histogram with atomic increments.
#include "../hosts.cuh"

enum { N = 64, BINS = 16 };

__global__ void histogram(int *data)
{
    __shared__ unsigned table[BINS];
    if (threadIdx.x < BINS)
        table[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < N; i += blockDim.x)
#ifdef FIXED
        atomicAdd(&table[data[i] % BINS], 1);
#else
        table[data[i] % BINS]++;
#endif
    __syncthreads();
    if (threadIdx.x < BINS)
        data[threadIdx.x] = table[threadIdx.x];
}

LAUNCH_WITH_ONE_ARRAY(histogram<<<1, N>>>(data))

/* simt --quiet
done
--
race in kernel histogram (112 times)
  shared array table, element 0
    write   histogram_shared.cu:17   block 0, thread 16
    read    histogram_shared.cu:17   block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Use an atomic operation, or give each thread its own element. If they belong
  to two steps of a loop, put __syncthreads() between the steps.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
