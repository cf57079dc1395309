/* The kernel that goes too far has no test of its index. The one before it in the file has. */
#include <cstdio>

__global__ void clear(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] = 0;
    }
}

__global__ void count(int *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
}

int main() {
    const int n = 100;
    int *a, result[100];
    cudaMalloc(&a, sizeof result);
    clear<<<4, 32>>>(a, n);
    count<<<4, 32>>>(a);
    cudaError_t error = cudaMemcpy(result, a, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorName(error));
    cudaFree(a);
}

/* simt --quiet
cudaErrorIllegalAddress
--
out of bounds in kernel count
  array in argument 1 (allocated at test_elsewhere.cu:19), element 100
    write   test_elsewhere.cu:13     block 3, thread 4
  That is past the array's end: it has 100 elements of 4 bytes.
  Test the index against the array's length first.

status 1 */
