/* Texture objects over global and mapped memory, a padded table for each warp, pinned memory and a
 * stream, constant memory, a merge by shuffles. */
#include "histogram.h"

#include <cuda_runtime.h>
#include <string.h>

/*
 * Counts the n bytes of `data` into `frequency` (256 counters in global memory, zero before the
 * launch): per block in shared memory, then all blocks together.
 */
__global__ void count_in_shared(const uint8_t *data, size_t n, uint32_t *frequency) {
    __shared__ uint32_t table[256];
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;

    /* A loop, for there may be fewer threads than bins. */
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        table[bin] = 0;
    }
    __syncthreads(); /* nobody counts before all counters are zero */

    for (size_t s = tid; s < n; s += NB_THREAD) {
        atomicAdd(&table[data[s]], 1);
    }
    __syncthreads(); /* nobody merges before all have counted */

    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        atomicAdd(&frequency[bin], table[bin]);
    }
}

/* Counts the n bytes of `data` into `frequency`, all threads of the grid in the one table. */
__global__ void count_in_global(const uint8_t *data, size_t n, uint32_t *frequency) {
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (size_t s = tid; s < n; s += NB_THREAD) {
        atomicAdd(&frequency[data[s]], 1);
    }
}

/*
 * 32 copies of the table, one for each lane, and interleaved: the counter of bin b for lane l is
 * word 32 b + l. Its bank is l, whatever b is: no two lanes of a warp ever meet in a bank. The
 * warps of the block share the copies, so the increments stay atomic.
 */
static __device__ void count_four(uint32_t *table, unsigned lane, uint32_t bytes) {
    atomicAdd(&table[(bytes & 255) * 32 + lane], 1);
    atomicAdd(&table[(bytes >> 8 & 255) * 32 + lane], 1);
    atomicAdd(&table[(bytes >> 16 & 255) * 32 + lane], 1);
    atomicAdd(&table[(bytes >> 24) * 32 + lane], 1);
}

static __device__ void count_sixteen(uint32_t *table, unsigned lane, uint4 bytes) {
    count_four(table, lane, bytes.x);
    count_four(table, lane, bytes.y);
    count_four(table, lane, bytes.z);
    count_four(table, lane, bytes.w);
}

/*
 * `data` must lie on a multiple of 16, as memory from cudaMalloc does. __launch_bounds__ has the
 * compiler use so few registers that two blocks of 1,024 threads fit on a multiprocessor.
 */

/* As count_in_shared, for m bins: the table's size comes with the launch. */
__global__ void count_many_in_shared(const uint16_t *data, size_t n, uint32_t *frequency,
                                     unsigned m) {
    extern __shared__ uint32_t bins[];
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;

    for (unsigned bin = threadIdx.x; bin < m; bin += blockDim.x) {
        bins[bin] = 0;
    }
    __syncthreads();

    for (size_t s = tid; s < n; s += NB_THREAD) {
        atomicAdd(&bins[data[s]], 1);
    }
    __syncthreads();

    for (unsigned bin = threadIdx.x; bin < m; bin += blockDim.x) {
        atomicAdd(&frequency[bin], bins[bin]);
    }
}

/* As count_in_global, for values of 16 bits. */
__global__ void count_many_in_global(const uint16_t *data, size_t n, uint32_t *frequency) {
    const size_t NB_THREAD = (size_t)blockDim.x * gridDim.x;
    const size_t tid = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (size_t s = tid; s < n; s += NB_THREAD) {
        atomicAdd(&frequency[data[s]], 1);
    }
}

/* A histogram in global memory, all zeros. `*table` is NULL where that failed. */
static cudaError_t make_table(uint32_t **table, size_t m) {
    *table = NULL;
    cudaError_t error = cudaMalloc((void **)table, m * sizeof **table);
    return error == cudaSuccess ? cudaMemset(*table, 0, m * sizeof **table) : error;
}

