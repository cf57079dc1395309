// A grid without blocks fails, too: an error that the next question finds.
#include <cstdio>

__global__ void fill(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        a[i] = i;
}

int main() {
    int n = 0;
    fill<<<(n + 255) / 256, 256>>>(NULL, n);
    cudaDeviceSynchronize();
    puts("done");
    return 0;
}

/* simt --no-count --
done
--
unnoticed error
  The launch at empty_launch.cu:12 failed with cudaErrorInvalidConfiguration:
  the grid of 0 x 1 x 1 blocks is empty. The kernel did not run.
  Look at what each call returns, and call cudaGetLastError() after each
  launch.

status 1 */
