// Several threads raise one flag with the same value: a common idiom, and no alarm.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void find(const int *in, int wanted, int *found)
{
    if (in[blockIdx.x * blockDim.x + threadIdx.x] == wanted)
        *found = 1;
}

int main(void)
{
    int host[128], *in, *found, result = 0;
    for (int i = 0; i < 128; i++)
        host[i] = i % 10;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&found, sizeof *found);
    cudaMemset(found, 0, sizeof *found);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    find<<<2, 64>>>(in, 7, found);
    cudaMemcpy(&result, found, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result);
    cudaFree(in);
    cudaFree(found);
    return 0;
}

/* simt --quiet
1
--
status 0 */
