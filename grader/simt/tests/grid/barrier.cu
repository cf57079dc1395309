// The grid's barrier: a sum over all blocks in one launch, with shared memory and registers that live on; and a launch
// that is too large for it.
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

__global__ void sum_all(const int *in, int *partial, int *out, int n) {
    __shared__ int tile[64];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    int sum = 0;
    for (int i = grid.thread_rank(); i < n; i += grid.size())
        sum += in[i];
    tile[threadIdx.x] = sum;
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        block.sync();
        if (threadIdx.x < half)
            tile[threadIdx.x] += tile[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = tile[0];
    grid.sync();
    int all = 0;
    for (int b = 0; b < gridDim.x; b++)
        all += partial[b];
    cg::sync(grid);
    if (threadIdx.x == 0)
        partial[blockIdx.x] = all - tile[0];
    grid.sync();
    if (threadIdx.x == 0)
        out[blockIdx.x] = partial[(blockIdx.x + 1) % gridDim.x];
}

int main() {
    enum { BLOCKS = 6, THREADS = 64, N = 1000 };
    int *in, *partial, *out, n = N, blocks = 0;
    cudaMallocManaged(&in, N * sizeof *in);
    cudaMallocManaged(&partial, BLOCKS * sizeof *partial);
    cudaMallocManaged(&out, BLOCKS * sizeof *out);
    for (int i = 0; i < N; i++)
        in[i] = i;
    void *arguments[] = {&in, &partial, &out, &n};
    cudaLaunchCooperativeKernel((void *)sum_all, BLOCKS, THREADS, arguments, 0, 0);
    printf("%s:", cudaGetErrorString(cudaDeviceSynchronize()));
    for (int b = 0; b < BLOCKS; b++)
        printf(" %d", out[b]);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, sum_all, THREADS, 0);
    cudaDeviceProp properties;
    cudaGetDeviceProperties(&properties, 0);
    printf("\n%d, %s\n", properties.cooperativeLaunch,
           cudaGetErrorName(cudaLaunchCooperativeKernel(sum_all, blocks * properties.multiProcessorCount + 1, THREADS, arguments)));
    cudaFree(in);
    cudaFree(partial);
    cudaFree(out);
}

/* simt --quiet
no error: 407436 395148 407136 438124 429932 419724
1, cudaErrorCooperativeLaunchTooLarge
--
status 0 */
