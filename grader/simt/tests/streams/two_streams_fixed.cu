// Two kernels in two streams: one reads what the other writes, and an event orders the two.
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
    cudaEvent_t made;
    cudaMalloc(&data, n * sizeof *data);
    cudaMalloc(&out, n * sizeof *out);
    cudaMemset(data, 0, n * sizeof *data);
    cudaStreamCreate(&first);
    cudaStreamCreate(&second);
    cudaEventCreate(&made);

    make<<<4, 256, 0, first>>>(data, n);
    cudaEventRecord(made, first);
    cudaStreamWaitEvent(second, made, 0);
    twice<<<4, 256, 0, second>>>(data, out, n);
    cudaDeviceSynchronize();

    cudaMemcpy(&last, out + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaEventDestroy(made);
    cudaFree(data);
    cudaFree(out);
    return 0;
}
