// The grid's barrier in a launch that is not cooperative; and a race that the barrier does not order.
#include <cooperative_groups.h>
#include <stdio.h>

__global__ void racing(int *out) {
    out[0] = blockIdx.x;
    cooperative_groups::this_grid().sync();
    out[1 + blockIdx.x * 32 + threadIdx.x] = out[0];
}

int main() {
    int *out;
    cudaMalloc(&out, 129 * sizeof *out);
    void *arguments[] = {&out};
    cudaLaunchCooperativeKernel((void *)racing, 4, 32, arguments);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    racing<<<4, 32>>>(out);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(out);
}

/* simt --quiet
no error
unspecified launch failure
--
race in kernel racing (3 times)
  array in argument 1 (allocated at barrier_alone.cu:13), element 0
    write   barrier_alone.cu:6       block 0, thread 31
    write   barrier_alone.cu:6       block 1, thread 0
  The threads are in different blocks, which run in any order.
  Do threads of two blocks have the same index? It needs the block's number,
  too. If both belong to one result, use an atomic operation, or split the work
  into two launches.

kernel stopped in kernel racing
    stops   barrier_alone.cu:7       block 0, thread 0
  Blocks wait for each other, but the launch does not promise that all run at
  once.
  Launch the kernel with cudaLaunchCooperativeKernel().

status 1 */
