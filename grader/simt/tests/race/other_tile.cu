// Meetings of a part of the threads order only those who took part: tiles of a warp, a mask, halves of a block.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <stdio.h>

namespace cg = cooperative_groups;

#ifdef FIXED
#define TILE_OF  8
#define HALF_OF  0xffffffffu
#define WARPS_OF 128
#else
#define TILE_OF  0
#define HALF_OF  (threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u)
#define WARPS_OF 64
#endif

// Each reads an element of its own tile, or of the next one.
__global__ void tiles(int *out)
{
    __shared__ int values[32];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int next = (threadIdx.x + (TILE_OF == 8 ? 1 : 8)) % 8 + (threadIdx.x + (TILE_OF == 8 ? 0 : 8)) % 32 / 8 * 8;
    values[threadIdx.x] = threadIdx.x;
    tile.sync();
    out[threadIdx.x] = values[next];
}

// One in another half reads what a half has written.
__global__ void halves(int *out)
{
    __shared__ int values[32];
    values[threadIdx.x] = threadIdx.x;
    __syncwarp(HALF_OF);
    out[threadIdx.x] = values[31 - threadIdx.x];
}

// Two warps meet at a barrier of their own, and read what the other two have written.
__global__ void warps(int *out)
{
    __shared__ int values[128];
    values[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync %0, %1;" : : "r"(WARPS_OF == 64 ? 1 + threadIdx.x / 64 : 1), "r"(WARPS_OF) : "memory");
    out[threadIdx.x] = values[127 - threadIdx.x];
}

int main(void)
{
    int *out, host[128];
    cudaMalloc(&out, sizeof host);
    tiles<<<1, 32>>>(out);
    halves<<<1, 32>>>(out);
    warps<<<1, 128>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    cudaFree(out);
    return 0;
}
