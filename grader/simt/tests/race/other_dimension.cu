// Blocks of 32 x 8 threads run a kernel whose index has one dimension.
// FIXED: Blocks of 32 threads.
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
#ifdef FIXED
    add_columns<<<N / 32, 32>>>(matrix, sum);
#else
    add_columns<<<N / 32, dim3(32, 8)>>>(matrix, sum);
#endif
    cudaMemcpy(result, sum, sizeof result, cudaMemcpyDeviceToHost);
    printf("%g\n", result[0]);
    cudaFree(matrix);
    cudaFree(sum);
}

/* simt --quiet
0
--
race in kernel add_columns (29120 times)
  array in argument 2 (allocated at other_dimension.cu:17), element 0
    write   other_dimension.cu:10    block 0, thread 0
    read    other_dimension.cu:10    block 0, thread (0,1)
  The threads are in one block, and no barrier lies between.
  The two threads differ in threadIdx.y only. Does the index leave it out? Then
  use it, or launch blocks without that dimension. Else put a barrier between
  the two accesses.

status 1 */
/* FIXED: simt --quiet
0
--
status 0 */
