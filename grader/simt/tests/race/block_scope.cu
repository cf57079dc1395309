// Blocks count in one table with atomicAdd_block(), in any order of its bins.
#include <stdio.h>

__global__ void count(unsigned *table) {
    atomicAdd_block(&table[threadIdx.x * 5 % 8], 1);
    atomicAdd_block(&table[8], 1);
}

int main() {
    unsigned *table, result[9];
    cudaMalloc(&table, sizeof result);
    cudaMemset(table, 0, sizeof result);
    count<<<2, 64>>>(table);
    cudaMemcpy(result, table, sizeof result, cudaMemcpyDeviceToHost);
    printf("%u %u\n", result[0], result[8]);
    cudaFree(table);
}
