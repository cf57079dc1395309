// A float array is read as float4 from element 1 on, which no multiple of 16 bytes reaches.
// FIXED: A float array is read as float4 from element 4 on.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 7 < n) {
#ifdef FIXED
        float4 four = *(const float4 *)(in + 4 * i + 4);
#else
        float4 four = *(const float4 *)(in + 4 * i + 1);
#endif
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

/* simt --quiet
failed
--
misaligned access in kernel copy
  16 bytes at an address that is 4 past a multiple of 16
    read    float4.cu:17             block 0, thread 0
  The address is not a multiple of the size.
  A wide access needs an address that is a multiple of its size.

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
