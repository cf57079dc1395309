// Ways to order work of two streams that do not: each is a race.
#include <cstdio>

static const int N = 1000;

__global__ void add_one(int *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        data[i] += 1;
    }
}

static int *data, *out;
static cudaStream_t one, two;
static cudaEvent_t done;

// A non-blocking stream does not wait for the default stream, and what that does before the stream is made has a line.
static void default_stream() {
    add_one<<<4, 256, 0, one>>>(data);
}

// An event marks what its stream holds when it is recorded: here nothing.
static void event_too_early() {
    cudaEventRecord(done, one);
    add_one<<<4, 256, 0, one>>>(data);
    cudaStreamWaitEvent(two, done, 0);
    add_one<<<4, 256, 0, two>>>(data);
}

// To wait for an event that was never recorded is to wait for nothing.
static void event_of_nothing() {
    cudaEvent_t never;
    cudaEventCreate(&never);
    add_one<<<4, 256, 0, one>>>(data);
    cudaStreamWaitEvent(two, never, 0);
    add_one<<<4, 256, 0, two>>>(data);
    cudaEventRecord(never, one);
    cudaEventDestroy(never);
}

// A copy is work of its stream, as a kernel is.
static void copy_of_another() {
    add_one<<<4, 256, 0, one>>>(data);
    cudaMemcpyAsync(out, data, N * sizeof *data, cudaMemcpyDeviceToDevice, two);
}

// Who waits for one stream has not waited for the other.
static void wrong_stream() {
    add_one<<<4, 256, 0, one>>>(data);
    cudaStreamSynchronize(two);
    add_one<<<4, 256, 0, two>>>(data + N / 2 - 1);
}

// cudaFreeAsync frees when its own stream comes to it.
static void free_in_another() {
    int *scratch;
    cudaMallocAsync(&scratch, N * sizeof *scratch, one);
    cudaMemsetAsync(scratch, 0, N * sizeof *scratch, one);
    add_one<<<4, 256, 0, one>>>(scratch);
    cudaFreeAsync(scratch, two);
}

int main() {
    cudaMalloc(&data, 2 * N * sizeof *data);
    cudaMalloc(&out, N * sizeof *out);
    cudaMemset(data, 0, 2 * N * sizeof *data);
    cudaDeviceSynchronize();
    cudaMemset(data, 0, N * sizeof *data);
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaEventCreate(&done);
    void (*const ways[])() = {default_stream,  event_too_early, event_of_nothing,
                              copy_of_another, wrong_stream,    free_in_another};
    for (auto way : ways) {
        way();
        cudaDeviceSynchronize();
    }
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    cudaStreamDestroy(one);
    cudaStreamDestroy(two);
    cudaEventDestroy(done);
    cudaFree(data);
    cudaFree(out);
    return 0;
}

/* simt --quiet
no error
--
race between streams
  array of 8000 bytes (allocated at mistaken.cu:64), 4000 bytes from byte 0 on
    write   mistaken.cu:68           cudaMemset in the default stream
    write   mistaken.cu:19           kernel add_one in stream 1
  Nothing makes the second wait for the first: they may run in any order, or at
  the same time.
  A stream made with cudaStreamNonBlocking and the default stream do not wait
  for each other: put both in one stream, or wait for the first with
  cudaStreamSynchronize.

race between streams
  array of 8000 bytes (allocated at mistaken.cu:64), 4000 bytes from byte 0 on
    write   mistaken.cu:25           kernel add_one in stream 1
    write   mistaken.cu:27           kernel add_one in stream 2
  Nothing makes the second wait for the first: they may run in any order, or at
  the same time.
  The second's stream waited for an event, but the event was recorded before
  the first was put into its stream. An event marks what is already in its
  stream: record it after the first.

race between streams
  array of 8000 bytes (allocated at mistaken.cu:64), 4000 bytes from byte 0 on
    write   mistaken.cu:34           kernel add_one in stream 1
    write   mistaken.cu:36           kernel add_one in stream 2
  Nothing makes the second wait for the first: they may run in any order, or at
  the same time.
  The second's stream waited for an event that had not been recorded, so it did
  not wait at all. Call cudaEventRecord after the first, and before
  cudaStreamWaitEvent.

race between streams
  array of 8000 bytes (allocated at mistaken.cu:64), 4000 bytes from byte 0 on
    write   mistaken.cu:43           kernel add_one in stream 1
    read    mistaken.cu:44           cudaMemcpyAsync in stream 2
  Nothing makes the second wait for the first: they may run in any order, or at
  the same time.
  Put both in one stream, or record an event after the first (cudaEventRecord)
  and let the second's stream wait for it (cudaStreamWaitEvent).

race between streams
  array of 8000 bytes (allocated at mistaken.cu:64), 2004 bytes from byte 1996
  on
    write   mistaken.cu:49           kernel add_one in stream 1
    write   mistaken.cu:51           kernel add_one in stream 2
  Nothing makes the second wait for the first: they may run in any order, or at
  the same time.
  Put both in one stream, or record an event after the first (cudaEventRecord)
  and let the second's stream wait for it (cudaStreamWaitEvent).

race between streams
  array of 4000 bytes, allocation number 3, 4000 bytes from byte 0 on
    write   mistaken.cu:58           cudaMemsetAsync in stream 1
    free    mistaken.cu:60           cudaFreeAsync in stream 2
  Nothing makes the second wait for the first: they may run in any order, or at
  the same time.
  cudaFreeAsync waits for its own stream only: let that stream wait for an
  event after the other work, or free the memory in the other stream.

race between streams
  array of 4000 bytes, allocation number 3, 4000 bytes from byte 0 on
    write   mistaken.cu:59           kernel add_one in stream 1
    free    mistaken.cu:60           cudaFreeAsync in stream 2
  Nothing makes the second wait for the first: they may run in any order, or at
  the same time.
  cudaFreeAsync waits for its own stream only: let that stream wait for an
  event after the other work, or free the memory in the other stream.

status 1 */
