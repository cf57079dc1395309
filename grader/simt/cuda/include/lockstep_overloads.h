/* The C++ faces of the runtime: typed pointers, kernels and symbols by reference. */
#ifndef LOCKSTEP_OVERLOADS_H
#define LOCKSTEP_OVERLOADS_H

#include "cuda_runtime_api.h"

#ifdef __cplusplus

/* Part of the caller's line, whatever the program is compiled with: reports name that. */
#ifdef __clang__
#define LOCKSTEP_FACE static inline __attribute__((always_inline, nodebug))
#else
#define LOCKSTEP_FACE static inline
#endif

/* The caller's line, as default arguments: reports can say where an array was allocated. */
#define LOCKSTEP_CALLER const char *file = __builtin_FILE(), unsigned int line = __builtin_LINE()

template <class T> LOCKSTEP_FACE cudaError_t cudaMalloc(T **pointer, size_t bytes, LOCKSTEP_CALLER) {
    return lockstep_allocate_at((void **)(void *)pointer, bytes, file, line);
}
template <class T>
LOCKSTEP_FACE cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned int flags = cudaHostAllocDefault,
                                         LOCKSTEP_CALLER) {
    return lockstep_host_allocate_at((void **)(void *)pointer, bytes, flags, file, line);
}
template <class T>
LOCKSTEP_FACE cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned int flags, LOCKSTEP_CALLER) {
    return lockstep_host_allocate_at((void **)(void *)pointer, bytes, flags, file, line);
}
template <class T>
LOCKSTEP_FACE cudaError_t cudaMallocManaged(T **pointer, size_t bytes, unsigned int flags = cudaMemAttachGlobal,
                                            LOCKSTEP_CALLER) {
    return lockstep_managed_allocate_at((void **)(void *)pointer, bytes, flags, file, line);
}

/* Libraries take the address of the plain functions. Calls prefer the one that has an attribute,
 * and so the caller's line. */
#ifdef __clang__
#define LOCKSTEP_PREFERRED LOCKSTEP_FACE __attribute__((enable_if(true, "")))
LOCKSTEP_FACE cudaError_t cudaMalloc(void **pointer, size_t bytes) {
    return lockstep_allocate_at(pointer, bytes, NULL, 0);
}
LOCKSTEP_PREFERRED cudaError_t cudaMalloc(void **pointer, size_t bytes, LOCKSTEP_CALLER) {
    return lockstep_allocate_at(pointer, bytes, file, line);
}
LOCKSTEP_FACE cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
    return lockstep_host_allocate_at(pointer, bytes, cudaHostAllocDefault, NULL, 0);
}
LOCKSTEP_PREFERRED cudaError_t cudaMallocHost(void **pointer, size_t bytes, unsigned int flags = cudaHostAllocDefault,
                                              LOCKSTEP_CALLER) {
    return lockstep_host_allocate_at(pointer, bytes, flags, file, line);
}
#undef LOCKSTEP_PREFERRED
#endif

template <class T> LOCKSTEP_FACE cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
    return cudaMallocPitch((void **)(void *)pointer, pitch, width, height);
}
template <class T> LOCKSTEP_FACE cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream) {
    return cudaMallocAsync((void **)(void *)pointer, bytes, stream);
}
template <class T>
LOCKSTEP_FACE cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream) {
    return cudaMallocFromPoolAsync((void **)(void *)pointer, bytes, pool, stream);
}
template <class T>
LOCKSTEP_FACE cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *pointer, size_t bytes = 0,
                                                   unsigned int flags = cudaMemAttachSingle) {
    return cudaStreamAttachMemAsync(stream, (void *)pointer, bytes, flags);
}
template <class T> LOCKSTEP_FACE cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags) {
    return cudaHostGetDevicePointer((void **)(void *)device, host, flags);
}

