// Only half of the input is copied to the device.
// FIXED: Only the whole input is copied to the device.
#include <cuda_runtime.h>
#include <stdio.h>

enum { N = 64 };

__global__ void twice(const int *in, int *out)
{
    out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main(void)
{
    int host[N], *in, *out;
    for (int i = 0; i < N; i++)
        host[i] = i;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof host);
#ifdef FIXED
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
#else
    cudaMemcpy(in, host, sizeof host / 2, cudaMemcpyHostToDevice);
#endif
    twice<<<1, N>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[10]);
    cudaFree(in);
    cudaFree(out);
    return 0;
}

/* simt --quiet
20
--
uninitialised read in kernel twice (32 times)
  array in argument 1 (allocated at half_copied.cu:18), element 32
    read    half_copied.cu:10        block 0, thread 32
  It was never written: only the first 128 of the array's 256 bytes have been
  set.
  Is the length of the copy, or of cudaMemset, in bytes, and that of the whole
  array? sizeof of a pointer is 8.

status 1 */
/* FIXED: simt --quiet
20
--
status 0 */
