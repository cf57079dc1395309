// The barriers that count and combine a predicate.
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void kernel(int *out)
{
    int i = threadIdx.x;
    int odd = __syncthreads_count(i % 2);
    int all = __syncthreads_and(i < 100);
    int any = __syncthreads_or(i == 95);
    int none = __syncthreads_or(i == 96);
    out[i] = odd * 1000 + all * 100 + any * 10 + none;
}

int main(void)
{
    int host[96], *out;
    cudaMalloc((void **)&out, sizeof host);
    kernel<<<1, 96>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[0], host[95]);
    cudaFree(out);
    return 0;
}

/* simt --quiet
48110 48110
--
status 0 */
