// Tiles of several warps: up to 16 of a size, and of two sizes at a time.
#include <cooperative_groups.h>
#include <stdio.h>
namespace cg = cooperative_groups;

__global__ void turn(int *out)
{
    __shared__ cg::block_tile_memory<1024> memory;
    __shared__ int box[1024];
    cg::thread_block block = cg::this_thread_block(memory);
    auto few = cg::tiled_partition<64>(block);
    auto many = cg::tiled_partition<128>(block);
    int at = threadIdx.x;
    box[at] = at;
    few.sync();
    int value = box[at ^ 63];
    few.sync();
    box[at] = value;
    many.sync();
    out[at] = box[at ^ 127];
}

int main()
{
    int *out;
    cudaMallocManaged(&out, 1024 * sizeof *out);
    for (int threads = 128; threads <= 1024; threads *= 2) {
        turn<<<1, threads>>>(out);
        int wrong = cudaDeviceSynchronize() != cudaSuccess;
        for (int at = 0; at < threads; at++)
            wrong += out[at] != (at ^ 64);
        printf("%d threads: %d wrong\n", threads, wrong);
    }
    cudaFree(out);
}

/* simt --quiet
128 threads: 0 wrong
256 threads: 0 wrong
512 threads: 0 wrong
1024 threads: 0 wrong
--
status 0 */
