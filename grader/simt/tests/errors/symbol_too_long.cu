/* A copy into a __constant__ variable that is longer than it: nothing is copied. */
#include <stdio.h>

__constant__ float weights[5];

__global__ void add(float *sum) {
    for (int i = 0; i < 5; i++) {
        *sum += weights[i];
    }
}

int main() {
    float values[8] = {1, 1, 1, 1, 1, 1, 1, 1}, result = 0, *sum;
    cudaMemcpyToSymbol(weights, values, sizeof values);
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    add<<<1, 1>>>(sum);
    cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost);
    printf("%g\n", result);
    cudaFree(sum);
    return 0;
}
