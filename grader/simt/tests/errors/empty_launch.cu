// A grid without blocks fails, too: an error that the next question finds.
#include <cstdio>

__global__ void fill(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
}

int main() {
    int n = 0;
    fill<<<(n + 255) / 256, 256>>>(NULL, n);
    cudaDeviceSynchronize();
    puts("done");
    return 0;
}
