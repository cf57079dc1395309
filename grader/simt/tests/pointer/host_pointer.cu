// A kernel receives a pointer to the host's memory.
// FIXED: A kernel receives a pointer to the device's memory.
#include <cuda_runtime.h>
#include <stdio.h>

#include <stdlib.h>

__global__ void fill(int *out)
{
    out[threadIdx.x] = 1;
}

int main(void)
{
    int *host = (int *)malloc(32 * sizeof *host), *out;
    cudaMalloc((void **)&out, 32 * sizeof *out);
#ifdef FIXED
    fill<<<1, 32>>>(out);
#else
    fill<<<1, 32>>>(host);
#endif
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(out);
    free(host);
}

/* simt --quiet
failed
--
wrong pointer in kernel fill
    write   host_pointer.cu:10       block 0, thread 0
  The pointer points to host memory.
  Pass a device pointer: to a copy of the data (cudaMemcpy), or to mapped
  memory.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
