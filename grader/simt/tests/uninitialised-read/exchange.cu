// A table in shared memory, set to zero by atomicExch(), whose result is used.
#include <stdio.h>

enum { BINS = 40 };

__global__ void count(unsigned *table) {
    __shared__ unsigned mine[BINS];
    for (unsigned bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        atomicAdd(&table[BINS], atomicExch(&mine[bin], 0));
    }
    __syncthreads();
    atomicAdd(&mine[threadIdx.x * 7 % BINS], 1);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < BINS; bin += blockDim.x) {
        atomicAdd(&table[bin], mine[bin]);
    }
}

int main() {
    unsigned *table, result[BINS + 1];
    cudaMalloc(&table, sizeof result);
    cudaMemset(table, 0, sizeof result);
    count<<<1, 64>>>(table);
    cudaMemcpy(result, table, sizeof result, cudaMemcpyDeviceToHost);
    printf("%u %u\n", result[0], result[BINS - 1]);
    cudaFree(table);
}
