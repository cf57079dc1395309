/* Blocks of 32 x 1 x 4 threads run a kernel whose index has one dimension. */
#include <stdio.h>

enum { N = 64 };

__global__ void add_columns(const float *matrix, float *sum) {
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    for (int row = 0; row < N; row++) {
        sum[column] += matrix[row * N + column];
    }
}

int main() {
    float *matrix, *sum, result[N];
    cudaMalloc(&matrix, N * N * sizeof *matrix);
    cudaMalloc(&sum, sizeof result);
    cudaMemset(matrix, 0, N * N * sizeof *matrix);
    cudaMemset(sum, 0, sizeof result);
    add_columns<<<N / 32, dim3(32, 1, 4)>>>(matrix, sum);
    cudaMemcpy(result, sum, sizeof result, cudaMemcpyDeviceToHost);
    printf("%g\n", result[0]);
    cudaFree(matrix);
    cudaFree(sum);
    return 0;
}
