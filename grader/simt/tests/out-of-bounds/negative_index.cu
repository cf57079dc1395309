// The first thread reads element -1.
// FIXED: The first thread reads itself where it has no left neighbour.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
#ifdef FIXED
        out[i] = in[i] - in[i > 0 ? i - 1 : 0];
#else
        out[i] = in[i] - in[i - 1];
#endif
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
out of bounds in kernel copy
  array in argument 1 (allocated at negative_index.cu:24), element -1
    read    negative_index.cu:15     block 0, thread 0
  That is before the array's beginning.
  The index is negative: which part of it has a signed type, or goes below
  zero?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
