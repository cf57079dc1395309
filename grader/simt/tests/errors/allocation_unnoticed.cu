// There is not so much memory, and nobody asks: what follows is named behind its cause.
#include <cstdio>

__global__ void fill(float *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
}

int main() {
    float *a = nullptr, host[32] = {};
    cudaMalloc(&a, sizeof *a << 38);
    fill<<<1, 32>>>(a, 32);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    printf("%g\n", host[1]);
    cudaFree(a);
    return 0;
}
