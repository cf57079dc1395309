// Copies in every direction, filling, and their errors.
#include <cuda_runtime.h>
#include <stdio.h>

__device__ int variable[4];
__constant__ int table[4];

__global__ void kernel(int *out)
{
    out[threadIdx.x] = variable[threadIdx.x] * 10 + table[threadIdx.x];
}

int main(void)
{
    int host[4] = {1, 2, 3, 4}, *a, *b, *out;
    cudaMalloc((void **)&a, sizeof host);
    cudaMalloc((void **)&b, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(b, a, sizeof host, cudaMemcpyDeviceToDevice);
    cudaMemcpyToSymbol(variable, host, sizeof host);
    host[0] = 9;
    cudaMemcpyToSymbol(table, host, sizeof host);
    kernel<<<1, 4>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDefault);
    printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
    cudaMemcpy(host, b, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d %d %d\n", host[0], host[1], host[2], host[3]);
    cudaMemset(b, 1, sizeof host);
    cudaMemcpyAsync(host, b, sizeof host, cudaMemcpyDeviceToHost, 0);
    cudaMemcpyFromSymbol(host + 3, variable, sizeof(int), 3 * sizeof(int));
    printf("%d %d\n", host[0], host[3]);
    printf("%s\n", cudaGetErrorName(cudaMemcpy(host, b, sizeof host, (cudaMemcpyKind)7)));
    cudaGetLastError();
    cudaFree(a);
    cudaFree(b);
    cudaFree(out);
    return 0;
}

/* simt --quiet
19 22 33 44
1 2 3 4
16843009 4
cudaErrorInvalidMemcpyDirection
--
status 0 */
