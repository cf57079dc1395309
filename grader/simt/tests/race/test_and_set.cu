/* Each node takes its first neighbour as parent, if nobody was faster: tested, and then set. */
#include <stdio.h>

enum { NODES = 64 };

__global__ void choose(const int *neighbour, int *parent) {
    int node = blockIdx.x * blockDim.x + threadIdx.x, next = neighbour[node];
    int known = parent[next];
    bool free = known == -1;
    if (free) {
        parent[next] = node;
    }
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
    return 0;
}
