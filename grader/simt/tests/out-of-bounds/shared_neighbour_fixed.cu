// A shared array is overrun nowhere: both arrays are long enough.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
    __shared__ float left[72], right[72];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    left[threadIdx.x] = 1.0f;
    right[threadIdx.x] = 2.0f;
    __syncthreads();
    if (threadIdx.x < 8) {
        left[threadIdx.x + n - 36] = 3.0f;
        right[threadIdx.x + n - 36] = 4.0f;
    }
    __syncthreads();
    if (i < n)
        out[i] = in[i] + left[threadIdx.x] + right[threadIdx.x];
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
