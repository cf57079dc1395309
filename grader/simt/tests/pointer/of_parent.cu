/* A kernel launches another one with a pointer to an array of its own. */
#include <cstdio>

__global__ void copy(const int *from, int *to) {
    to[threadIdx.x] = from[threadIdx.x];
}

__global__ void parent(int *to) {
    int own[32];
    for (int i = 0; i < 32; i++) {
        own[i] = i * i;
    }
    copy<<<1, 32>>>(own, to);
}

int main() {
    int *to, result[32] = {0};
    cudaMalloc(&to, sizeof result);
    parent<<<1, 1>>>(to);
    cudaError_t error = cudaMemcpy(result, to, sizeof result, cudaMemcpyDeviceToHost);
    printf("%s\n", cudaGetErrorName(error));
    cudaFree(to);
    return 0;
}
