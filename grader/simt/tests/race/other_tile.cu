// Meetings of a part of the threads order only those who took part: tiles of a warp, a mask, halves of a block.
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <stdio.h>

namespace cg = cooperative_groups;

#ifdef FIXED
#define TILE_OF  8
#define HALF_OF  0xffffffffu
#define WARPS_OF 128
#define MEET     __syncthreads
#else
#define TILE_OF  0
#define HALF_OF  (threadIdx.x < 16 ? 0x0000ffffu : 0xffff0000u)
#define WARPS_OF 64
#define MEET     __syncwarp
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

// The barrier of a warp, where two warps have to meet.
__global__ void alone(int *out)
{
    __shared__ int values[128];
    values[threadIdx.x] = threadIdx.x;
    MEET();
    out[threadIdx.x] = values[127 - threadIdx.x];
}

int main(void)
{
    int *out, host[128];
    cudaMalloc(&out, sizeof host);
    tiles<<<1, 32>>>(out);
    halves<<<1, 32>>>(out);
    warps<<<1, 128>>>(out);
    alone<<<1, 128>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    cudaFree(out);
}

/* simt --quiet
-437918235
--
race in kernel tiles (32 times)
  shared array values, element 8
    write   other_tile.cu:26         block 0, thread 8
    read    other_tile.cu:28         block 0, thread 0
  Threads of the warp met in between, but only some: no such meeting orders
  these two.
  tile.sync() and __syncwarp(mask) order only the threads of that tile or mask.
  Let a group that holds both threads meet, as by __syncwarp().

race in kernel halves (32 times)
  shared array values, element 31
    write   other_tile.cu:35         block 0, thread 31
    read    other_tile.cu:37         block 0, thread 0
  Threads of the warp met in between, but only some: no such meeting orders
  these two.
  tile.sync() and __syncwarp(mask) order only the threads of that tile or mask.
  Let a group that holds both threads meet, as by __syncwarp().

race in kernel warps (128 times)
  shared array values, element 127
    write   other_tile.cu:44         block 0, thread 127
    read    other_tile.cu:46         block 0, thread 0
  Some warps of the block met in between, but not all: no such meeting orders
  these two.
  A barrier with a number and a count orders only the warps that come to it:
  let both come to the same one, or use __syncthreads().

race in kernel alone (128 times)
  shared array values, element 64
    read    other_tile.cu:55         block 0, thread 63
    write   other_tile.cu:53         block 0, thread 64
  The threads are in one block, and no barrier lies between.
  __syncwarp(), or the sync() of a tile, orders only the lanes of one warp.
  These two threads are in different warps: put __syncthreads() there.

status 1 */
/* FIXED: simt --quiet
127
--
status 0 */
