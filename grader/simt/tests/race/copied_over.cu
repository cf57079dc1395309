// Two buffers that copies fill in turn while the other one is read, without a barrier between the last use of a buffer and
// FIXED: Two buffers that copies fill in turn while the other one is read, with a barrier between the last use of a buffer and
// the copy that fills it again. No copy waits too short.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda_pipeline.h>
#include <stdio.h>

namespace cg = cooperative_groups;

#ifdef FIXED
#define AFTER_USE __syncthreads()
#else
#define AFTER_USE
#endif

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
}

/* simt --quiet
126 512
--
race in kernel each_its_own (192 times)
  shared array tile, element 0
    read    copied_over.cu:30        block 0, thread 63
    write   copied_over.cu:25        block 0, thread 0
  An asynchronous copy writes there, and it may still be under way.
  Wait for the copy (cuda::barrier, __pipeline_wait_prior,
  cooperative_groups::wait), then a barrier. Is the buffer filled again? Then
  put a barrier between its last use and the new copy.

race in kernel by_the_group (252 times)
  shared array tile, element 31
    write   copied_over.cu:40        block 0, thread 7
    read    copied_over.cu:42        block 0, thread 32
  An asynchronous copy writes there, and it may still be under way.
  Wait for the copy (cuda::barrier, __pipeline_wait_prior,
  cooperative_groups::wait), then a barrier. Is the buffer filled again? Then
  put a barrier between its last use and the new copy.

status 1 */
/* FIXED: simt --quiet
126 512
--
status 0 */
