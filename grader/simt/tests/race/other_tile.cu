// Meetings of a part of the threads order only those who took part: tiles of a warp, a mask, halves of a block.
#include <cooperative_groups.h>
#include "../hosts.cuh"

namespace cg = cooperative_groups;

enum { N = 128 };

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
__global__ void tiles(float *out)
{
    __shared__ int values[32];
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int next = (threadIdx.x + (TILE_OF == 8 ? 1 : 8)) % 8 + (threadIdx.x + (TILE_OF == 8 ? 0 : 8)) % 32 / 8 * 8;
    values[threadIdx.x] = threadIdx.x;
    tile.sync();
    out[threadIdx.x] = values[next];
}

// One in another half reads what a half has written.
__global__ void halves(float *out)
{
    __shared__ int values[32];
    values[threadIdx.x] = threadIdx.x;
    __syncwarp(HALF_OF);
    out[threadIdx.x] = values[31 - threadIdx.x];
}

// Two warps meet at a barrier of their own, and read what the other two have written.
__global__ void warps(float *out)
{
    __shared__ int values[128];
    values[threadIdx.x] = threadIdx.x;
    asm volatile("bar.sync %0, %1;" : : "r"(WARPS_OF == 64 ? 1 + threadIdx.x / 64 : 1), "r"(WARPS_OF) : "memory");
    out[threadIdx.x] = values[127 - threadIdx.x];
}

// All lanes have read a word; then one writes to it, which has met only its own tile.
__global__ void all_read(float *out)
{
    __shared__ int value;
    auto block = cg::this_thread_block();
    if (threadIdx.x == 31)
        value = 1;
    block.sync();
    out[threadIdx.x] = value;
    if (TILE_OF == 8)
        block.sync();
    else
        cg::tiled_partition<8>(block).sync();
    if (threadIdx.x == 31)
        value = 2;
}

// The barrier of a warp, where two warps have to meet.
__global__ void alone(float *out)
{
    __shared__ int values[128];
    values[threadIdx.x] = threadIdx.x;
    MEET();
    out[threadIdx.x] = values[127 - threadIdx.x];
}

LAUNCH_WITH_TWO_ARRAYS(tiles<<<1, 32>>>(out); halves<<<1, 32>>>(out); warps<<<1, 128>>>(out);
                       alone<<<1, 128>>>(out); all_read<<<1, 32>>>(out))

/* simt --quiet
copied
--
race in kernel tiles (32 times)
  shared array values, element 8
    write   other_tile.cu:27         block 0, thread 8
    read    other_tile.cu:29         block 0, thread 0
  Threads of the warp met in between, but only some: no such meeting orders
  these two.
  tile.sync() and __syncwarp(mask) order only the threads of that tile or mask.
  Let a group that holds both threads meet, as by __syncwarp().

race in kernel halves (32 times)
  shared array values, element 31
    write   other_tile.cu:36         block 0, thread 31
    read    other_tile.cu:38         block 0, thread 0
  Threads of the warp met in between, but only some: no such meeting orders
  these two.
  tile.sync() and __syncwarp(mask) order only the threads of that tile or mask.
  Let a group that holds both threads meet, as by __syncwarp().

race in kernel warps (128 times)
  shared array values, element 127
    write   other_tile.cu:45         block 0, thread 127
    read    other_tile.cu:47         block 0, thread 0
  Some warps of the block met in between, but not all: no such meeting orders
  these two.
  A barrier with a number and a count orders only the warps that come to it:
  let both come to the same one, or use __syncthreads().

race in kernel alone (128 times)
  shared array values, element 64
    read    other_tile.cu:73         block 0, thread 63
    write   other_tile.cu:71         block 0, thread 64
  The threads are in one block, and no barrier lies between.
  __syncwarp(), or the sync() of a tile, orders only the lanes of one warp.
  These two threads are in different warps: put __syncthreads() there.

race in kernel all_read
  shared variable value
    read    other_tile.cu:58         block 0, thread 0
    write   other_tile.cu:64         block 0, thread 31
  Threads of the warp met in between, but only some: no such meeting orders
  these two.
  tile.sync() and __syncwarp(mask) order only the threads of that tile or mask.
  Let a group that holds both threads meet, as by __syncwarp().

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