/* CUDA 13's spelling: a place instead of a number. */
LOCKSTEP_FACE cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, cudaMemLocation place,
                                               unsigned int flags, cudaStream_t stream = 0) {
    int device = place.type == cudaMemLocationTypeHost ? cudaCpuDeviceId : place.id;
    return flags ? cudaErrorInvalidValue : cudaMemPrefetchAsync(pointer, bytes, device, stream);
}
LOCKSTEP_FACE cudaError_t cudaMemAdvise(const void *pointer, size_t bytes, cudaMemoryAdvise advice,
                                        cudaMemLocation place) {
    int device = place.type == cudaMemLocationTypeHost ? cudaCpuDeviceId : place.id;
    return cudaMemAdvise(pointer, bytes, advice, device);
}

template <class T>
LOCKSTEP_FACE cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cudaMemcpyToSymbol((const void *)&symbol, from, bytes, offset, kind);
}
template <class T>
LOCKSTEP_FACE cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes, size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                  cudaStream_t stream = 0) {
    return cudaMemcpyToSymbolAsync((const void *)&symbol, from, bytes, offset, kind, stream);
}
template <class T>
LOCKSTEP_FACE cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cudaMemcpyFromSymbol(to, (const void *)&symbol, bytes, offset, kind);
}
template <class T>
LOCKSTEP_FACE cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes, size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                    cudaStream_t stream = 0) {
    return cudaMemcpyFromSymbolAsync(to, (const void *)&symbol, bytes, offset, kind, stream);
}
template <class T> LOCKSTEP_FACE cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
    return cudaGetSymbolAddress(pointer, (const void *)&symbol);
}
template <class T> LOCKSTEP_FACE cudaError_t cudaGetSymbolSize(size_t *bytes, const T &symbol) {
    return cudaGetSymbolSize(bytes, (const void *)&symbol);
}

template <class F>
LOCKSTEP_FACE cudaError_t cudaLaunchKernel(F *kernel, dim3 grid, dim3 block, void **arguments, size_t shared_bytes = 0,
                                           cudaStream_t stream = 0) {
    return cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared_bytes, stream);
}
template <class F>
LOCKSTEP_FACE cudaError_t cudaLaunchCooperativeKernel(F *kernel, dim3 grid, dim3 block, void **arguments,
                                                      size_t shared_bytes = 0, cudaStream_t stream = 0) {
    return cudaLaunchCooperativeKernel((const void *)kernel, grid, block, arguments, shared_bytes, stream);
}
template <class F> LOCKSTEP_FACE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, F *kernel) {
    return cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class F> LOCKSTEP_FACE cudaError_t cudaFuncSetAttribute(F *kernel, cudaFuncAttribute attribute, int value) {
    return cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class F> LOCKSTEP_FACE cudaError_t cudaFuncSetCacheConfig(F *kernel, cudaFuncCache config) {
    return cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class F> LOCKSTEP_FACE cudaError_t cudaFuncSetSharedMemConfig(F *kernel, cudaSharedMemConfig config) {
    return cudaFuncSetSharedMemConfig((const void *)kernel, config);
}
template <class F>
LOCKSTEP_FACE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F *kernel, int block_threads,
                                                                        size_t shared_bytes) {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, (const void *)kernel, block_threads, shared_bytes);
}

/* The block size with most resident threads; shared(block size) says what such a block needs. */
template <class S, class F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *grid, int *block, F *kernel, S shared,
                                                                         int limit = 0) {
    cudaFuncAttributes attributes;
    int processors = 0;
    cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
    if (error != cudaSuccess)
        return error;
    int most = attributes.maxThreadsPerBlock;
    if (limit > 0 && limit < most)
        most = limit;
    int best = 0;
    for (int threads = most; threads > 0; threads = (threads - 1) / 32 * 32) {
        int blocks = 0;
        error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, (size_t)shared(threads));
        if (error != cudaSuccess)
            return error;
        if (blocks * threads > best) {
            best = blocks * threads;
            *block = threads;
            *grid = blocks * processors;
        }
    }
    return best > 0 ? cudaSuccess : cudaErrorInvalidValue;
}
template <class F>
static inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *grid, int *block, F *kernel, size_t shared_bytes = 0,
                                                             int limit = 0) {
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        grid, block, kernel, [=](int) { return shared_bytes; }, limit);
}

LOCKSTEP_FACE cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags) {
    return cudaEventCreateWithFlags(event, flags);
}

#endif
#endif
