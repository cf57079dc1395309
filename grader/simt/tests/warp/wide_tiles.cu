// Tiles of several warps: sums, the largest, and their own barriers. A register's name in assembly with one %.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cstdio>

namespace cg = cooperative_groups;

template <int SIZE>
__global__ void tiles(int *out)
{
    __shared__ cg::block_tile_memory<256> scratch;
    cg::thread_block block = cg::this_thread_block(scratch);
    auto tile = cg::tiled_partition<SIZE>(block);
    unsigned lane;
    asm("mov.u32 %0, %laneid;" : "=r"(lane));
    int sum = cg::reduce(tile, (int)threadIdx.x, cg::plus<int>());
    double largest = cg::reduce(tile, (double)threadIdx.x, cg::greater<double>());
    if (tile.thread_rank() == 33) {
        out[tile.meta_group_rank()] = sum;
        out[4 + tile.meta_group_rank()] = (int)largest + (int)lane;
    }
}

int main()
{
    int *out, host[8];
    cudaMalloc(&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    tiles<64><<<1, 256>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        printf("%d ", host[i]);
    tiles<128><<<1, 256>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("\n%d %d %d %d\n", host[0], host[1], host[4], host[5]);
    cudaFree(out);
    return 0;
}

/* simt --quiet
2016 6112 10208 14304 64 128 192 256 
8128 24512 128 256
--
status 0 */
