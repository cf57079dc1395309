// More threads than a block may have, and nobody asks: the kernel never runs.
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
}

int main() {
    int *a, *host = (int *)calloc(4096, sizeof *host);
    cudaMalloc(&a, 4096 * sizeof *a);
    cudaMemset(a, 0, 4096 * sizeof *a);
    fill<<<2, 2048>>>(a, 4096);
    cudaMemcpy(host, a, 4096 * sizeof *a, cudaMemcpyDeviceToHost);
    printf("%d\n", host[4000]);
    cudaFree(a);
    free(host);
    return 0;
}
