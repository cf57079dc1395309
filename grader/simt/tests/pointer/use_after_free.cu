// A kernel reads an array after cudaFree.
// FIXED: A kernel reads an array before cudaFree.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void twice(const int *in, int *out)
{
    out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main(void)
{
    int *in, *out;
    cudaMalloc((void **)&in, 4 << 20);
    cudaMalloc((void **)&out, 32 * sizeof *out);
    cudaMemset(in, 0, 4 << 20);
#ifdef FIXED
    twice<<<1, 32>>>(in, out);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(in);
#else
    cudaFree(in);
    twice<<<1, 32>>>(in, out);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
#endif
    cudaFree(out);
}

/* simt --quiet
failed
--
use after free in kernel twice
  array in argument 1 (allocated at use_after_free.cu:14), element 0
    read    use_after_free.cu:8      block 0, thread 0
  The array has been freed.
  Call cudaFree() only when no kernel needs the array.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