/* A copy of `bytes` bytes in global memory. `*copy` is NULL where that failed. */
static cudaError_t copy_to_device(void **copy, const void *data, size_t bytes) {
    *copy = NULL;
    cudaError_t error = cudaMalloc(copy, bytes > 0 ? bytes : 1);
    return error == cudaSuccess ? cudaMemcpy(*copy, data, bytes, cudaMemcpyHostToDevice) : error;
}

/* Copies the table to the host when there was no error, and gives it back in any case. */
static cudaError_t finish(cudaError_t error, uint32_t *table, uint32_t *frequency, size_t m) {
    if (error == cudaSuccess) {
        error = cudaMemcpy(frequency, table, m * sizeof *table, cudaMemcpyDeviceToHost);
    }
    cudaFree(table);
    return error;
}

typedef void byte_kernel(const uint8_t *data, size_t n, uint32_t *frequency);

/* Copies the data, launches the kernel, copies the histogram back. */
static cudaError_t count_bytes(byte_kernel *kernel, const uint8_t *data, size_t n,
                               uint32_t frequency[256], unsigned blocks, unsigned threads) {
    void *copy = NULL;
    uint32_t *table = NULL;
    cudaError_t error = copy_to_device(&copy, data, n);
    if (error == cudaSuccess) {
        error = make_table(&table, 256);
    }
    if (error == cudaSuccess) {
        kernel<<<blocks, threads>>>((const uint8_t *)copy, n, table);
        error = cudaGetLastError();
    }
    error = finish(error, table, frequency, 256);
    cudaFree(copy);
    return error;
}

#include <cuda_pipeline.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;

/* one table for each warp, padded, then reduced: as in "GPU Gems"-like samples */
template <int WARPS>
__global__ void per_warp(const unsigned char *data, size_t n, uint32_t *frequency) {
    __shared__ uint32_t tables[WARPS][257];
    auto block = cg::this_thread_block();
    for (unsigned i = block.thread_rank(); i < WARPS * 257; i += block.size())
        (&tables[0][0])[i] = 0;
    block.sync();
    uint32_t *mine = tables[(threadIdx.x / 32) % WARPS];
    const size_t step = (size_t)blockDim.x * gridDim.x;
    for (size_t s = threadIdx.x + (size_t)blockIdx.x * blockDim.x; s < n; s += step)
        atomicAdd(mine + data[s], 1);
    block.sync();
    for (unsigned bin = block.thread_rank(); bin < 256; bin += block.size()) {
        uint32_t sum = 0;
#pragma unroll
        for (int w = 0; w < WARPS; ++w)
            sum += tables[w][bin];
        atomicAdd(frequency + bin, sum);
    }
}

int histogram_gm(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                 unsigned threads) {
    uint8_t *pinned = nullptr, *device = nullptr;
    uint32_t *table = nullptr, *back = nullptr;
    cudaStream_t stream = nullptr;
    cudaError_t e = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    if (e == cudaSuccess)
        e = cudaMallocHost(&pinned, n ? n : 1);
    if (e == cudaSuccess)
        e = cudaMallocHost(&back, 1024);
    if (e == cudaSuccess)
        e = cudaMallocAsync((void **)&device, n ? n : 1, stream);
    if (e == cudaSuccess)
        e = cudaMallocAsync((void **)&table, 1024, stream);
    if (e == cudaSuccess) {
        memcpy(pinned, data, n);
        e = cudaMemcpyAsync(device, pinned, n, cudaMemcpyHostToDevice, stream);
    }
    if (e == cudaSuccess)
        e = cudaMemsetAsync(table, 0, 1024, stream);
    if (e == cudaSuccess) {
        per_warp<8><<<blocks, threads, 0, stream>>>(device, n, table);
        e = cudaGetLastError();
    }
    if (e == cudaSuccess)
        e = cudaMemcpyAsync(back, table, 1024, cudaMemcpyDeviceToHost, stream);
    if (e == cudaSuccess)
        e = cudaStreamSynchronize(stream);
    if (e == cudaSuccess)
        memcpy(frequency, back, 1024);
    if (table)
        cudaFreeAsync(table, stream);
    if (device)
        cudaFreeAsync(device, stream);
    if (stream) {
        cudaStreamSynchronize(stream);
        cudaStreamDestroy(stream);
    }
    cudaFreeHost(back);
    cudaFreeHost(pinned);
    return e;
}
__global__ void count_by_texture(cudaTextureObject_t texture, size_t n, uint32_t *frequency) {
    __shared__ uint32_t table[256];
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        table[bin] = 0;
    }
    __syncthreads();
    for (size_t s = threadIdx.x + (size_t)blockIdx.x * blockDim.x; s < n;
         s += (size_t)blockDim.x * gridDim.x) {
        atomicAdd(&table[tex1Dfetch<unsigned char>(texture, (int)s)], 1);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
        atomicAdd(&frequency[bin], table[bin]);
    }
}

