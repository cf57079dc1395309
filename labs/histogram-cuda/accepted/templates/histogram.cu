/* One kernel for all tables in shared memory, one for global memory; memory that frees itself. */
#include "histogram.h"

#include <cuda_runtime.h>
#include <string.h>

namespace {

template <typename T> class device_array {
  public:
    explicit device_array(size_t count) : count_(count) {
        error = cudaMalloc(&at, (count > 0 ? count : 1) * sizeof(T));
    }
    ~device_array() {
        cudaFree(at);
    }
    device_array(const device_array &) = delete;
    device_array &operator=(const device_array &) = delete;
    void upload(const T *from) {
        if (error == cudaSuccess) {
            error = cudaMemcpy(at, from, count_ * sizeof(T), cudaMemcpyHostToDevice);
        }
    }
    void zero() {
        if (error == cudaSuccess) {
            error = cudaMemset(at, 0, count_ * sizeof(T));
        }
    }
    T *at = nullptr;
    cudaError_t error;

  private:
    size_t count_;
};

__device__ size_t first() {
    return threadIdx.x + static_cast<size_t>(blockIdx.x) * blockDim.x;
}

__device__ size_t step() {
    return static_cast<size_t>(blockDim.x) * gridDim.x;
}

/* COPIES tables side by side for each bin; lane l counts in copy l % COPIES. */
template <typename T, unsigned COPIES>
__global__ void count_shared(const T *data, size_t n, uint32_t *frequency, unsigned bins) {
    extern __shared__ uint32_t table[];
    for (unsigned word = threadIdx.x; word < bins * COPIES; word += blockDim.x) {
        table[word] = 0;
    }
    __syncthreads();
    const unsigned copy = threadIdx.x % COPIES;
    for (size_t s = first(); s < n; s += step()) {
        atomicAdd(table + data[s] * COPIES + copy, 1u);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < bins; bin += blockDim.x) {
        uint32_t sum = 0;
        for (unsigned i = 0; i < COPIES; i++) {
            sum += table[bin * COPIES + (i + copy) % COPIES];
        }
        atomicAdd(frequency + bin, sum);
    }
}

template <typename T> __global__ void count_global(const T *data, size_t n, uint32_t *frequency) {
    for (size_t s = first(); s < n; s += step()) {
        atomicAdd(frequency + data[s], 1u);
    }
}

template <typename T, typename Launch>
int run(const T *data, size_t n, uint32_t *frequency, size_t bins, Launch launch) {
    device_array<T> copy(n);
    device_array<uint32_t> table(bins);
    copy.upload(data);
    table.zero();
    if (copy.error != cudaSuccess || table.error != cudaSuccess) {
        return copy.error != cudaSuccess ? copy.error : table.error;
    }
    launch(copy.at, table.at);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) {
        error = cudaMemcpy(frequency, table.at, bins * sizeof(uint32_t), cudaMemcpyDeviceToHost);
    }
    return error;
}

} // namespace

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    return run(data, n, frequency, 256, [=](const uint8_t *copy, uint32_t *table) {
        count_shared<uint8_t, 1><<<blocks, threads, 1024>>>(copy, n, table, 256);
    });
}

int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    void *mapped, *view;
    cudaError_t error =
        cudaHostAlloc(&mapped, n + 1, cudaHostAllocMapped | cudaHostAllocWriteCombined);
    if (error != cudaSuccess) {
        return error;
    }
    memcpy(mapped, data, n);
    error = cudaHostGetDevicePointer(&view, mapped, 0);
    if (error == cudaSuccess) {
        device_array<uint32_t> table(256);
        table.zero();
        error = table.error;
        if (error == cudaSuccess) {
            count_shared<uint8_t, 1>
                <<<blocks, threads, 1024>>>(static_cast<uint8_t *>(view), n, table.at, 256);
            error = cudaGetLastError();
        }
        if (error == cudaSuccess) {
            error = cudaMemcpy(frequency, table.at, 1024, cudaMemcpyDefault);
        }
    }
    cudaFreeHost(mapped);
    return error;
}

int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    return run(data, n, frequency, 256, [=](const uint8_t *copy, uint32_t *table) {
        count_global<<<blocks, threads>>>(copy, n, table);
    });
}

int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads) {
    return run(data, n, frequency, m, [=](const uint16_t *copy, uint32_t *table) {
        if (m * sizeof(uint32_t) <= 49152) {
            count_shared<uint16_t, 1><<<blocks, threads, m * sizeof(uint32_t)>>>(
                copy, n, table, static_cast<unsigned>(m));
        } else {
            count_global<<<blocks, threads>>>(copy, n, table);
        }
    });
}

int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads) {
    return run(data, n, frequency, 256, [=](const uint8_t *copy, uint32_t *table) {
        count_shared<uint8_t, 32><<<blocks, threads, 32 * 1024>>>(copy, n, table, 256);
    });
}
