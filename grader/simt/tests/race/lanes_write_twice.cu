/* A warp sets its words, then turns them round: two writes by different lanes. */
#include <stdio.h>

__global__ void turn(int *out) {
    __shared__ int word[32];
    int lane = threadIdx.x;
    word[lane] = 0;
    word[31 - lane] = lane + 1;
    __syncwarp();
    out[lane] = word[lane];
}

int main() {
    int *out, result[32];
    cudaMalloc(&out, sizeof result);
    turn<<<1, 32>>>(out);
    cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[0]);
    cudaFree(out);
    return 0;
}
