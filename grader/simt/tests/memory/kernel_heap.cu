// Each thread takes 1 MiB from the heap of kernels, which holds 8 MiB, and does not look at what it got.
// FIXED: The heap is made large enough first.
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
#ifdef FIXED
    cudaDeviceSetLimit(cudaLimitMallocHeapSize, 40 << 20);
#endif
    cudaMalloc(&kept, 32 * sizeof *kept);
    cudaMemset(kept, 0, 32 * sizeof *kept);
    take<<<1, 32>>>(kept);
    give_back<<<1, 32>>>(kept);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(kept);
}

/* simt --quiet
an illegal memory access was encountered
--
wrong pointer in kernel take
    write   kernel_heap.cu:8         block 0, thread 8
  The pointer is null.
  malloc() in a kernel returned NULL: its heap is full. Test what it returns,
  free() what is no longer needed, or call
  cudaDeviceSetLimit(cudaLimitMallocHeapSize, …) first.

status 1 */
/* FIXED: simt --quiet
no error
--
status 0 */
