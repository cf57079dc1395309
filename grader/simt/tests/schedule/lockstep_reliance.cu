// Warps count on lanes running in step: wrong with lanes apart, whatever the order of blocks.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(int *out)
{
    __shared__ volatile int values[32];
    int lane = threadIdx.x;
    values[lane] = lane;
    values[lane] += values[(lane + 16) % 32];
    out[blockIdx.x * 32 + lane] = values[lane];
}

int main(void)
{
    int host[64], *out;
    cudaMalloc((void **)&out, sizeof host);
    kernel<<<2, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    cudaFree(out);
    return 0;
}

/* simt --quiet
cudaSuccess
--
race in kernel kernel (64 times)
  shared array values, element 16
    write   lockstep_reliance.cu:9   block 0, thread 16
    read    lockstep_reliance.cu:10  block 0, thread 0
  The threads are in one warp, and no __syncwarp() lies between.
  Lanes need not run in step: put __syncwarp() between the accesses, or
  __syncthreads() if other warps use the data, too.

race in kernel kernel (64 times)
  shared array values, element 0
    read    lockstep_reliance.cu:10  block 0, thread 16
    write   lockstep_reliance.cu:10  block 0, thread 0
  The threads are in one warp, and no __syncwarp() lies between.
  Lanes need not run in step: put __syncwarp() between the accesses, or
  __syncthreads() if other warps use the data. If each step has one, look at
  the index: two threads use one element in one step.

status 1 */
