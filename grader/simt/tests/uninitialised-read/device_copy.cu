// A copy on the device carries bytes along that nobody has written.
// FIXED: A copy on the device carries bytes along that cudaMemset wrote.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void twice(const int *in, int *out)
{
    out[threadIdx.x] = 2 * in[threadIdx.x];
}

int main(void)
{
    int *first, *second, *out;
    cudaMalloc((void **)&first, 32 * sizeof *first);
    cudaMalloc((void **)&second, 32 * sizeof *second);
    cudaMalloc((void **)&out, 32 * sizeof *out);
#ifdef FIXED
    cudaMemset(first, 0, 32 * sizeof *first);
#endif
    cudaMemcpy(second, first, 32 * sizeof *first, cudaMemcpyDeviceToDevice);
    twice<<<1, 32>>>(second, out);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(first);
    cudaFree(second);
    cudaFree(out);
}

/* simt --quiet
done
--
uninitialised read in kernel twice (32 times)
  array in argument 1 (allocated at device_copy.cu:15), element 0
    read    device_copy.cu:8         block 0, thread 0
  It was never written.
  cudaMalloc does not clear memory: copy to it or use cudaMemset first.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
