// One lane adds for its whole group and hands the old value round: `old` is set in one lane only, and that must do.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 1000, BLOCK = 256 };

__device__ int add_for_group(int *counter)
{
    unsigned group = __activemask();
    int lane = threadIdx.x % 32, leader = __ffs(group) - 1;
    int old;
    if (lane == leader)
        old = atomicAdd(counter, __popc(group));
    old = __shfl_sync(group, old, leader);
    return old + __popc(group & ((1u << lane) - 1));
}

__global__ void filter(const int *in, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N && in[i] % 3 == 0)
        out[add_for_group(count)] = in[i];
}

__device__ int from_lane(int value, int lane)
{
    return __shfl_sync(0xffffffff, value, lane);
}

__global__ void ballot_filter(const int *in, int *out, int *count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
    bool chosen = i < N && in[i] % 3 == 0;
    unsigned group = __ballot_sync(0xffffffff, chosen);
    int first;
    if (lane == 0)
        first = atomicAdd(count, __popc(group));
    first = from_lane(first, 0);
    if (chosen)
        out[first + __popc(group & ((1u << lane) - 1))] = in[i];
}

int main(void)
{
    static int host[N];
    int *in, *out, *count, found[2];
    for (int i = 0; i < N; i++)
        host[i] = i * 7 % 1001;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
    cudaMalloc((void **)&count, sizeof found);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(count, 0, sizeof found);
    for (int k = 0; k < 2; k++) {
        if (k == 0)
            filter<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, count);
        else
            ballot_filter<<<(N + BLOCK - 1) / BLOCK, BLOCK>>>(in, out, count + 1);
        cudaMemcpy(found, count, sizeof found, cudaMemcpyDeviceToHost);
        cudaMemcpy(host, out, found[k] * sizeof *host, cudaMemcpyDeviceToHost);
        long sum = 0;
        for (int i = 0; i < found[k]; i++)
            sum += host[i];
        printf("%d found, sum %ld\n", found[k], sum);
    }
    cudaFree(in);
    cudaFree(out);
    cudaFree(count);
    return 0;
}

/* simt --quiet
336 found, sum 165816
336 found, sum 165816
--
status 0 */
