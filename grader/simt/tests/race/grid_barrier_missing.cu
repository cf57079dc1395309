/* Blocks of a cooperative launch read what other blocks write, with no barrier of the grid. */
#include <cooperative_groups.h>
#include <stdio.h>

__global__ void turn_round(int *squares, int *turned, int n) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int i = (int)grid.thread_rank();
    squares[i] = i * i;
    turned[i] = squares[n - 1 - i];
}

int main() {
    int n = 256, *squares, *turned, result[256];
    cudaMalloc(&squares, sizeof result);
    cudaMalloc(&turned, sizeof result);
    void *arguments[] = {&squares, &turned, &n};
    cudaLaunchCooperativeKernel((void *)turn_round, dim3(4), dim3(64), arguments, 0, 0);
    cudaMemcpy(result, turned, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[255]);
    cudaFree(squares);
    cudaFree(turned);
    return 0;
}
