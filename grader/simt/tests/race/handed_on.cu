// Each block hands a count to the next by a relaxed store, and no fence: the next one may not read what it wrote.
#include <cuda/atomic>
#include <stdio.h>

enum { BLOCKS = 4, BLOCK = 64 };

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
}

int main(void)
{
    int *data, last;
    cudaMalloc((void **)&data, BLOCKS * BLOCK * sizeof(int));
    pass_on<<<BLOCKS, BLOCK>>>(data);
    cudaMemcpy(&last, data + BLOCKS * BLOCK - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    cudaFree(data);
    return 0;
}
