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
}

/* simt --quiet --no-count --
before waiting: -1
without an event: 0
with an event: 7
--
race with the host
  mapped array of 128 bytes (allocated at streams_unordered.cu:13), byte 0
    write   streams_unordered.cu:22  cudaMemcpyAsync in stream 2
    read    streams_unordered.cu:23  the host
  The host has not waited for this work: it may still be running, or not even
  have begun.
  Wait for it first: cudaStreamSynchronize, cudaEventSynchronize with an event
  after it, or cudaDeviceSynchronize.

race between streams
  array of 128 bytes (allocated at streams_unordered.cu:12), 128 bytes from
  byte 0 on
    write   streams_unordered.cu:21  kernel fill in stream 1
    read    streams_unordered.cu:22  cudaMemcpyAsync in stream 2
  Nothing makes the second wait for the first: they may run in any order, or at
  the same time.
  Put both in one stream, or record an event after the first (cudaEventRecord)
  and let the second's stream wait for it (cudaStreamWaitEvent).

status 1 */
