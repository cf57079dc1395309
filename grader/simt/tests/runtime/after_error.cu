// After a kernel's error no call succeeds: what fails then, and what is done with pointers that no cudaMalloc has set, is
// no finding of its own.
#include <cstdio>

__global__ void fill(int *values, int n)
{
    values[threadIdx.x + n] = n;
}

static void one(int n)
{
    int *values = nullptr, host[32] = {};
    cudaMalloc(&values, sizeof host);
    cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
    fill<<<1, 32>>>(values, n);
    cudaDeviceSynchronize();
    cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
    printf("%d\n", host[0]);
    cudaMemset(values, 0, sizeof host);
    cudaFree(values);
}

int main()
{
    one(0);
    one(8);
    one(0);
    one(0);
    return 0;
}
