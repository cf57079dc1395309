/*
 * CUDA events around what a student's program asks of a real GPU: each launch, copy and fill. The
 * linker brings the calls here (--wrap, see programs.c). What a host writes to mapped memory itself
 * is no copy of the device's, and is not in these times.
 */
#include "measure.h"

#include <cuda_runtime_api.h>
#include <stddef.h>

enum { MOST_EVENTS = 8192 };

/* One piece of work, between two events. */
static struct {
    cudaEvent_t begin, end;
    int kernel;
} works[MOST_EVENTS];
static size_t made, used;
static int inside, failed; /* the runtime may call itself */

static int begin_work(cudaStream_t stream) {
    if (inside++ > 0) {
        return 0;
    }
    if (used == made && made < MOST_EVENTS) {
        failed |= cudaEventCreate(&works[made].begin) != cudaSuccess ||
                  cudaEventCreate(&works[made].end) != cudaSuccess;
        made++;
    }
    if (used == MOST_EVENTS) {
        failed = 1;
        return 0;
    }
    failed |= cudaEventRecord(works[used].begin, stream) != cudaSuccess;
    return 1;
}

static cudaError_t end_work(int begun, cudaStream_t stream, int kernel, cudaError_t result) {
    inside--;
    if (begun) {
        failed |= cudaEventRecord(works[used].end, stream) != cudaSuccess;
        works[used++].kernel = kernel;
    }
    return result;
}

int device_seconds(double *kernels, double *all) {
    *kernels = *all = 0;
    failed |= cudaDeviceSynchronize() != cudaSuccess;
    for (size_t i = 0; i < used && !failed; i++) {
        float milliseconds = 0;
        failed |= cudaEventElapsedTime(&milliseconds, works[i].begin, works[i].end) != cudaSuccess;
        *kernels += works[i].kernel ? 1e-3 * milliseconds : 0;
        *all += 1e-3 * milliseconds;
    }
    const int good = !failed && used > 0;
    used = 0;
    failed = 0;
    return good;
}

/* WRAP(call, parameters, arguments, stream, kernel): the call between two events. */
#define WRAP(call, parameters, arguments, stream, kernel)                                          \
    cudaError_t __real_##call parameters;                                                          \
    cudaError_t __wrap_##call parameters {                                                         \
        const int begun = begin_work(stream);                                                      \
        return end_work(begun, stream, kernel, __real_##call arguments);                           \
    }

WRAP(cudaLaunchKernel,
     (const void *function, dim3 grid, dim3 block, void **words, size_t shared, cudaStream_t at),
     (function, grid, block, words, shared, at), at, 1)
/* What nvcc's code calls from CUDA 13 on; no header has it, and older libraries have not, either.
 */
__attribute__((weak)) cudaError_t __real___cudaLaunchKernel(void *function, dim3 grid, dim3 block,
                                                            void **words, size_t shared,
                                                            cudaStream_t at);
WRAP(__cudaLaunchKernel,
     (void *function, dim3 grid, dim3 block, void **words, size_t shared, cudaStream_t at),
     (function, grid, block, words, shared, at), at, 1)
WRAP(cudaMemcpy, (void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind),
     (to, from, bytes, kind), 0, 0)
WRAP(cudaMemcpyAsync,
     (void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t at),
     (to, from, bytes, kind, at), at, 0)
WRAP(cudaMemset, (void *to, int value, size_t bytes), (to, value, bytes), 0, 0)
WRAP(cudaMemsetAsync, (void *to, int value, size_t bytes, cudaStream_t at), (to, value, bytes, at),
     at, 0)
