/* Each lane of a warp adds its neighbour's word in one statement, which reads what others write. */
#include <stdio.h>

__global__ void add(int *out) {
    __shared__ int word[33];
    int lane = threadIdx.x;
    word[lane] = lane;
    word[32] = 0;
    __syncwarp();
    word[lane] += word[lane + 1];
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
