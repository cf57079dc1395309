// More threads than a block may have, and nobody asks: the kernel never runs.
// FIXED: The same, and the program asks: then it is no mistake.
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
}

int main() {
    int *a, *host = (int *)calloc(4096, sizeof *host);
    cudaMalloc(&a, 4096 * sizeof *a);
    cudaMemset(a, 0, 4096 * sizeof *a);
    fill<<<2, 2048>>>(a, 4096);
#ifdef FIXED
    if (cudaGetLastError() != cudaSuccess)
        fill<<<4, 1024>>>(a, 4096);
#endif
    cudaMemcpy(host, a, 4096 * sizeof *a, cudaMemcpyDeviceToHost);
    printf("%d\n", host[4000]);
    cudaFree(a);
    free(host);
    return 0;
}

/* simt --no-count --
0
--
unnoticed error
  The launch at launch_unnoticed.cu:16 failed with
  cudaErrorInvalidConfiguration: a block can have at most 1024 threads, but
  2048 were requested. The kernel did not run.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 1 */
/* FIXED: simt --quiet --no-count --
4000
--
status 0 */
