// Two kernels in two streams: one writes what the other reads, and nothing orders the two.
// FIXED: Two kernels in two streams: one reads what the other writes, and an event orders the two.
#include <cstdio>

__global__ void make(int *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        data[i] = i;
    }
}

__global__ void twice(const int *data, int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i] = 2 * data[i];
    }
}

int main() {
    const int n = 1000;
    int *data, *out, last = -1;
    cudaStream_t first, second;
#ifdef FIXED
    cudaEvent_t made;
#endif
    cudaMalloc(&data, n * sizeof *data);
    cudaMalloc(&out, n * sizeof *out);
    cudaMemset(data, 0, n * sizeof *data);
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
#ifdef FIXED
    cudaEventCreate(&made);

    make<<<4, 256, 0, first>>>(data, n);
    cudaEventRecord(made, first);
    cudaStreamWaitEvent(second, made, 0);
#else

    make<<<4, 256, 0, first>>>(data, n);
#endif
    twice<<<4, 256, 0, second>>>(data, out, n);
    cudaDeviceSynchronize();

    cudaMemcpy(&last, out + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
#ifdef FIXED
    cudaEventDestroy(made);
#endif
    cudaFree(data);
    cudaFree(out);
    return 0;
}

/* simt --quiet
0
--
race between streams
  array of 4000 bytes (allocated at two_streams.cu:26), 4000 bytes from byte 0
  on
    write   two_streams.cu:39        kernel make in stream 1
    read    two_streams.cu:41        kernel twice in stream 2
  Nothing makes the second wait for the first: they may run in any order, or at
  the same time.
  Put both in one stream, or record an event after the first (cudaEventRecord)
  and let the second's stream wait for it (cudaStreamWaitEvent).

status 1 */
/* FIXED: simt --quiet
1998
--
status 0 */
