/* The driver's memory, streams and events: the runtime's calls by other names. */
#include "cuda_driver.h"

#include <stdlib.h>

/* A call that gives the address of what the runtime's puts at `memory`. */
#define GIVES_MEMORY(NAME, PARAMETERS, CALL)                                                       \
    CUresult NAME PARAMETERS {                                                                     \
        void *memory = NULL;                                                                       \
        if (pointer == NULL) {                                                                     \
            return driver_result(cudaErrorInvalidValue);                                           \
        }                                                                                          \
        cudaError_t error = CALL;                                                                  \
        *pointer = (CUdeviceptr)(uintptr_t)memory;                                                 \
        return (CUresult)error;                                                                    \
    }

GIVES_MEMORY(cuMemAlloc, (CUdeviceptr * pointer, size_t bytes),
             lockstep_allocate_at(&memory, bytes, NULL, 0))
SAME(cuMemFree, (CUdeviceptr pointer), cudaFree(client_pointer(pointer)))
CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
    return (CUresult)cudaMemGetInfo(free_bytes, total_bytes);
}
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr pointer) {
    struct wire_pointer_q question = {.address = pointer};
    struct wire_pointer_r reply = {0};
    cudaError_t error = client_ask(WIRE_POINTER, &question, &reply);
    if (error != cudaSuccess || reply.known != WIRE_POINTER_KNOWN) {
        return driver_result(error != cudaSuccess ? error : cudaErrorInvalidValue);
    }
    if (base != NULL) {
        *base = reply.base;
    }
    if (bytes != NULL) {
        *bytes = (size_t)reply.bytes;
    }
    return driver_result(cudaSuccess);
}
SAME(cuMemcpyHtoD, (CUdeviceptr to, const void *from, size_t bytes),
     cudaMemcpy(client_pointer(to), from, bytes, cudaMemcpyHostToDevice))
SAME(cuMemcpyDtoH, (void *to, CUdeviceptr from, size_t bytes),
     cudaMemcpy(to, client_pointer(from), bytes, cudaMemcpyDeviceToHost))
SAME(cuMemcpyDtoD, (CUdeviceptr to, CUdeviceptr from, size_t bytes),
     cudaMemcpy(client_pointer(to), client_pointer(from), bytes, cudaMemcpyDeviceToDevice))
SAME(cuMemcpyHtoDAsync, (CUdeviceptr to, const void *from, size_t bytes, CUstream stream),
     cudaMemcpyAsync(client_pointer(to), from, bytes, cudaMemcpyHostToDevice, stream))
SAME(cuMemcpyDtoHAsync, (void *to, CUdeviceptr from, size_t bytes, CUstream stream),
     cudaMemcpyAsync(to, client_pointer(from), bytes, cudaMemcpyDeviceToHost, stream))
SAME(cuMemsetD8, (CUdeviceptr to, unsigned char value, size_t count),
     cudaMemset(client_pointer(to), value, count))
CUresult cuStreamCreate(CUstream *stream, unsigned int flags) {
    return (CUresult)cudaStreamCreateWithFlags(stream, flags);
}
SAME(cuStreamDestroy, (CUstream stream), cudaStreamDestroy(stream))
SAME(cuStreamSynchronize, (CUstream stream), cudaStreamSynchronize(stream))
SAME(cuStreamQuery, (CUstream stream), cudaStreamQuery(stream))
CUresult cuEventCreate(CUevent *event, unsigned int flags) {
    return (CUresult)cudaEventCreateWithFlags(event, flags);
}
SAME(cuEventDestroy, (CUevent event), cudaEventDestroy(event))
SAME(cuEventRecord, (CUevent event, CUstream stream), cudaEventRecord(event, stream))
SAME(cuEventSynchronize, (CUevent event), cudaEventSynchronize(event))
SAME(cuEventElapsedTime, (float *milliseconds, CUevent start, CUevent end),
     cudaEventElapsedTime(milliseconds, start, end))
