// On a GPU: not run there, the program would just crash.
// The host dereferences a pointer to the device's memory.
// FIXED: The host copies the device's memory before it looks at it.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void fill(int *out)
{
    out[threadIdx.x] = 7;
}

int main(void)
{
    int *data, first = 0;
    cudaMalloc((void **)&data, 32 * sizeof *data);
    fill<<<1, 32>>>(data);
    cudaDeviceSynchronize();
#ifdef FIXED
    cudaMemcpy(&first, data, sizeof first, cudaMemcpyDeviceToHost);
#else
    first = data[0];
#endif
    printf("%d\n", first);
    cudaFree(data);
}

/* simt --quiet
--
lockstep: host code used a device pointer and crashed
wrong pointer
    read    device_on_host.cu:21     the host
  Host code used a pointer that points into device memory.
  Copy the data to the host with cudaMemcpy first, then read the copy.

lockstep: the program was killed by signal 11 (Segmentation fault)
status 1 */
/* FIXED: simt --quiet
7
--
status 0 */
