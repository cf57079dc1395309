// A warp waits for a flag of another one by a plain read, which the compiler takes out of the loop.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void hand_over(int *out)
{
    __shared__ int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x < 32) {
        out[threadIdx.x] = threadIdx.x;
        __threadfence_block();
        if (threadIdx.x == 0)
            flag = 1;
    } else {
        while (flag == 0) {
        }
        out[threadIdx.x] = threadIdx.x + 1;
    }
}

int main(void)
{
    int *out, host[64];
    cudaMalloc(&out, sizeof host);
    hand_over<<<1, 64>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[40]);
    cudaFree(out);
}

/* simt --quiet
41
--
race in kernel hand_over (32 times)
  shared variable flag
    write   plain_flag.cu:15         block 0, thread 0
    read    plain_flag.cu:17         block 0, thread 32
  The threads are in one block, and no barrier lies between.
  Who waits for a flag must read it with an atomic, or declare it volatile: the
  compiler reads a plain one once, before the loop. And a fence must lie
  between the data and the flag.

status 1 */
