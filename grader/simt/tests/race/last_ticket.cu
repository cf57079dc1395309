// The last block sets the counter back, but it does not ask whether it is the last to come.
#include <stdio.h>

__device__ unsigned tickets;

__global__ void count(void)
{
    if (threadIdx.x == 0) {
        atomicAdd(&tickets, 1);
        if (blockIdx.x == gridDim.x - 1)
            tickets = 0;
    }
}

int main(void)
{
    count<<<4, 64>>>();
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
