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
    return 0;
}
