// Blocks of a cooperative launch read what other blocks write, with no barrier of the grid.
// FIXED: There is one.
#include <cooperative_groups.h>
#include <stdio.h>

__global__ void turn_round(int *squares, int *turned, int n) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    int i = (int)grid.thread_rank();
    squares[i] = i * i;
#ifdef FIXED
    grid.sync();
#endif
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
}

/* simt --quiet
0
--
race in kernel turn_round (256 times)
  array in argument 1 (allocated at grid_barrier_missing.cu:18), element 128
    read    grid_barrier_missing.cu:13 block 1, thread 63
    write   grid_barrier_missing.cu:9 block 2, thread 0
  The threads are in different blocks, which run in any order.
  Put grid.sync() (cooperative_groups::this_grid()) between the two accesses,
  or split the work into two launches.

status 1 */
/* FIXED: simt --quiet
0
--
status 0 */
