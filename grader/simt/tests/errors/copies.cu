// Copies that are too long, in the wrong direction, from freed memory or to nowhere: each with its line.
#include <cstdio>

int main() {
    int *a, *freed, *pinned, host[64] = {0};
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&freed, sizeof host);
    cudaMallocHost(&pinned, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(a, host, 2 * sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(a + 60, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(NULL, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(pinned + 1, host, sizeof host, cudaMemcpyHostToHost);
    cudaMemset(host, 0, sizeof host);
    cudaMemset(a, 0, sizeof host + 1);
    cudaFree(freed);
    cudaMemcpy(host, freed, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFreeHost(pinned);
    puts("done");
    return 0;
}
