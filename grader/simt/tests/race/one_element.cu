// All threads write their number to one element.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void choose(int *out)
{
    out[0] = threadIdx.x;
}

int main(void)
{
    int host[32], *out;
    cudaMalloc((void **)&out, sizeof host);
    cudaMemset(out, 0, sizeof host);
    choose<<<1, 32>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", host[0] < 32 ? "done" : "wrong");
    cudaFree(out);
    return 0;
}
