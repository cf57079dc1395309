// Meetings of parts of a warp and of a block that do order what is read: in steps, through others, and before a ticket.
#include <cooperative_groups.h>
#include "../hosts.cuh"

namespace cg = cooperative_groups;

enum { N = 96 };

// Lane 0 knows of lane 7 through lane 4; what lane 4 reads before, others have read, too.
__global__ void chain(float *out)
{
    __shared__ int value;
    const unsigned lane = threadIdx.x, right = 0xf0, left = 0x1f;
    if (lane == 7) {
        value = 42;
    }
    if (lane >= 4) {
        __syncwarp(right);
        out[lane] = value;
    }
    if (lane <= 4) {
        __syncwarp(left);
        out[lane] = value;
    }
    __syncwarp(0xff);
    if (lane == 3) {
        value = 0;
    }
}

// A tree in each tile: each step reads and writes what the step before left.
__global__ void tree(float *out)
{
    __shared__ int sums[64];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int *mine = sums + tile.meta_group_rank() * 16;
    for (int again = 0; again < 100; again++) {
        mine[tile.thread_rank()] = again;
        tile.sync();
        for (unsigned half = 8; half > 0; half /= 2) {
            if (tile.thread_rank() < half) {
                mine[tile.thread_rank()] += mine[tile.thread_rank() + half];
            }
            tile.sync();
        }
        out[threadIdx.x] = mine[0];
        tile.sync();
    }
    __syncthreads();
    out[threadIdx.x] += sums[63 - threadIdx.x] > 0;
}

// What the first lane of a tile writes is read after more meetings than are kept.
__global__ void long_after(float *out)
{
    __shared__ int values[4];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (tile.thread_rank() == 0) {
        values[tile.meta_group_rank()] = 7;
    }
    for (int again = 0; again < 200; again++) {
        tile.sync();
    }
    out[threadIdx.x] = values[tile.meta_group_rank()];
}

// Warps 0 and 1 meet, then 1 and 2: so 2 knows of 0. Then the block meets as a whole.
__global__ void relay(float *out)
{
    __shared__ int values[96];
    values[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 64) {
        asm volatile("bar.sync 1, 64;" : : : "memory");
        out[threadIdx.x] = values[63 - threadIdx.x];
    }
    if (threadIdx.x >= 32) {
        asm volatile("bar.sync 2, 64;" : : : "memory");
    }
    if (threadIdx.x >= 64) {
        out[threadIdx.x] = values[threadIdx.x - 64];
    }
    __syncthreads();
    values[95 - threadIdx.x] = 0;
}

// Each tile fences and meets, then its first lane takes a ticket. Who is last is handed on by a shuffle; all fence again.
__device__ int rows[256], taken, sum;
__global__ void tickets()
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int row = blockIdx.x * (blockDim.x / 8) + tile.meta_group_rank(), all = gridDim.x * (blockDim.x / 8);
    int ticket = 0;
    rows[8 * row + tile.thread_rank()] = 1;
    __threadfence();
    tile.sync();
    if (tile.thread_rank() == 0) {
        ticket = atomicAdd(&taken, 1);
    }
    if (tile.shfl(ticket, 0) == all - 1) {
        __threadfence();
        for (int i = tile.thread_rank(); i < 8 * all; i += 8) {
            atomicAdd(&sum, rows[i]);
        }
    }
}

LAUNCH_WITH_TWO_ARRAYS(chain<<<1, 8>>>(out); tree<<<1, 64>>>(out); long_after<<<1, 64>>>(out); relay<<<1, 96>>>(out);
                       tickets<<<4, 64>>>())

/* simt --quiet
copied
--
status 0 */
