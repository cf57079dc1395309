// Indices in grids and blocks of one, two and three dimensions.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(int *out)
{
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    int size = blockDim.x * blockDim.y * blockDim.z;
    out[block * size + thread] = block * 1000 + threadIdx.z * 100 + threadIdx.y * 10 + threadIdx.x;
}

int main(void)
{
    int host[3 * 2 * 2 * 4 * 3 * 2], *out;
    unsigned sum = 0;
    cudaMalloc((void **)&out, sizeof host);
    kernel<<<dim3(3, 2, 2), dim3(4, 3, 2)>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 288; i++)
        sum = sum * 31 + host[i];
    printf("%d %d %u\n", host[23], host[287], sum);
    kernel<<<dim3(2, 3), dim3(5, 5)>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[24], host[149]);
    cudaFree(out);
    return 0;
}

/* simt --quiet
123 11123 3349828752
44 5044
--
status 0 */
