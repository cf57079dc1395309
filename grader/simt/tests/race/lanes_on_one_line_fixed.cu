/* Each lane of a warp reads its neighbour's word, and adds it when all have read. */
#include <stdio.h>

__global__ void add(int *out) {
    __shared__ int word[33];
    int lane = threadIdx.x;
    word[lane] = lane;
    word[32] = 0;
    __syncwarp();
    int next = word[lane + 1];
    __syncwarp();
    word[lane] += next;
    __syncwarp();
    out[lane] = word[lane];
}

int main() {
    int *out, result[32];
    cudaMalloc(&out, sizeof result);
    add<<<1, 32>>>(out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[31]);
    cudaFree(out);
    return 0;
}
