// A kernel uses 64 floats of dynamic shared memory; the launch gives 32.
// FIXED: A kernel uses 64 floats of dynamic shared memory; the launch gives 64.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 100 };

__global__ void copy(const float *in, float *out, int n)
{
    extern __shared__ float buffer[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    buffer[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    if (i < n)
        out[i] = buffer[threadIdx.x ^ 1];
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
#ifdef FIXED
    copy<<<2, 64, 64 * sizeof(float)>>>(in, out, N);
#else
    copy<<<2, 64, 32 * sizeof(float)>>>(in, out, N);
#endif
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
  shared array buffer, element 32
    write   dynamic_shared.cu:12     block 0, thread 32
  It has 32 elements of 4 bytes.
  The launch gives it 128 bytes, not elements: is that enough for the block?

status 1 */
/* FIXED: simt --quiet
copied
--
status 0 */
