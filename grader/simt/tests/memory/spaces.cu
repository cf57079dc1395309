// One function reads through generic pointers to global, shared, constant and local memory.
#include <cuda_runtime.h>
#include <stdio.h>

__constant__ int fixed[4] = {10, 20, 30, 40};
__device__ int global[4] = {1, 2, 3, 4};

__device__ __noinline__ int sum(const int *four)
{
    return four[0] + four[1] + four[2] + four[3];
}

__global__ void kernel(const int *in, int *out)
{
    __shared__ int shared[4];
    int local[4];
    for (int i = 0; i < 4; i++)
        local[i] = in[(i + threadIdx.x) % 4] * 1000;
    if (threadIdx.x < 4)
        shared[threadIdx.x] = in[threadIdx.x] * 100;
    __syncthreads();
    const int *places[5] = {fixed, global, shared, local, in};
    out[threadIdx.x] = sum(places[threadIdx.x % 5]);
}

int main(void)
{
    int values[4] = {5, 6, 7, 8}, host[10], *in, *out;
    cudaMalloc((void **)&in, sizeof values);
    cudaMalloc((void **)&out, sizeof host);
    cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
    kernel<<<1, 10>>>(in, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 10; i++)
        printf("%d ", host[i]);
    printf("\n");
    cudaFree(in);
    cudaFree(out);
    return 0;
}

/* simt --quiet
100 10 2600 26000 26 100 10 2600 26000 26 
--
status 0 */