int histogram_map_memory(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    uint8_t *copy = NULL;
    uint32_t *table = NULL;
    cudaTextureObject_t texture = 0;
    cudaError_t error = cudaHostAlloc((void **)&copy, n > 0 ? n : 1, cudaHostAllocMapped);
    if (error == cudaSuccess) {
        memcpy(copy, data, n);
    }
    if (error == cudaSuccess) {
        error = make_table(&table, 256);
    }
    if (error == cudaSuccess) {
        cudaResourceDesc resource = {};
        resource.resType = cudaResourceTypeLinear;
        resource.res.linear.devPtr = copy;
        resource.res.linear.desc = cudaCreateChannelDesc<unsigned char>();
        resource.res.linear.sizeInBytes = n > 0 ? n : 1;
        cudaTextureDesc how = {};
        how.readMode = cudaReadModeElementType;
        error = cudaCreateTextureObject(&texture, &resource, &how, NULL);
    }
    if (error == cudaSuccess) {
        count_by_texture<<<blocks, threads>>>(texture, n, table);
        error = cudaGetLastError();
    }
    error = finish(error, table, frequency, 256);
    if (texture != 0) {
        cudaDestroyTextureObject(texture);
    }
    cudaFreeHost(copy);
    return error;
}
__global__ void count_many_tex(cudaTextureObject_t t, unsigned n, uint32_t *frequency, unsigned m) {
    extern __shared__ uint32_t bins[];
    for (unsigned bin = threadIdx.x; bin < m; bin += blockDim.x) {
        bins[bin] = 0;
    }
    __syncthreads();
    for (unsigned s = threadIdx.x + blockIdx.x * blockDim.x; s < n; s += blockDim.x * gridDim.x) {
        atomicAdd(bins + tex1Dfetch<unsigned short>(t, s), 1u);
    }
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < m; bin += blockDim.x) {
        atomicAdd(&frequency[bin], bins[bin]);
    }
}

int histogram_any_m(const uint16_t *data, size_t n, uint32_t *frequency, size_t m, unsigned blocks,
                    unsigned threads) {
    const size_t table_bytes = m * sizeof(uint32_t), most_shared_bytes = 48 * 1024;
    void *copy = NULL;
    uint32_t *table = NULL;
    cudaTextureObject_t texture = 0;
    cudaError_t error = copy_to_device(&copy, data, n * sizeof *data);
    if (error == cudaSuccess) {
        error = make_table(&table, m);
    }
    if (error == cudaSuccess) {
        const uint16_t *values = (const uint16_t *)copy;
        if (table_bytes <= most_shared_bytes) {
            cudaResourceDesc resource;
            memset(&resource, 0, sizeof resource);
            resource.resType = cudaResourceTypeLinear;
            resource.res.linear.devPtr = copy;
            resource.res.linear.desc =
                cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindUnsigned);
            resource.res.linear.sizeInBytes = n > 0 ? 2 * n : 2;
            cudaTextureDesc how;
            memset(&how, 0, sizeof how);
            how.readMode = cudaReadModeElementType;
            error = cudaCreateTextureObject(&texture, &resource, &how, NULL);
            if (error == cudaSuccess) {
                count_many_tex<<<blocks, threads, table_bytes>>>(texture, (unsigned)n, table,
                                                                 (unsigned)m);
            }
        } else {
            count_many_in_global<<<blocks, threads>>>(values, n, table);
        }
        if (error == cudaSuccess)
            error = cudaGetLastError();
    }
    error = finish(error, table, frequency, m);
    if (texture) {
        const cudaError_t e2 = cudaDestroyTextureObject(texture);
        if (error == cudaSuccess)
            error = e2;
    }
    cudaFree(copy);
    return error;
}
struct job {
    const uint8_t *data;
    size_t n;
    uint32_t *frequency;
};
__constant__ job the_job;
__device__ uint32_t the_histogram[256];

