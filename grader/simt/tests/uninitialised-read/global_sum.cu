// A sum is added to a result that nobody has set.
// FIXED: A sum is added to a result that cudaMemset has set to zero.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void add(const int *in, int *out)
{
    atomicAdd(out, in[threadIdx.x]);
}

int main(void)
{
    int host[32], *in, *out;
    for (int i = 0; i < 32; i++)
        host[i] = i;
    cudaMalloc((void **)&in, sizeof host);
    cudaMalloc((void **)&out, sizeof *out);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
#ifdef FIXED
    cudaMemset(out, 0, sizeof *out);
#endif
    add<<<1, 32>>>(in, out);
    printf("%s\n", cudaDeviceSynchronize() == cudaSuccess ? "done" : "failed");
    cudaFree(in);
    cudaFree(out);
}

/* simt --quiet
done
--
uninitialised read in kernel add
  array in argument 2 (allocated at global_sum.cu:17), element 0
    atomic  global_sum.cu:8          block 0, thread 0
  It was never written.
  cudaMalloc does not clear memory: copy to it or use cudaMemset first.

status 1 */
/* FIXED: simt --quiet
done
--
status 0 */
