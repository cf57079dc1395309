// The two sides of an if each have a barrier of their own.
// FIXED: Both sides of the if meet at one barrier.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void work(int *data)
{
    __shared__ int copy[64];
    int i = threadIdx.x;
    if (i % 2 == 0) {
        copy[i] = data[i] + 1;
#ifdef FIXED
    } else {
        copy[i] = data[i] - 1;
    }
    __syncthreads();
#else
        __syncthreads();
    } else {
        copy[i] = data[i] - 1;
        __syncthreads();
    }
#endif
    data[i] = copy[i ^ 1];
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
    waits   two_barriers.cu:18       block 0, thread 0
    waits   two_barriers.cu:21       block 0, thread 1
  Threads of one block wait at two different barriers.
  All must reach the same one: move it out of the if or the loop.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
