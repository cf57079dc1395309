// A counter is read while other warps still add to it.
// FIXED: A counter is read after a barrier that follows the last addition.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void count(const int *in, int *out)
{
    __shared__ int positive;
    if (threadIdx.x == 0)
        positive = 0;
    __syncthreads();
    if (in[threadIdx.x] > 0)
        atomicAdd(&positive, 1);
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0)
        *out = positive;
}

int main(void)
{
    int host[64], *in, *out, result = 0;
    for (int i = 0; i < 64; i++)
        host[i] = i % 4 - 1;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof *out);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    count<<<1, 64>>>(in, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
#ifdef FIXED
    printf("%s\n", result == 32 ? "done" : "wrong");
#else
    printf("%s\n", result <= 32 ? "done" : "wrong");
#endif
    cudaFree(in);
    cudaFree(out);
    return 0;
}

/* simt --quiet
done
--
race in kernel count (17 times)
  shared variable positive
    read    atomic_plain_read.cu:18  block 0, thread 0
    atomic  atomic_plain_read.cu:13  block 0, thread 34
  One access is atomic, the other is not, and nothing orders them.
  Put __syncthreads() between the two accesses, or make both atomic.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
