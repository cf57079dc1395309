// A kernel that waits for what it launched and goes on: here its children run when it has ended.
#include <cstdio>

__global__ void child(int *value)
{
    *value = 42;
}

__global__ void parent(int *value)
{
    child<<<1, 1>>>(value);
    cudaDeviceSynchronize();
    value[1] = value[0];
}

int main()
{
    int *values;
    cudaMalloc(&values, 2 * sizeof(int));
    cudaMemset(values, 0, 2 * sizeof(int));
    parent<<<1, 1>>>(values);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(values);
}

/* simt --quiet
unspecified launch failure
--
not supported in kernel parent
    stops   children_waited.cu:12    block 0, thread 0
  The kernel waits for kernels that it launched, and uses memory after that.
  As in CUDA 12, the kernels that it launches run when it has ended: launch
  what needs their results from the host, or as one more kernel.

status 1 */
