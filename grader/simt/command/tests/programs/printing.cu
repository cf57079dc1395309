// What kernels print comes out when the host waits, between the host's own lines.
#include <cstdio>

__global__ void hello(const char *) { printf("thread %d of block %d\n", threadIdx.x, blockIdx.x); }

int main() {
    printf("before\n");
    hello<<<2, 2>>>(nullptr);
    printf("launched\n");
    cudaDeviceSynchronize();
    printf("after\n");
    return 0;
}
