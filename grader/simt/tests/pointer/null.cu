// A kernel writes through a null pointer.
// FIXED: A kernel writes through an allocated pointer.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void fill(int *out)
{
    out[threadIdx.x] = 1;
}

int main(void)
{
    int *out = NULL;
#ifdef FIXED
    cudaMalloc((void **)&out, 32 * sizeof *out);
#endif
    fill<<<1, 32>>>(out);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(out);
}

/* simt --quiet
failed
--
wrong pointer in kernel fill
    write   null.cu:8                block 0, thread 0
  The pointer is null.
  Pass a pointer that cudaMalloc has set, and check its result.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
