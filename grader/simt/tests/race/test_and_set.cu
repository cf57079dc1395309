// Each node takes its first neighbour as parent, if nobody was faster: tested, and then set.
// FIXED: Tested and set in one step.
#include <stdio.h>

enum { NODES = 64 };

__global__ void choose(const int *neighbour, int *parent) {
    int node = blockIdx.x * blockDim.x + threadIdx.x, next = neighbour[node];
#ifdef FIXED
    atomicCAS(&parent[next], -1, node);
#else
    int known = parent[next];
    bool free = known == -1;
    if (free) {
        parent[next] = node;
    }
#endif
}

int main() {
    int neighbours[NODES], result[NODES], *neighbour, *parent;
    for (int i = 0; i < NODES; i++) {
        neighbours[i] = i / 8;
    }
    cudaMalloc(&neighbour, sizeof neighbours);
    cudaMalloc(&parent, sizeof result);
    cudaMemset(parent, -1, sizeof result);
    cudaMemcpy(neighbour, neighbours, sizeof neighbours, cudaMemcpyHostToDevice);
    choose<<<2, 32>>>(neighbour, parent);
    cudaMemcpy(result, parent, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d\n", result[0] / 8);
    cudaFree(neighbour);
    cudaFree(parent);
}

/* simt --quiet
0
--
race in kernel choose (64 times)
  array in argument 2 (allocated at test_and_set.cu:26), element 0
    read    test_and_set.cu:12       block 0, thread 7
    write   test_and_set.cu:15       block 0, thread 0
  The threads are in one warp, and no __syncwarp() lies between.
  Is it tested and then set? Others may pass the test, too: do both in one
  step, with atomicCAS() or atomicMax(). Else use an atomic operation, or an
  element for each thread.

race in kernel choose (56 times)
  array in argument 2 (allocated at test_and_set.cu:26), element 0
    write   test_and_set.cu:15       block 0, thread 0
    write   test_and_set.cu:15       block 0, thread 1
  Several threads write different values there, and only one of them stays.
  Is it tested and then set? Others may pass the test, too: do both in one
  step, with atomicCAS() or atomicMax(). Else use an atomic operation, or an
  element for each thread.

status 1 */
/* FIXED: simt --quiet
0
--
status 0 */
