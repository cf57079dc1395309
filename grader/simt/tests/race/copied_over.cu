// Two buffers that copies fill in turn while the other one is read, without a barrier between the last use of a buffer and
// the copy that fills it again. No copy waits too short.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <stdio.h>

namespace cg = cooperative_groups;

#define AFTER_USE

__global__ void each_its_own(const int *in, int *out, int tiles)
{
    __shared__ int tile[2][64];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&tile[0][i], &in[i], sizeof(int));
    __pipeline_commit();
    for (int n = 0; n < tiles; n++) {
        if (n + 1 < tiles) {
            __pipeline_memcpy_async(&tile[(n + 1) % 2][i], &in[64 * (n + 1) + i], sizeof(int));
        }
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        out[64 * n + i] = tile[n % 2][63 - i];
        AFTER_USE;
    }
}

__global__ void by_the_group(const int *in, int *out, int tiles)
{
    __shared__ int tile[64];
    cg::thread_block block = cg::this_thread_block();
    for (int n = 0; n < tiles; n++) {
        cg::memcpy_async(block, tile, in + 64 * n, sizeof tile);
        cg::wait(block);
        out[64 * n + threadIdx.x] += tile[63 - threadIdx.x];
        AFTER_USE;
    }
}

int main(void)
{
    enum { TILES = 5, N = 64 * TILES };
    int host[N], *in, *out;
    for (int i = 0; i < N; i++) {
        host[i] = i;
    }
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    each_its_own<<<1, 64>>>(in, out, TILES);
    by_the_group<<<1, 64>>>(in, out, TILES);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[N - 1]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}
