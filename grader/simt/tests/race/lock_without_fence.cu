/* A lock of atomics keeps blocks apart, but without fences a block need not see the last one's sum.
 */
#include <stdio.h>

__global__ void count(int *lock, int *sum) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        *sum += 1;
        atomicExch(lock, 0);
    }
}

int main() {
    int *lock, *sum, result;
    cudaMalloc(&lock, sizeof *lock);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(lock, 0, sizeof *lock);
    cudaMemset(sum, 0, sizeof *sum);
    count<<<8, 32>>>(lock, sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    cudaFree(lock);
    cudaFree(sum);
    return 0;
}
