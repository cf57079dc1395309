// The result is copied in another stream than the kernel's, and nothing orders the two: it is the old one.
#include <cstdio>

__global__ void fill(int *a) {
    a[threadIdx.x] = 7;
}

int main() {
    int *a, *pinned;
    cudaStream_t work, copy;
    cudaEvent_t done;
    cudaMalloc(&a, 32 * sizeof *a);
    cudaMallocHost(&pinned, 32 * sizeof *pinned);
    cudaMemset(a, 0, 32 * sizeof *a);
    cudaDeviceSynchronize();
    pinned[0] = -1;
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&copy, cudaStreamNonBlocking);
    cudaEventCreate(&done);

    fill<<<1, 32, 0, work>>>(a);
    cudaMemcpyAsync(pinned, a, 32 * sizeof *a, cudaMemcpyDeviceToHost, copy);
    printf("before waiting: %d\n", pinned[0]);
    cudaStreamSynchronize(copy);
    printf("without an event: %d\n", pinned[0]);

    cudaEventRecord(done, work);
    cudaStreamWaitEvent(copy, done, 0);
    cudaMemcpyAsync(pinned, a, 32 * sizeof *a, cudaMemcpyDeviceToHost, copy);
    cudaStreamSynchronize(copy);
    printf("with an event: %d\n", pinned[0]);

    cudaStreamDestroy(work);
    cudaStreamDestroy(copy);
    cudaEventDestroy(done);
    cudaFreeHost(pinned);
    cudaFree(a);
    return 0;
}
