// Calls that fail one after the other: what is said of one keeps nothing of the next back.
#include <cuda_runtime.h>
#include <stdio.h>

int main(void)
{
    char *data, host[16];
    cudaMalloc((void **)&data, 64);
    cudaFree(data + 4);
    cudaMemcpy(host, data + 60, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(host, data, 1000, cudaMemcpyDeviceToHost);
    cudaFree(data);
    cudaFree(data);
    cudaFuncSetAttribute((const void *)host, cudaFuncAttributeMaxDynamicSharedMemorySize, 1000);
    printf("done\n");
    return 0;
}
