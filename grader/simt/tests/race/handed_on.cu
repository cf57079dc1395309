// Each block hands a count to the next by a relaxed store, and no fence: the next one may not read what it wrote.
// FIXED: Each block squeezes its part of an array to the front, in place. Where it writes is known from the block before, which
// has read what stood there: a relaxed store says so, as in the scans of NVIDIA's libraries.
#include <cuda/atomic>
#include <stdio.h>

enum { BLOCKS = 4, BLOCK = 64 };

#ifdef FIXED
__device__ int ends[BLOCKS + 1]; // of what is kept, and one more; 0: not known yet

__global__ void keep_even(int *data, int *count)
{
    __shared__ int kept, start;
    int tid = threadIdx.x, block = blockIdx.x;
    if (tid == 0)
        kept = 0;
    __syncthreads();
    int mine = data[block * BLOCK + tid], place = 0;
    if (mine % 2 == 0)
        place = atomicAdd(&kept, 1);
    __syncthreads();
    if (tid == 0) {
        int before = 1;
        if (block > 0)
            while ((before = cuda::atomic_ref<int, cuda::thread_scope_device>(ends[block]).load(cuda::memory_order_relaxed)) == 0)
                ;
        start = before - 1;
        cuda::atomic_ref<int, cuda::thread_scope_device>(ends[block + 1]).store(before + kept, cuda::memory_order_relaxed);
        if (block == BLOCKS - 1)
            *count = start + kept;
    }
    __syncthreads();
    if (mine % 2 == 0)
        data[start + place] = mine;
#else
__device__ int flags[BLOCKS + 1];

__global__ void pass_on(int *data)
{
    int tid = threadIdx.x, block = blockIdx.x;
    if (tid == 0 && block > 0)
        while (cuda::atomic_ref<int, cuda::thread_scope_device>(flags[block]).load(cuda::memory_order_relaxed) == 0)
            ;
    __syncthreads();
    int before = block > 0 ? data[(block - 1) * BLOCK + tid] : 0;
    data[block * BLOCK + tid] = before + 1;
    __syncthreads();
    if (tid == 0)
        cuda::atomic_ref<int, cuda::thread_scope_device>(flags[block + 1]).store(1, cuda::memory_order_relaxed);
#endif
}

int main(void)
{
#ifdef FIXED
    int host[BLOCKS * BLOCK], *data, *count, kept, sum = 0;
    for (int i = 0; i < BLOCKS * BLOCK; i++)
        host[i] = i * 7 % 100;
    cudaMalloc((void **)&data, sizeof host);
    cudaMalloc((void **)&count, sizeof kept);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    keep_even<<<BLOCKS, BLOCK>>>(data, count);
    cudaMemcpy(&kept, count, sizeof kept, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < kept; i++)
        sum += host[i];
    printf("%d kept, sum %d\n", kept, sum);
    cudaFree(data);
    cudaFree(count);
#else
    int *data, last;
    cudaMalloc((void **)&data, BLOCKS * BLOCK * sizeof(int));
    pass_on<<<BLOCKS, BLOCK>>>(data);
    cudaMemcpy(&last, data + BLOCKS * BLOCK - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    cudaFree(data);
#endif
}

/* simt --quiet
4
--
race in kernel pass_on (192 times)
  array in argument 1 (allocated at handed_on.cu:73), element 0
    write   handed_on.cu:47          block 0, thread 0
    read    handed_on.cu:46          block 1, thread 0
  The threads are in different blocks, which run in any order.
  Put __threadfence() between the write and the flag or ticket announcing it.

status 1 */
/* FIXED: simt --quiet
128 kept, sum 6292
--
status 0 */
