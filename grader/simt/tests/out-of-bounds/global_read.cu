// A stencil reads one element past the end.
// FIXED: A stencil reads only the elements that exist.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
    if (i < n - 1)
#else
    if (i < n)
#endif
        out[i] = in[i] + in[i + 1];
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
  array in argument 1 (allocated at global_read.cu:24), element 100
    read    global_read.cu:16        block 1, thread 35
  That is past the array's end: it has 100 elements of 4 bytes.
  It goes too far by one element: does a test say <= instead of <, or forget a
  neighbour's + 1? Or is the array too short?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
