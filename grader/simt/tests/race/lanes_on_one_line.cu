#ifdef FIXED
/* Each lane of a warp reads its neighbour's word, and adds it when all have read. */
#else
/* Each lane of a warp adds its neighbour's word in one statement, which reads what others write. */
#endif
#include <stdio.h>

__global__ void add(int *out) {
    __shared__ int word[33];
    int lane = threadIdx.x;
    word[lane] = lane;
    word[32] = 0;
    __syncwarp();
#ifdef FIXED
    int next = word[lane + 1];
    __syncwarp();
    word[lane] += next;
#else
    word[lane] += word[lane + 1];
#endif
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

/* simt --quiet
31
--
race in kernel add (31 times)
  shared array word, element 1
    read    lanes_on_one_line.cu:19  block 0, thread 0
    write   lanes_on_one_line.cu:19  block 0, thread 1
  The threads are in one warp, and no __syncwarp() lies between.
  Lanes need not run in step: put __syncwarp() between the accesses. If each
  step has one, look at the index: two threads use the same element in one
  step.

status 1 */
/* FIXED: simt --quiet
31
--
status 0 */
