// Writes under atomics that everybody who counts is ordered behind.
#include <stdio.h>

// Each block has a counter of its own.
__global__ void counter_of_one_block(int *total)
{
    if (threadIdx.x == 0)
        total[blockIdx.x] = 0;
    __syncthreads();
    atomicAdd(&total[blockIdx.x], 1);
}

// The counter is ready when the flag says so.
__global__ void flag(int *total, int *ready)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *total = 0;
        __threadfence();
        atomicExch(ready, 1);
    }
    if (threadIdx.x == 0)
        while (atomicAdd(ready, 0) == 0)
            ;
    __threadfence();
    __syncthreads();
    atomicAdd(total, 1);
}

// The flag goes from block to block: the third block knows of the first one's write through the second.
__global__ void relay(int *total, int *ready)
{
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0)
            *total = 0;
        else
            while (atomicAdd(&ready[blockIdx.x - 1], 0) == 0)
                ;
        __threadfence();
        atomicAdd(total, 1);
        __threadfence();
        atomicExch(&ready[blockIdx.x], 1);
    }
}

__global__ void shared(int *total)
{
    __shared__ int sum;
    for (int round = 0; round < 2; round++) {
        if (threadIdx.x == 0)
            sum = 0;
        __syncthreads();
        atomicAdd(&sum, 1);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        *total = sum;
}

int main(void)
{
    int *total, *ready, answer[2];
    cudaMalloc(&total, 2 * sizeof *total);
    cudaMalloc(&ready, 8 * sizeof *ready);
    cudaMemset(ready, 0, 8 * sizeof *ready);
    counter_of_one_block<<<2, 64>>>(total);
    flag<<<2, 64>>>(total, ready);
    relay<<<4, 32>>>(total, ready + 1);
    shared<<<1, 64>>>(total + 1);
    cudaMemcpy(answer, total, sizeof answer, cudaMemcpyDeviceToHost);
    printf("%d %d\n", answer[0], answer[1]);
    cudaFree(total);
    cudaFree(ready);
    return 0;
}
