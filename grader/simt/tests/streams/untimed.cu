// The time between two events, asked for before the work between them has ended, and rightly.
#include <cstdio>

__global__ void nothing() {}

int main() {
    cudaEvent_t begin, end;
    float milliseconds = -1;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);

    // Ask again until there is one.
    cudaEventRecord(begin);
    nothing<<<1, 32>>>();
    cudaEventRecord(end);
    while (cudaEventElapsedTime(&milliseconds, begin, end) == cudaErrorNotReady) {
        cudaEventQuery(end);
    }
    printf("%d\n", milliseconds > 0);

    // Nobody waits.
    milliseconds = -1;
    cudaEventRecord(begin);
    nothing<<<1, 32>>>();
    cudaEventRecord(end);
    cudaError_t error = cudaEventElapsedTime(&milliseconds, begin, end);
    printf("%d %s\n", milliseconds > 0, cudaGetErrorName(error));

    cudaDeviceSynchronize();
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    return 0;
}

/* simt --quiet
1
0 cudaErrorNotReady
--
note: not waited for
  cudaEventElapsedTime at untimed.cu:26: the work before one of the events has
  not ended, so there is no time yet.
  Wait for them first, with cudaDeviceSynchronize().

status 0 */
