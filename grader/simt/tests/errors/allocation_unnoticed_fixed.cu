// A program that takes less where there is not so much, whatever the error was; and a pointer that nobody uses.
#include <cstdio>

__global__ void fill(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
}

int main() {
    float *a = nullptr, *unused = nullptr, host[32] = {};
    size_t bytes = sizeof *a << 38;
    while (cudaMalloc(&a, bytes) != cudaSuccess)
        bytes /= 1024;
    cudaMalloc(&unused, sizeof *a << 38);
    fill<<<1, 32>>>(a, 32);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g\n", host[1]);
    cudaFree(a);
    return 0;
}
