/* Everything asynchronous: a stream, pinned memory on the host, the data in two halves. */
#include "histogram.h"

#include <cuda_runtime.h>
#include <string.h>

struct work {
    cudaStream_t stream[2];
    cudaEvent_t zeroed;
    void *pinned, *device;
    uint32_t *table, *result;
};

static __global__ void shared_kernel(const unsigned char *data, unsigned long long n,
                                     unsigned int *frequency) {
    __shared__ unsigned int table[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        table[i] = 0;
    __syncthreads();
    unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += step)
        atomicAdd(table + data[i], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x)
        if (table[i] != 0)
            atomicAdd(frequency + i, table[i]);
}

static __global__ void shared_kernel_m(const unsigned short *data, unsigned long long n,
                                       unsigned int *frequency, int m) {
    extern __shared__ unsigned int table_m[];
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        table_m[i] = 0;
    __syncthreads();
    unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += step)
        atomicAdd(table_m + data[i], 1);
    __syncthreads();
    for (int i = threadIdx.x; i < m; i += blockDim.x)
        atomicAdd(frequency + i, table_m[i]);
}

static __global__ void global_kernel_m(const unsigned short *data, unsigned long long n,
                                       unsigned int *frequency) {
    unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += step)
        atomicAdd(frequency + data[i], 1);
}

static __global__ void global_kernel(const unsigned char *data, unsigned long long n,
                                     unsigned int *frequency) {
    unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += step)
        atomicAdd(frequency + data[i], 1);
}

static __global__ void lanes_kernel(const unsigned char *data, unsigned long long n,
                                    unsigned int *frequency) {
    extern __shared__ unsigned int lanes[];
    for (int i = threadIdx.x; i < 256 * 32; i += blockDim.x)
        lanes[i] = 0;
    __syncthreads();
    unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += step)
        atomicAdd(lanes + (data[i] << 5 | (threadIdx.x & 31)), 1);
    __syncthreads();
    for (int i = threadIdx.x; i < 256; i += blockDim.x) {
        unsigned int sum = 0;
        for (int j = 0; j < 32; j++)
            sum += lanes[i << 5 | ((i + j) & 31)];
        atomicAdd(frequency + i, sum);
    }
}

#define TRY(call)                                                                                  \
    if ((error = (call)) != cudaSuccess)                                                           \
    return error

static cudaError_t prepare(struct work *work, const void *data, size_t bytes, size_t bins) {
    cudaError_t error;
    TRY(cudaStreamCreate(&work->stream[0]));
    TRY(cudaStreamCreateWithFlags(&work->stream[1], cudaStreamNonBlocking));
    TRY(cudaEventCreateWithFlags(&work->zeroed, cudaEventDisableTiming));
    TRY(cudaMallocHost(&work->pinned, bytes + 1));
    TRY(cudaMallocHost(&work->result, bins * sizeof(uint32_t)));
    TRY(cudaMalloc(&work->device, bytes + 1));
    TRY(cudaMalloc(&work->table, bins * sizeof(uint32_t)));
    memcpy(work->pinned, data, bytes);
    TRY(cudaMemsetAsync(work->table, 0, bins * sizeof(uint32_t), work->stream[0]));
    TRY(cudaEventRecord(work->zeroed, work->stream[0]));
    TRY(cudaStreamWaitEvent(work->stream[1], work->zeroed, 0));
    return cudaSuccess;
}

static cudaError_t collect(struct work *work, size_t bins) {
    cudaError_t error;
    TRY(cudaStreamSynchronize(work->stream[1]));
    TRY(cudaMemcpyAsync(work->result, work->table, bins * sizeof(uint32_t), cudaMemcpyDeviceToHost,
                        work->stream[0]));
    return cudaStreamSynchronize(work->stream[0]);
}

static int give_back(struct work *work, cudaError_t error, uint32_t *frequency, size_t bins) {
    if (error == cudaSuccess)
        memcpy(frequency, work->result, bins * sizeof(uint32_t));
    cudaFree(work->table);
    cudaFree(work->device);
    cudaFreeHost(work->result);
    cudaFreeHost(work->pinned);
    if (work->zeroed)
        cudaEventDestroy(work->zeroed);
    for (int i = 0; i < 2; i++)
        if (work->stream[i])
            cudaStreamDestroy(work->stream[i]);
    return error;
}

