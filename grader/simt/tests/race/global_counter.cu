// Blocks increment one counter with an ordinary addition.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void count(int *counter)
{
    if (threadIdx.x == 0)
        *counter += 1;
}

int main(void)
{
    int *counter, host = 0;
    cudaMalloc((void **)&counter, sizeof *counter);
    cudaMemset(counter, 0, sizeof *counter);
    count<<<8, 32>>>(counter);
    cudaMemcpy(&host, counter, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host >= 1 ? "counted" : "wrong");
    cudaFree(counter);
    return 0;
}
