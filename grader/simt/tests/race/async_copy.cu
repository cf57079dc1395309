// Asynchronous copies that nobody waits for, or not long enough. Tiles of 32 by 4 bytes.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <stdio.h>

namespace cg = cooperative_groups;

// A barrier, and no wait: the copy may be under way still.
__global__ void barrier_only(const int *in, int *out)
{
    __shared__ int tile[32];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&tile[i], &in[i], sizeof(int));
    __pipeline_commit();
    __syncthreads();
    out[i] = tile[31 - i];
}

// The thread waits for all groups but the last, which is the one that it needs.
__global__ void wait_too_short(const int *in, int *out)
{
    __shared__ int tile[2][32];
    int i = threadIdx.x;
    for (int n = 0; n < 2; n++) {
        __pipeline_memcpy_async(&tile[n][i], &in[32 * n + i], sizeof(int));
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    __syncthreads();
    out[i] = tile[1][i];
}

// Each thread waits for its own copies and reads another's.
__global__ void wait_without_barrier(const int *in, int *out)
{
    __shared__ int tile[32];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&tile[i], &in[i], sizeof(int));
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[i] = tile[31 - i];
}

__global__ void group_does_not_wait(const int *in, int *out)
{
    __shared__ int tile[32];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, tile, in, sizeof tile);
    block.sync();
    out[threadIdx.x] = tile[threadIdx.x];
}

int main(void)
{
    int *in, *out;
    cudaMalloc(&in, 64 * sizeof *in);
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMemset(in, 0, 64 * sizeof *in);
    barrier_only<<<1, 32>>>(in, out);
    wait_too_short<<<1, 32>>>(in, out);
    wait_without_barrier<<<1, 32>>>(in, out);
    group_does_not_wait<<<1, 32>>>(in, out);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(out);
    printf("done\n");
    return 0;
}
