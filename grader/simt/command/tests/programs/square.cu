// A clean program: squares 1000 numbers, prints their sum.
#include <cstdio>

__global__ void square(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i * i;
}

int main(int argc, char **argv) {
    int host[1000], *device;
    long sum = 0;
    cudaMalloc(&device, sizeof host);
    square<<<4, 256>>>(device, 1000);
    if (cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 3;
    for (int value : host)
        sum += value;
    printf("%ld%s\n", sum, argc > 1 ? argv[1] : "");
    cudaFree(device);
    return argc > 2 ? 7 : 0;
}
