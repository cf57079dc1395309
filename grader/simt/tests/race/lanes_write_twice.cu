#ifdef FIXED
/* A warp sets its words, then turns them round, with __syncwarp() between. */
#else
/* A warp sets its words, then turns them round: two writes by different lanes. */
#endif
#include <stdio.h>

__global__ void turn(int *out) {
    __shared__ int word[32];
    int lane = threadIdx.x;
    word[lane] = 0;
#ifdef FIXED
    __syncwarp();
#endif
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

/* simt --quiet
32
--
race in kernel turn (31 times)
  shared array word, element 31
    write   lanes_write_twice.cu:11  block 0, thread 31
    write   lanes_write_twice.cu:15  block 0, thread 0
  Several threads write different values there, and only one of them stays.
  Lanes need not run in step: put __syncwarp() between the writes, or give each
  thread its own element.

status 1 */
/* FIXED: simt --quiet
32
--
status 0 */
