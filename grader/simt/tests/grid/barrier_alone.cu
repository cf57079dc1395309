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
