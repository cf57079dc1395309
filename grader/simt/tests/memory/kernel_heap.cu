/* Each thread takes 1 MiB from the heap of kernels, which holds 8 MiB, and does not look at what it got. */
#include <stdio.h>

__global__ void take(char **kept) {
    char *mine = (char *)malloc(1 << 20);
    kept[threadIdx.x] = mine;
    mine[0] = 1;
}

__global__ void give_back(char **kept) {
    free(kept[threadIdx.x]);
}

int main() {
    char **kept;
    cudaMalloc(&kept, 32 * sizeof *kept);
    cudaMemset(kept, 0, 32 * sizeof *kept);
    take<<<1, 32>>>(kept);
    give_back<<<1, 32>>>(kept);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(kept);
    return 0;
}
