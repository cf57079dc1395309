// A block that returns before the grid's barrier: the others wait for ever.
#include <cooperative_groups.h>
#include <stdio.h>

__global__ void not_all(int *out) {
    if (blockIdx.x == 2)
        return;
    cooperative_groups::this_grid().sync();
    out[blockIdx.x] = 1;
}

int main() {
    int *out;
    cudaMalloc(&out, 4 * sizeof *out);
    void *arguments[] = {&out};
    cudaLaunchCooperativeKernel((void *)not_all, 4, 32, arguments);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
}

/* simt --quiet
the launch timed out and was terminated
--
deadlock in kernel not_all
    waits   barrier_missed.cu:8      block 0, thread 0
  Block 2 has ended without reaching the barrier of the grid.
  All threads of every block must reach it: put no return before it, no if
  around it, and no loop that some leave earlier.

status 1 */
