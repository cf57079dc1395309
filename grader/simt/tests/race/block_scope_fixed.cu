// atomicAdd_block() in a counter of each block's own; atomicAdd() where blocks meet.
#include <stdio.h>

__global__ void count(unsigned *counters) {
    __shared__ unsigned mine;
    if (threadIdx.x == 0)
        mine = 0;
    __syncthreads();
    atomicAdd_block(&mine, 1);
    atomicAdd_block(&counters[1 + blockIdx.x], 1);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(&counters[0], mine);
}

int main() {
    unsigned *counters, result[5];
    cudaMalloc(&counters, sizeof result);
    cudaMemset(counters, 0, sizeof result);
    count<<<4, 64>>>(counters);
    count<<<4, 64>>>(counters);
    cudaMemcpy(result, counters, sizeof result, cudaMemcpyDeviceToHost);
    printf("%u %u %u\n", result[0], result[1], result[4]);
    cudaFree(counters);
}
