// Only half of each warp comes to the barrier.
// FIXED: All threads come to the barrier.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void work(int *data)
{
    __shared__ int copy[64];
    int i = threadIdx.x;
    copy[i] = data[i];
    if (i % 32 < 16) {
        copy[i] *= 2;
#ifdef FIXED
    }
    __syncthreads();
#else
        __syncthreads();
    }
#endif
    data[i] = copy[i];
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
    waits   half_warp.cu:17          block 0, thread 0
  32 of the block's 64 threads ended without reaching this barrier.
  All threads must reach a barrier: put no return before it, and no if around
  it.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
