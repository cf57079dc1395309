// Asynchronous copies that nobody waits for, or not long enough. Tiles of 32 by 4 bytes.
// FIXED: Asynchronous copies in their many ways, each waited for.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
#include <stdio.h>

namespace cg = cooperative_groups;

#ifdef FIXED
__global__ void functions(const int *in, int *out)
{
    __shared__ int tile[2][64];
    int i = threadIdx.x, sum = 0;
    __pipeline_memcpy_async(&tile[0][i], &in[i], sizeof(int));
    __pipeline_commit();
    for (int n = 0; n < 4; n++) {
        if (n < 3)
            __pipeline_memcpy_async(&tile[(n + 1) % 2][i], &in[64 * (n + 1) + i], sizeof(int));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[n % 2][63 - i];
        __syncthreads();
    }
    out[i] = sum;
}

__global__ void group(const int *in, int *out)
{
    __shared__ int4 tile[16];
    cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, (int *)tile, in, sizeof tile);
    cg::wait(block);
    out[threadIdx.x] = ((int *)tile)[63 - threadIdx.x];
}

__global__ void barriers(const int *in, int *out)
{
    __shared__ int tile[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    int i = threadIdx.x, sum = 0;
    if (i == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    for (int n = 0; n < 4; n++) {
        cuda::memcpy_async(&tile[i], &in[64 * n + i], sizeof(int), bar);
        auto token = bar.arrive();
        bar.wait(static_cast<decltype(token) &&>(token));
        sum += tile[63 - i];
        bar.arrive_and_wait();
    }
    out[i] = sum;
}

// The first 32 threads fill the stages, the others use them up.
__global__ void pipeline(const int *in, int *out)
{
    __shared__ int tile[2][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    cg::thread_block block = cg::this_thread_block();
    bool fills = threadIdx.x < 32;
    auto pipe = cuda::make_pipeline(block, &state, fills ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    int i = threadIdx.x % 32, sum = 0;
    for (int n = 0; n < 4; n++) {
        if (fills) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[n % 2][i], &in[32 * n + i], cuda::aligned_size_t<4>(4), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            sum += tile[n % 2][31 - i];
            pipe.consumer_release();
        }
    }
    if (!fills)
        out[i] = sum;
}

__global__ void own_pipeline(const int *in, int *out)
{
    __shared__ int tile[2][64];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    int i = threadIdx.x, sum = 0;
    for (int n = 0, ahead = 0; n < 4; n++) {
        for (; ahead < 4 && ahead < n + 2; ahead++) {
            pipe.producer_acquire();
            cuda::memcpy_async(&tile[ahead % 2][i], &in[64 * ahead + i], sizeof(int), pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        __syncthreads();
        sum += tile[n % 2][63 - i];
        __syncthreads();
        pipe.consumer_release();
    }
    out[i] = sum;
#else
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

// Both stages are filled; nobody waits for the first.
__global__ void stage_not_awaited(const int *in, int *out)
{
    __shared__ int tile[2][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state);
    for (int n = 0; n < 2; n++) {
        pipe.producer_acquire();
        cuda::memcpy_async(&tile[n][threadIdx.x], &in[threadIdx.x], sizeof(int), pipe);
        pipe.producer_commit();
    }
    out[threadIdx.x] = tile[0][31 - threadIdx.x];
#endif
}

int main(void)
{
    int numbers[256], answer[64], *in, *out;
    for (int i = 0; i < 256; i++)
        numbers[i] = i;
    cudaMalloc(&in, sizeof numbers);
    cudaMalloc(&out, sizeof answer);
    cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
#ifdef FIXED
    for (auto kernel : {functions, group, barriers, pipeline, own_pipeline}) {
        kernel<<<1, 64>>>(in, out);
        cudaMemcpy(answer, out, sizeof answer, cudaMemcpyDeviceToHost);
        printf("%d %d\n", answer[0], answer[31]);
    }
#else
    for (auto kernel : {barrier_only, wait_too_short, wait_without_barrier, stage_not_awaited})
        kernel<<<1, 32>>>(in, out);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
#endif
    cudaFree(in);
    cudaFree(out);
}

/* simt --quiet
cudaSuccess
--
race in kernel barrier_only (32 times)
  shared array tile, element 0
    read    async_copy.cu:109        block 0, thread 31
    write   async_copy.cu:106        block 0, thread 0
  An asynchronous copy writes there, and it may still be under way.
  Wait for the copy (cuda::barrier, __pipeline_wait_prior,
  cooperative_groups::wait), then a barrier.

race in kernel wait_too_short (32 times)
  shared array tile, element 32
    read    async_copy.cu:123        block 0, thread 0
    write   async_copy.cu:118        block 0, thread 0
  An asynchronous copy writes there, and it may still be under way.
  Wait for the copy (cuda::barrier, __pipeline_wait_prior,
  cooperative_groups::wait), then a barrier.

race in kernel wait_without_barrier (32 times)
  shared array tile, element 31
    write   async_copy.cu:131        block 0, thread 31
    read    async_copy.cu:134        block 0, thread 0
  An asynchronous copy writes there, and it may still be under way.
  Wait for the copy (cuda::barrier, __pipeline_wait_prior,
  cooperative_groups::wait), then a barrier.

race in kernel stage_not_awaited (31 times)
  shared array tile, element 31
    write   async_copy.cu:145        block 0, thread 31
    read    async_copy.cu:148        block 0, thread 0
  An asynchronous copy writes there, and it may still be under way.
  Wait for the copy (cuda::barrier, __pipeline_wait_prior,
  cooperative_groups::wait), then a barrier.

status 1 */
/* FIXED: simt --quiet
636 512
63 32
636 512
316 192
636 512
--
status 0 */