__global__ void run_job() {
    const job j = the_job;
    for (size_t s = threadIdx.x + (size_t)blockIdx.x * blockDim.x; s < j.n;
         s += (size_t)blockDim.x * gridDim.x) {
        (void)atomicInc(&j.frequency[j.data[s]], 0xffffffffu);
    }
}

int histogram_gm_atomics(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                         unsigned threads) {
    static const uint32_t zeros[256] = {0};
    job j = {NULL, n, NULL};
    void *copy = NULL, *address = NULL;
    cudaError_t e = copy_to_device(&copy, data, n);
    if (!e)
        e = cudaGetSymbolAddress(&address, the_histogram);
    if (!e)
        e = cudaMemcpyToSymbol(the_histogram, zeros, sizeof zeros);
    j.data = (const uint8_t *)copy;
    j.frequency = (uint32_t *)address;
    if (!e)
        e = cudaMemcpyToSymbol(the_job, &j, sizeof j);
    if (!e) {
        run_job<<<blocks, threads>>>();
        e = cudaGetLastError();
    }
    if (!e)
        e = cudaMemcpyFromSymbol(frequency, the_histogram, sizeof zeros);
    cudaFree(copy);
    return e;
}
/* merge by warps: each warp takes a bin, each lane its column, sum by shuffles; lanes of the last
 * warp may lack */
__global__ void __launch_bounds__(1024)
    columns_by_warp(const uint8_t *data, size_t n, uint32_t *frequency) {
    extern __shared__ uint32_t t[];
    const unsigned lane = threadIdx.x % warpSize;
    for (unsigned i = threadIdx.x; i < 8192; i += blockDim.x)
        t[i] = 0;
    __syncthreads();
    for (size_t s = blockIdx.x * (size_t)blockDim.x + threadIdx.x; s < n;
         s += (size_t)gridDim.x * blockDim.x)
        atomicAdd(t + data[s] * 32 + lane, 1u);
    __syncthreads();
    if (blockDim.x >= 32) {
        const unsigned warps = blockDim.x / 32, warp = threadIdx.x / 32;
        if (warp < warps) {
            for (unsigned bin = warp; bin < 256; bin += warps) {
                unsigned v = t[bin * 32 + lane];
                for (int d = 16; d; d >>= 1)
                    v += __shfl_xor_sync(~0u, v, d);
                if (lane == 0)
                    atomicAdd(frequency + bin, v);
            }
        }
    } else {
        for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) {
            unsigned v = 0;
            for (unsigned l = 0; l < 32; ++l)
                v += t[bin * 32 + (l + lane) % 32];
            atomicAdd(frequency + bin, v);
        }
    }
}

int histogram_conflict_free(const uint8_t *data, size_t n, uint32_t frequency[256], unsigned blocks,
                            unsigned threads) {
    void *copy = NULL;
    uint32_t *table = NULL;
    cudaError_t error = copy_to_device(&copy, data, n);
    if (error == cudaSuccess)
        error = make_table(&table, 256);
    if (error == cudaSuccess)
        error = cudaFuncSetAttribute((const void *)columns_by_warp,
                                     cudaFuncAttributeMaxDynamicSharedMemorySize, 32768);
    if (error == cudaSuccess) {
        columns_by_warp<<<dim3(blocks, 1, 1), dim3(threads, 1, 1), 32768>>>((const uint8_t *)copy,
                                                                            n, table);
        error = cudaGetLastError();
    }
    error = finish(error, table, frequency, 256);
    cudaFree(copy);
    return error;
}
