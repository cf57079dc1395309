// The host uses managed variables, and has not waited for the kernel that uses them.
#include <cuda_runtime.h>
#include <cstdio>

__managed__ int total;
__managed__ int field[3000];
__managed__ int beside;

__global__ void work(int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        field[i] = i;
        atomicAdd(&total, 1);
    }
}

__global__ void fill(int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        field[i] = 2 * i;
}

int main() {
    work<<<12, 256>>>(3000);
    beside = 1; // nobody else's
    cudaDeviceSynchronize();
    printf("%d %d\n", total, field[2999]);
    fill<<<12, 256>>>(3000);
    int early = field[10];
    cudaDeviceSynchronize();
    fill<<<12, 256>>>(3000);
    field[7] = early;
    cudaDeviceSynchronize();
    printf("%d\n", beside);
    return 0;
}
