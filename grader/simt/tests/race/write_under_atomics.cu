// A plain write under atomics that are ordered behind it: the atomics of others race with it all the same.
#include <stdio.h>

// Block 0 sets the counter to zero and waits for itself. The other blocks count before or after that.
__global__ void barrier_of_one_block(int *total)
{
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *total = 0;
    __syncthreads();
    atomicAdd(total, 1);
}

// The writer's warp waits for itself, and the other warp does not.
__global__ void one_warp_waits(int *total)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    if (threadIdx.x < 32)
        __syncwarp();
    atomicAdd(&sum, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        *total = sum;
}

// No wait at all, in shared memory.
__global__ void nobody_waits(int *total)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    atomicAdd(&sum, 1);
    __syncthreads();
    if (threadIdx.x == 0)
        *total = sum;
}

int main(void)
{
    int *total;
    cudaMalloc(&total, sizeof *total);
    barrier_of_one_block<<<2, 64>>>(total);
    one_warp_waits<<<1, 64>>>(total);
    nobody_waits<<<1, 32>>>(total);
    cudaDeviceSynchronize();
    cudaFree(total);
    printf("done\n");
    return 0;
}
