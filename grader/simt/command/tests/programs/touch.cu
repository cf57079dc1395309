// The classic: host code reads device memory.
#include <cstdio>

int main() {
    int *device;
    cudaMalloc(&device, 400);
    cudaMemset(device, 0, 400);
    printf("%d\n", device[3]);
    return 0;
}
