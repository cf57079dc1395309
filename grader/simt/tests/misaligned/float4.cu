// A float array is read as float4 from element 1 on, which no multiple of 16 bytes reaches.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 7 < n) {
        float4 four = *(const float4 *)(in + 4 * i + 1);
        out[i] = four.x + four.y + four.z + four.w;
    }
}

int main(void)
{
    float host[N], *in, *out;
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof host);
    copy<<<2, 64>>>(in, out, N);
    cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s\n", error == cudaSuccess ? "copied" : "failed");
    cudaFree(in);
    cudaFree(out);
    return 0;
}
