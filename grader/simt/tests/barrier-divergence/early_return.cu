// Threads beyond n return before a barrier that the others wait at.
// FIXED: Threads beyond n skip the work, and come to the barrier.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void work(int *data)
{
    __shared__ int copy[64];
    int i = threadIdx.x, n = data[50];
#ifdef FIXED
    if (i < n)
        copy[i] = data[i];
    __syncthreads();
    if (i < n)
        data[i] = copy[n - 1 - i];
#else
    if (i >= n)
        return;
    copy[i] = data[i];
    __syncthreads();
    data[i] = copy[n - 1 - i];
#endif
}

int main(void)
{
    int host[64], *data;
    for (int i = 0; i < 64; i++)
        host[i] = i;
    cudaMalloc((void **)&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    work<<<1, 64>>>(data);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(data);
    return 0;
}

/* simt --quiet
done
--
barrier divergence in kernel work
    waits   early_return.cu:20       block 0, thread 0
  14 of the block's 64 threads ended without reaching this barrier.
  All threads must reach a barrier: put no return before it, and no if around
  it.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
