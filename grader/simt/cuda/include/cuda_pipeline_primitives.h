/* Asynchronous copies to shared memory, as functions. */
#ifndef LOCKSTEP_CUDA_PIPELINE_PRIMITIVES_H
#define LOCKSTEP_CUDA_PIPELINE_PRIMITIVES_H

#include "cuda_runtime.h"
#include "lockstep_async.h"

/* The last `zeros` bytes are not read: zeros are written for them. */
LOCKSTEP_DEVICE void __pipeline_memcpy_async(void *to, const void *from, size_t bytes, size_t zeros = 0) {
    if (zeros == 0) {
        lockstep_copy_async(to, from, bytes, 0, 1);
        return;
    }
    for (size_t i = 0; i < bytes; i++)
        ((char *)to)[i] = i < bytes - zeros ? ((const char *)from)[i] : 0;
}
LOCKSTEP_DEVICE void __pipeline_commit() { lockstep_commit_async(); }
LOCKSTEP_DEVICE void __pipeline_wait_prior(size_t left) { lockstep_wait_async_but((unsigned int)left); }

#endif
