// An array is never freed.
// FIXED: An array is freed at the end.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void fill(int *out)
{
    out[threadIdx.x] = threadIdx.x;
}

int main(void)
{
    int *out, last = 0;
    cudaMalloc((void **)&out, 32 * sizeof *out);
    fill<<<1, 32>>>(out);
    cudaMemcpy(&last, out + 31, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
#ifdef FIXED
    cudaFree(out);
#endif
}

/* simt --quiet
31
--
note: leak
  array of 128 bytes (allocated at forgotten_array.cu:14)
  It is still allocated when the program ends.
  Release it with cudaFree().

status 0 */
/* FIXED: simt --quiet
31
--
status 0 */
