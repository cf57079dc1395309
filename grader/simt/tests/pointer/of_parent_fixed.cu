/* The same with a structure that is passed by value, and an array in global memory. */
#include <cstdio>

struct squares {
    int of[32];
};

__global__ void copy(squares from, int *to) {
    to[threadIdx.x] = from.of[threadIdx.x];
}

__global__ void parent(int *to) {
    squares own;
    for (int i = 0; i < 32; i++) {
        own.of[i] = i * i;
    }
    copy<<<1, 32>>>(own, to);
}

int main() {
    int *to, result[32] = {0};
    cudaMalloc(&to, sizeof result);
    parent<<<1, 1>>>(to);
    cudaMemcpy(result, to, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[5]);
    cudaFree(to);
    return 0;
}
