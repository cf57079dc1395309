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
}

/* simt --quiet
0
--
race in kernel add_columns (12480 times)
  array in argument 2 (allocated at third_dimension.cu:16), element 0
    write   third_dimension.cu:9     block 0, thread 0
    read    third_dimension.cu:9     block 0, thread (0,0,1)
  The threads are in one block, and no barrier lies between.
  The two threads differ in threadIdx.z only. Does the index leave it out? Then
  use it, or launch blocks without that dimension. Else put a barrier between
  the two accesses.

status 1 */