SAME(cuEventQuery, (CUevent event), cudaEventQuery(event))
SAME(cuStreamWaitEvent, (CUstream stream, CUevent event, unsigned int flags),
     cudaStreamWaitEvent(stream, event, flags))
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority) {
    return (CUresult)cudaStreamCreateWithPriority(stream, flags, priority);
}

/* ---- the host's memory, and memory of both --------------------------------------------------- */

SAME(cuMemAllocHost, (void **pointer, size_t bytes),
     lockstep_host_allocate_at(pointer, bytes, 0, NULL, 0))
SAME(cuMemHostAlloc, (void **pointer, size_t bytes, unsigned int flags),
     lockstep_host_allocate_at(pointer, bytes, flags, NULL, 0))
SAME(cuMemFreeHost, (void *pointer), cudaFreeHost(pointer))
SAME(cuMemHostRegister, (void *pointer, size_t bytes, unsigned int flags),
     cudaHostRegister(pointer, bytes, flags))
SAME(cuMemHostUnregister, (void *pointer), cudaHostUnregister(pointer))
CUresult cuMemHostGetDevicePointer(CUdeviceptr *pointer, void *host, unsigned int flags) {
    void *found = NULL;
    cudaError_t error = cudaHostGetDevicePointer(&found, host, flags);
    if (pointer != NULL) {
        *pointer = (CUdeviceptr)(uintptr_t)found;
    }
    return (CUresult)error;
}
GIVES_MEMORY(cuMemAllocManaged, (CUdeviceptr * pointer, size_t bytes, unsigned int flags),
             lockstep_managed_allocate_at(&memory, bytes, flags, NULL, 0))
GIVES_MEMORY(cuMemAllocPitch,
             (CUdeviceptr * pointer, size_t *pitch, size_t width, size_t height,
              unsigned int element),
             ((void)element, cudaMallocPitch(&memory, pitch, width, height)))

/* ---- copies between any two places, and fills of words --------------------------------------- */

SAME(cuMemcpy, (CUdeviceptr to, CUdeviceptr from, size_t bytes),
     cudaMemcpy(client_pointer(to), client_pointer(from), bytes, cudaMemcpyDefault))
SAME(cuMemcpyAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream),
     cudaMemcpyAsync(client_pointer(to), client_pointer(from), bytes, cudaMemcpyDefault, stream))
SAME(cuMemcpyDtoDAsync, (CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream),
     cudaMemcpyAsync(client_pointer(to), client_pointer(from), bytes, cudaMemcpyDeviceToDevice,
                     stream))
SAME(cuMemsetD8Async, (CUdeviceptr to, unsigned char value, size_t count, CUstream stream),
     cudaMemsetAsync(client_pointer(to), value, count, stream))

/* Words of two or four bytes: a piece of the host's memory, copied until all is filled. */
static cudaError_t fill(CUdeviceptr to, unsigned int value, size_t size, size_t count,
                        CUstream stream) {
    enum { PIECE = 1 << 16 };
    size_t most = count < PIECE ? count : PIECE;
    unsigned char *words = malloc(most * size + 1);
    cudaError_t error = words != NULL ? cudaSuccess : cudaErrorMemoryAllocation;
    for (size_t i = 0; words != NULL && i < most * size; i++) {
        words[i] = (unsigned char)(value >> 8 * (i % size));
    }
    for (size_t done = 0; done < count && error == cudaSuccess; done += most) {
        size_t now = count - done < most ? count - done : most;
        error = cudaMemcpyAsync(client_pointer(to + done * size), words, now * size,
                                cudaMemcpyHostToDevice, stream);
    }
    free(words);
    return error;
}
SAME(cuMemsetD16, (CUdeviceptr to, unsigned short value, size_t count),
     fill(to, value, sizeof value, count, NULL))
SAME(cuMemsetD32, (CUdeviceptr to, unsigned int value, size_t count),
     fill(to, value, sizeof value, count, NULL))
SAME(cuMemsetD32Async, (CUdeviceptr to, unsigned int value, size_t count, CUstream stream),
     fill(to, value, sizeof value, count, stream))
