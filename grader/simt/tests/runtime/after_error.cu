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

/* simt --quiet
0
0
0
0
--
out of bounds in kernel fill
  array in argument 1 (allocated at after_error.cu:13), element 32
    write   after_error.cu:7         block 0, thread 24
  That is past the array's end: it has 32 elements of 4 bytes.
  Test the index against the array's length first.

status 1 */
