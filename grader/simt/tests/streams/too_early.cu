// The host uses memory that work may still use, since nothing has waited for that work.
#include <cstdio>
#include <cstring>

static const int N = 3000;

__global__ void make(int *data) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        data[i] = i;
    }
}

__global__ void count(int *bins) {
    atomicAdd(&bins[threadIdx.x % 8], 1);
}

static int *pinned, *managed, *data;
static cudaStream_t stream;
static cudaEvent_t before;

// The copy to pinned memory returns at once.
static int read_what_comes() {
    make<<<12, 256, 0, stream>>>(data);
    cudaMemcpyAsync(pinned, data, N * sizeof *data, cudaMemcpyDeviceToHost, stream);
    return pinned[1];
}

// The copy from pinned memory, too.
static void write_what_goes() {
    pinned[0] = 1;
    cudaMemcpyAsync(data, pinned, N * sizeof *data, cudaMemcpyHostToDevice, stream);
    pinned[0] = 2;
}

// A kernel is on its way when its launch returns.
static int read_managed() {
    make<<<12, 256, 0, stream>>>(managed);
    return managed[2];
}

// Library functions are the host as well.
static void clear_managed() {
    make<<<12, 256>>>(managed);
    memset(managed, 0, N * sizeof *managed);
}

// An event marks what is in front of it.
static int wait_for_event_before() {
    cudaEventRecord(before, stream);
    cudaMemcpyAsync(pinned, data, N * sizeof *data, cudaMemcpyDeviceToHost, stream);
    cudaEventSynchronize(before);
    int last = pinned[N - 1];
    return last;
}

// What threads of the device add atomically, the host must wait for as well.
static int read_counts() {
    count<<<12, 256>>>(managed);
    return managed[3];
}

int main() {
    cudaMallocHost(&pinned, N * sizeof *pinned);
    cudaMallocManaged(&managed, N * sizeof *managed);
    cudaMalloc(&data, N * sizeof *data);
    cudaMemset(data, 0, N * sizeof *data);
    memset(pinned, 0, N * sizeof *pinned);
    memset(managed, 0, N * sizeof *managed);
    cudaDeviceSynchronize();
    cudaStreamCreate(&stream);
    cudaEventCreate(&before);

    int sum = read_what_comes();
    cudaDeviceSynchronize();
    write_what_goes();
    cudaDeviceSynchronize();
    sum += read_managed();
    cudaDeviceSynchronize();
    clear_managed();
    cudaDeviceSynchronize();
    sum += read_counts();
    cudaDeviceSynchronize();
    sum += wait_for_event_before();
    cudaDeviceSynchronize();

    printf("%d\n", sum);
    cudaStreamDestroy(stream);
    cudaEventDestroy(before);
    cudaFreeHost(pinned);
    cudaFree(managed);
    cudaFree(data);
}

/* simt --quiet
3002
--
race with the host
  mapped array of 12000 bytes (allocated at too_early.cu:64), byte 4
    write   too_early.cu:25          cudaMemcpyAsync in stream 1
    read    too_early.cu:26          the host
  The host has not waited for this work: it may still be running, or not even
  have begun.
  Wait for it first: cudaStreamSynchronize, cudaEventSynchronize with an event
  after it, or cudaDeviceSynchronize.

race with the host
  mapped array of 12000 bytes (allocated at too_early.cu:64), byte 0
    read    too_early.cu:32          cudaMemcpyAsync in stream 1
    write   too_early.cu:33          the host
  The host has not waited for this work: it may still be running, or not even
  have begun.
  If this work needs what the host writes there, write it before the call. If
  not, wait for the work first: cudaStreamSynchronize or cudaDeviceSynchronize.

race with the host
  mapped array of 12000 bytes (allocated at too_early.cu:65), byte 8
    write   too_early.cu:38          kernel make in stream 1
    read    too_early.cu:39          the host
  The host has not waited for this work: it may still be running, or not even
  have begun.
  Wait for it first: cudaStreamSynchronize, cudaEventSynchronize with an event
  after it, or cudaDeviceSynchronize.

race with the host (3 times)
  mapped array of 12000 bytes (allocated at too_early.cu:65), byte 0
    write   too_early.cu:44          kernel make in the default stream
    write   too_early.cu:45          the host
  The host has not waited for this work: it may still be running, or not even
  have begun.
  Wait for it first: cudaStreamSynchronize, cudaEventSynchronize with an event
  after it, or cudaDeviceSynchronize.

race with the host
  mapped array of 12000 bytes (allocated at too_early.cu:65), byte 12
    atomic  too_early.cu:59          kernel count in the default stream
    read    too_early.cu:82          the host
  The host has not waited for this work: it may still be running, or not even
  have begun.
  Wait for it first: cudaStreamSynchronize, cudaEventSynchronize with an event
  after it, or cudaDeviceSynchronize.

race with the host
  mapped array of 12000 bytes (allocated at too_early.cu:64), byte 11996
    write   too_early.cu:51          cudaMemcpyAsync in stream 1
    read    too_early.cu:84          the host
  The host has not waited for this work: it may still be running, or not even
  have begun.
  Wait for it first: cudaStreamSynchronize, cudaEventSynchronize with an event
  after it, or cudaDeviceSynchronize.

status 1 */
