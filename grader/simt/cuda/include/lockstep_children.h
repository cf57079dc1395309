/*
 * lockstep_children.h - launches from kernels. `lockstep cc` includes it in sources that have some,
 * and spells `kernel<<<shape>>>(…)` there `LOCKSTEP_CHILD(shape) LOCKSTEP_KERNEL(kernel)(…)`; a
 * launch from the host becomes `kernel LOCKSTEP_LAUNCH(shape)(…)`. For the device a kernel is then
 * a function that is called, of which the compiler knows nothing; what the call does is the
 * machine's affair (execute/dynamic_launch.c).
 */
#ifndef LOCKSTEP_CHILDREN_H
#define LOCKSTEP_CHILDREN_H

#include "cuda_runtime.h"

#ifdef __CUDA_ARCH__

#undef __global__
/* Of the host, too, so that host functions may name it here; none of them gets code.
 * record/annotate/recorded_children.c knows it by the section. A kernel that launches itself last
 * would become a loop if tail calls were allowed. */
#define __global__ __attribute__((host, device, used, noinline, disable_tail_calls, section("lockstep_kernel")))
#define LOCKSTEP_LAUNCH(...)
#define LOCKSTEP_CHILD(...)  lockstep_child_shape(__VA_ARGS__),
#define LOCKSTEP_KERNEL(...) __VA_ARGS__
#else
#define LOCKSTEP_LAUNCH(...) <<<__VA_ARGS__>>>
#define LOCKSTEP_CHILD(...)
#define LOCKSTEP_KERNEL(...) lockstep_child_unseen
/* Kernels have no code on the host. */
template <class... Arguments> __host__ __device__ void lockstep_child_unseen(const Arguments &...);
#endif

/* Part of the caller's line: reports name that. */
#define LOCKSTEP_CHILD_FACE static inline __attribute__((device, unused, always_inline, nodebug))

extern "C" __device__ void lockstep_child(unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                                          unsigned int block_x, unsigned int block_y, unsigned int block_z,
                                          unsigned long long shared, unsigned long long stream);
extern "C" __device__ void lockstep_children_wait(void);
extern "C" __device__ void lockstep_children_join(void);

LOCKSTEP_CHILD_FACE void lockstep_child_shape(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = nullptr) {
    lockstep_child(grid.x, grid.y, grid.z, block.x, block.y, block.z, shared, (unsigned long long)stream);
}

/* What kernels may call of the runtime. The kernels that a thread launches run one after the other;
 * streams say which of them CUDA orders. Events are taken to order all that the block launches. */
LOCKSTEP_CHILD_FACE cudaError_t cudaDeviceSynchronize(void) {
    lockstep_children_wait();
    return cudaSuccess;
}
LOCKSTEP_CHILD_FACE cudaError_t cudaGetLastError(void) { return cudaSuccess; }
LOCKSTEP_CHILD_FACE cudaError_t cudaPeekAtLastError(void) { return cudaSuccess; }
LOCKSTEP_CHILD_FACE const char *cudaGetErrorString(cudaError_t error) {
    return error == cudaSuccess ? "no error" : "an error";
}
LOCKSTEP_CHILD_FACE const char *cudaGetErrorName(cudaError_t error) {
    return error == cudaSuccess ? "cudaSuccess" : "an error";
}
LOCKSTEP_CHILD_FACE cudaError_t cudaGetDevice(int *device) {
    *device = 0;
    return cudaSuccess;
}
LOCKSTEP_CHILD_FACE cudaError_t cudaGetDeviceCount(int *count) {
    *count = 1;
    return cudaSuccess;
}
LOCKSTEP_CHILD_FACE cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int) {
    unsigned long long now; /* a block's streams are made at different times */
    __asm__ volatile("mov.u64 %0, %%clock64;" : "=l"(now));
    *stream = (cudaStream_t)(now + 16);
    return cudaSuccess;
}
LOCKSTEP_CHILD_FACE cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
LOCKSTEP_CHILD_FACE cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned int = 0) {
    lockstep_children_join();
    return cudaSuccess;
}
LOCKSTEP_CHILD_FACE cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int) {
    *event = (cudaEvent_t)1;
    return cudaSuccess;
}
LOCKSTEP_CHILD_FACE cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = nullptr) { return cudaSuccess; }
LOCKSTEP_CHILD_FACE cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
template <class T> LOCKSTEP_CHILD_FACE cudaError_t cudaMalloc(T **pointer, size_t bytes) {
    *pointer = (T *)malloc(bytes);
    return *pointer != nullptr ? cudaSuccess : cudaErrorMemoryAllocation;
}
LOCKSTEP_CHILD_FACE cudaError_t cudaFree(void *pointer) {
    free(pointer);
    return cudaSuccess;
}

/* Copies keep their place among the kernels that the thread launches. */
static __global__ void lockstep_child_copy(unsigned char *to, const unsigned char *from, size_t bytes) {
    for (size_t i = threadIdx.x; i < bytes; i += blockDim.x) {
        to[i] = from[i];
    }
}
static __global__ void lockstep_child_fill(unsigned char *to, int value, size_t bytes) {
    for (size_t i = threadIdx.x; i < bytes; i += blockDim.x) {
        to[i] = (unsigned char)value;
    }
}
LOCKSTEP_CHILD_FACE cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes,
                                                cudaMemcpyKind = cudaMemcpyDeviceToDevice,
                                                cudaStream_t stream = nullptr) {
    LOCKSTEP_CHILD(1, 256, 0, stream)
    LOCKSTEP_KERNEL(lockstep_child_copy)
    ((unsigned char *)to, (const unsigned char *)from, bytes);
    return cudaSuccess;
}
LOCKSTEP_CHILD_FACE cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes, cudaStream_t stream = nullptr) {
    LOCKSTEP_CHILD(1, 256, 0, stream)
    LOCKSTEP_KERNEL(lockstep_child_fill)((unsigned char *)to, value, bytes);
    return cudaSuccess;
}

#ifndef cudaStreamTailLaunch
#define cudaStreamTailLaunch    ((cudaStream_t)3)
#define cudaStreamFireAndForget ((cudaStream_t)4)
#endif

#endif
