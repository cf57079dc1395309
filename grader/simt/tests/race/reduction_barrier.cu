// A tree reduction that forgets the barrier inside its loop.
// FIXED: A tree reduction with a barrier after every step.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 128 };

__global__ void sum(const int *in, int *out)
{
    __shared__ int sums[N];
    int tid = threadIdx.x;
    sums[tid] = in[tid];
    __syncthreads();
    for (int stride = N / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            sums[tid] += sums[tid + stride];
#ifdef FIXED
        __syncthreads();
#endif
    }
    if (tid == 0)
        *out = sums[0];
}

int main(void)
{
    int host[N], *in, *out, result = 0;
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof *out);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    sum<<<1, N>>>(in, out);
    cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
#ifdef FIXED
    printf("%s\n", result == N * (N - 1) / 2 ? "done" : "wrong");
#else
    printf("%s\n", result == result ? "done" : "wrong");
#endif
    cudaFree(in);
    cudaFree(out);
}

/* simt --quiet
done
--
race in kernel sum (63 times)
  shared array sums, element 32
    read    reduction_barrier.cu:16  block 0, thread 0
    write   reduction_barrier.cu:16  block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Put __syncthreads() between the two accesses. If each step has one, look at
  the index: two threads use the same element in one step.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
