// On a GPU: not run there, what it does then is undefined.
// Lanes call __syncwarp with a mask that leaves them out.
// FIXED: Lanes call __syncwarp with a mask that names them all.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void work(int *data)
{
    data[threadIdx.x] += 1;
#ifdef FIXED
    __syncwarp(0xffffffff);
#else
    __syncwarp(0x0000ffff);
#endif
}

int main(void)
{
    int host[64], *data;
    for (int i = 0; i < 64; i++)
        host[i] = i;
    cudaMalloc((void **)&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    work<<<1, 64>>>(data);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(data);
    return 0;
}

/* simt --quiet
failed
--
barrier divergence in kernel work
    stops   syncwarp_mask.cu:13      block 0, thread 16
  Lane 16 calls it, but is not in the mask that it passes.
  A lane must be in its own mask: name all lanes that call it (0xffffffff for a
  whole warp), or let only the named ones call it.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
