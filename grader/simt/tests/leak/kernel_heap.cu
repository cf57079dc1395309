/* Each thread takes 1 MiB from the heap of kernels, which holds 8 MiB, and none gives it back. */
#include <stdio.h>

__global__ void take(char **kept) {
    char *mine = (char *)malloc(1 << 20);
    kept[threadIdx.x] = mine;
    mine[0] = 1;
}

int main() {
    char **kept;
    cudaMalloc(&kept, 32 * sizeof *kept);
    cudaMemset(kept, 0, 32 * sizeof *kept);
    take<<<1, 4>>>(kept);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    cudaFree(kept);
}

/* simt --quiet
no error
--
note: leak (4 times)
  memory from malloc() or new in a kernel
  It is still allocated when the program ends.
  Release it with free() or delete, in a kernel: cudaFree() cannot.

status 0 */
