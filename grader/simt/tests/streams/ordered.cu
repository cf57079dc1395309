// Right ways to share memory between streams, each close to a race: no finding.
#include <cstdio>

static const int N = 1001; // no boundary of a page, nor of a block

__global__ void add_one(int *data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        data[i] += 1;
    }
}

__global__ void copy(const int *from, int *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        to[i] = from[i];
    }
}

__global__ void count(int *counter) {
    atomicAdd(counter, 1);
}

static int *data, *out;
static char *bytes;
static cudaStream_t free_one, free_two, blocking_one, blocking_two;
static cudaEvent_t first, second;

// Each stream has its own half.
static void halves() {
    add_one<<<4, 256, 0, free_one>>>(data, N / 2);
    add_one<<<4, 256, 0, free_two>>>(data + N / 2, N - N / 2);
    cudaMemsetAsync(bytes, 1, 333, free_one);
    cudaMemsetAsync(bytes + 333, 2, 333, free_two);
}

// Both only read.
static void readers() {
    copy<<<4, 256, 0, free_one>>>(data, out, N);
    copy<<<4, 256, 0, free_two>>>(data, out + N, N);
}

// Events, over a third stream.
static void chain() {
    add_one<<<4, 256, 0, free_one>>>(data, N);
    cudaEventRecord(first, free_one);
    cudaStreamWaitEvent(blocking_one, first, 0);
    cudaEventRecord(second, blocking_one);
    cudaStreamWaitEvent(free_two, second, 0);
    add_one<<<4, 256, 0, free_two>>>(data, N);
}

// The default stream waits for blocking streams, and they for it.
static void default_between() {
    add_one<<<4, 256, 0, blocking_one>>>(data, N);
    add_one<<<4, 256>>>(out, N);
    add_one<<<4, 256, 0, blocking_two>>>(data, N);
}

// The host waits: for the stream, for an event, by asking until it is done, or by a copy that waits.
static void host_waits() {
    int last;
    add_one<<<4, 256, 0, free_one>>>(data, N);
    cudaStreamSynchronize(free_one);
    add_one<<<4, 256, 0, free_two>>>(data, N);
    cudaEventRecord(first, free_two);
    cudaEventSynchronize(first);
    add_one<<<4, 256, 0, free_one>>>(data, N);
    while (cudaStreamQuery(free_one) == cudaErrorNotReady) {
    }
    add_one<<<4, 256>>>(data, N);
    cudaMemcpy(&last, data, sizeof last, cudaMemcpyDeviceToHost);
    add_one<<<4, 256, 0, free_two>>>(data, N);
}

// Pageable memory has come when the call returns.
static void pageable() {
    static int there[N];
    add_one<<<4, 256, 0, free_one>>>(data, N);
    cudaMemcpyAsync(there, data, sizeof there, cudaMemcpyDeviceToHost, free_one);
    add_one<<<4, 256, 0, free_two>>>(data, N);
}

// Atomic operations need no order.
static void counters() {
    count<<<4, 256, 0, free_one>>>(data);
    count<<<4, 256, 0, free_two>>>(data);
}

// Nothing has to wait for an event on the first round.
static void rounds() {
    cudaEvent_t ready;
    cudaEventCreate(&ready);
    for (int round = 0; round < 3; round++) {
        cudaStreamWaitEvent(free_one, ready, 0);
        add_one<<<4, 256, 0, free_one>>>(data, N);
        cudaEventRecord(first, free_one);
        cudaStreamWaitEvent(free_two, first, 0);
        copy<<<4, 256, 0, free_two>>>(data, out, N);
        cudaEventRecord(ready, free_two);
    }
    cudaEventDestroy(ready);
}

// Memory is freed behind all work that uses it.
static void freed_behind() {
    int *scratch;
    cudaMallocAsync(&scratch, N * sizeof *scratch, free_one);
    cudaMemsetAsync(scratch, 0, N * sizeof *scratch, free_one);
    cudaEventRecord(first, free_one);
    cudaStreamWaitEvent(free_two, first, 0);
    add_one<<<4, 256, 0, free_two>>>(scratch, N);
    cudaFreeAsync(scratch, free_two);
    cudaMalloc(&scratch, N * sizeof *scratch);
    cudaDeviceSynchronize();
    cudaMemsetAsync(scratch, 0, N * sizeof *scratch, free_one);
    add_one<<<4, 256, 0, free_one>>>(scratch, N);
    cudaFree(scratch); // waits for the device
}

// The work of a destroyed stream is still in front of the default stream.
static void destroyed() {
    cudaStream_t gone;
    cudaStreamCreate(&gone);
    add_one<<<4, 256, 0, gone>>>(data, N);
    cudaStreamDestroy(gone);
    add_one<<<4, 256>>>(data, N);
    add_one<<<4, 256, 0, blocking_one>>>(data, N);
}

int main() {
    int result[2];
    cudaMalloc(&data, N * sizeof *data);
    cudaMalloc(&out, 2 * N * sizeof *out);
    cudaMalloc(&bytes, 666);
    cudaMemset(data, 0, N * sizeof *data);
    cudaMemset(out, 0, 2 * N * sizeof *out);
    cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&free_two, cudaStreamNonBlocking);
    cudaStreamCreate(&blocking_one);
    cudaStreamCreate(&blocking_two);
    cudaEventCreate(&first);
    cudaEventCreate(&second);
    void (*const ways[])() = {halves,   readers,  chain,  default_between, host_waits,
                              pageable, counters, rounds, freed_behind,    destroyed};
    for (auto way : ways) {
        cudaDeviceSynchronize();
        way();
    }
    cudaMemcpy(result, data, sizeof result, cudaMemcpyDeviceToHost);
    printf("%d %d\n", result[0], result[1]);
    for (cudaStream_t stream : {free_one, free_two, blocking_one, blocking_two}) {
        cudaStreamDestroy(stream);
    }
    cudaEventDestroy(first);
    cudaEventDestroy(second);
    cudaFree(data);
    cudaFree(out);
    cudaFree(bytes);
    return 0;
}

/* simt --quiet
2066 18
--
status 0 */