typedef void (*launcher)(unsigned blocks, unsigned threads, const unsigned char *data, size_t n,
                         unsigned int *table, cudaStream_t stream);

/* The second half of large data is copied while the first is counted. */
static cudaError_t count(struct work *work, size_t n, unsigned blocks, unsigned threads,
                         launcher launch) {
    const size_t half = n > 1 << 20 ? n / 2 / 256 * 256 : n;
    const size_t start[] = {0, half}, length[] = {half, n - half};
    cudaError_t error;
    for (int i = 0; i < (half < n ? 2 : 1); i++) {
        unsigned char *at = (unsigned char *)work->device + start[i];
        TRY(cudaMemcpyAsync(at, (unsigned char *)work->pinned + start[i], length[i],
                            cudaMemcpyHostToDevice, work->stream[i]));
        launch(blocks, threads, at, length[i], work->table, work->stream[i]);
        TRY(cudaGetLastError());
    }
    return cudaSuccess;
}

static int histogram(const uint8_t *data, size_t n, uint32_t *frequency, unsigned blocks,
                     unsigned threads, launcher launch) {
    struct work work = {};
    cudaError_t error = prepare(&work, data, n, 256);
    if (!error)
        error = count(&work, n, blocks, threads, launch);
    if (!error)
        error = collect(&work, 256);
    return give_back(&work, error, frequency, 256);
}

static void launch_shared(unsigned blocks, unsigned threads, const unsigned char *data, size_t n,
                          unsigned int *table, cudaStream_t stream) {
    shared_kernel<<<blocks, threads, 0, stream>>>(data, n, table);
}

static void launch_global(unsigned blocks, unsigned threads, const unsigned char *data, size_t n,
                          unsigned int *table, cudaStream_t stream) {
    global_kernel<<<blocks, threads, 0, stream>>>(data, n, table);
}

static void launch_lanes(unsigned blocks, unsigned threads, const unsigned char *data, size_t n,
                         unsigned int *table, cudaStream_t stream) {
    lanes_kernel<<<blocks, threads, 256 * 32 * 4, stream>>>(data, n, table);
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    return histogram(data, n, frequency, blocks, threads, launch_shared);
}

int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    return histogram(data, n, frequency, blocks, threads, launch_global);
}

int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads) {
    return histogram(data, n, frequency, blocks, threads, launch_lanes);
}

static cudaError_t count_mapped(struct work *work, size_t n, unsigned blocks, unsigned threads) {
    unsigned char *view;
    cudaError_t error;
    TRY(cudaHostGetDevicePointer((void **)&view, work->pinned, 0));
    shared_kernel<<<blocks, threads, 0, work->stream[0]>>>(view, n, work->table);
    return cudaGetLastError();
}

int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    struct work work = {};
    cudaError_t error = prepare(&work, data, n, 256);
    if (!error)
        error = count_mapped(&work, n, blocks, threads);
    if (!error)
        error = collect(&work, 256);
    return give_back(&work, error, frequency, 256);
}

static cudaError_t count_m(struct work *work, size_t n, size_t m, unsigned blocks,
                           unsigned threads) {
    cudaError_t error;
    TRY(cudaMemcpyAsync(work->device, work->pinned, n * sizeof(uint16_t), cudaMemcpyHostToDevice,
                        work->stream[0]));
    if (m <= 12288)
        shared_kernel_m<<<blocks, threads, m * sizeof(uint32_t), work->stream[0]>>>(
            (unsigned short *)work->device, n, work->table, (int)m);
    else
        global_kernel_m<<<blocks, threads, 0, work->stream[0]>>>((unsigned short *)work->device, n,
                                                                 work->table);
    return cudaGetLastError();
}

int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads) {
    struct work work = {};
    cudaError_t error = prepare(&work, data, n * sizeof *data, m);
    if (!error)
        error = count_m(&work, n, m, blocks, threads);
    if (!error)
        error = collect(&work, m);
    return give_back(&work, error, frequency, m);
}
