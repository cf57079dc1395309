// Calls, recursion, function pointers and templates.
#include <cuda_runtime.h>
#include <stdio.h>

__device__ __noinline__ int twice(int x)
{
    return 2 * x;
}

__device__ __noinline__ int square(int x)
{
    return x * x;
}

__device__ int factorial(int n)
{
    return n <= 1 ? 1 : n * factorial(n - 1);
}

template <int FACTOR> __device__ int scaled(int x)
{
    return FACTOR * x;
}

__global__ void kernel(int *out)
{
    int i = threadIdx.x;
    int (*function)(int) = i % 2 ? twice : square;
    out[i] = function(i) + factorial(i % 7) + scaled<3>(i);
}

int main(void)
{
    int host[16], *out;
    cudaMalloc((void **)&out, sizeof host);
    kernel<<<1, 16>>>(out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 16; i++)
        printf("%d ", host[i]);
    printf("\n");
    cudaFree(out);
    return 0;
}

/* simt --quiet
1 6 12 21 52 145 774 36 89 47 136 79 300 785 239 76 
--
status 0 */
