/*
 * lockstep_device.h - what kernels may call.
 *
 * Most of it is clang's own CUDA headers, which map CUDA's names to PTX instructions and to the
 * functions of libdevice (grader/simt/cuda/libdevice holds ours). Added here: what clang expects
 * from the CUDA Toolkit. Barriers are assembly because clang 14 moves shared loads across its own
 * builtin.
 */
#ifndef LOCKSTEP_DEVICE_H
#define LOCKSTEP_DEVICE_H

#define LOCKSTEP_DEVICE static __device__ __forceinline__ __attribute__((nodebug))
#define LOCKSTEP_MEMBER __device__ __forceinline__ __attribute__((nodebug)) /* of a class */

/* Clang's headers ask for the toolkit's version and, when it compiles the host's half, for an
 * architecture. */
#define CUDA_VERSION 10020
#ifndef __CUDA_ARCH__
#define __CUDA_ARCH__ 9999
#define LOCKSTEP_HOST_HALF
#endif

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ int printf(const char *, ...);
__device__ void free(void *) __attribute__((nothrow));
__device__ void *malloc(size_t) __attribute__((nothrow, malloc));
__device__ void __assertfail(const char *, const char *, unsigned int, const char *, size_t);
__device__ static inline void __assert_fail(const char *expression, const char *file, unsigned int line,
                                            const char *function) {
    __assertfail(expression, file, line, function, sizeof(char));
}
}

/* threadIdx and the like. Clang's own (which stay away) forbid `auto here = threadIdx`; to nvcc
 * they are plain words that may be copied. The accessors take the line of their caller. */
#define __CUDA_BUILTIN_VARS_H
#define LOCKSTEP_COORDINATE(FIELD, READ)                                                                               \
    __declspec(property(get = lockstep_##FIELD)) unsigned int FIELD;                                                   \
    static LOCKSTEP_MEMBER unsigned int lockstep_##FIELD(void) { return READ(); }
#define LOCKSTEP_COORDINATES(NAME, REGISTER)                                                                           \
    struct lockstep_##NAME {                                                                                           \
        LOCKSTEP_COORDINATE(x, __nvvm_read_ptx_sreg_##REGISTER##_x)                                                    \
        LOCKSTEP_COORDINATE(y, __nvvm_read_ptx_sreg_##REGISTER##_y)                                                    \
        LOCKSTEP_COORDINATE(z, __nvvm_read_ptx_sreg_##REGISTER##_z)                                                    \
        LOCKSTEP_MEMBER operator dim3() const { return dim3(x, y, z); }                                                \
        LOCKSTEP_MEMBER operator uint3() const { return {x, y, z}; }                                                   \
    };                                                                                                                 \
    extern const __device__ __attribute__((weak)) lockstep_##NAME NAME;
LOCKSTEP_COORDINATES(threadIdx, tid)
LOCKSTEP_COORDINATES(blockIdx, ctaid)
LOCKSTEP_COORDINATES(blockDim, ntid)
LOCKSTEP_COORDINATES(gridDim, nctaid)
__device__ const int warpSize = 32;

/* Up to CUDA 9.1 the functions on bytes and halves of a word were libdevice's, as ours are; later
 * headers have assembly for them. */
#pragma push_macro("CUDA_VERSION")
#undef CUDA_VERSION
#define CUDA_VERSION 9010
#include <__clang_cuda_libdevice_declares.h>

/* Clang's barriers and fences step aside for ours (lockstep_barriers.h). */
#define __syncthreads_and   lockstep_clangs_syncthreads_and
#define __syncthreads_or    lockstep_clangs_syncthreads_or
#define __syncthreads_count lockstep_clangs_syncthreads_count
/* Votes without a mask are those of the lanes that run together. */
LOCKSTEP_DEVICE unsigned int lockstep_active() {
    unsigned int mask;
    asm volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}
#define __nvvm_vote_all(...)    __nvvm_vote_all_sync(lockstep_active(), __VA_ARGS__)
#define __nvvm_vote_any(...)    __nvvm_vote_any_sync(lockstep_active(), __VA_ARGS__)
#define __nvvm_vote_ballot(...) __nvvm_vote_ballot_sync(lockstep_active(), __VA_ARGS__)
#include <__clang_cuda_device_functions.h>
#undef __syncthreads_and
#undef __syncthreads_or
#undef __syncthreads_count
#undef __nvvm_vote_all
#undef __nvvm_vote_any
#undef __nvvm_vote_ballot
#pragma pop_macro("CUDA_VERSION")
#include <__clang_cuda_math.h>

#include "lockstep_atomics.h"
#include "lockstep_barriers.h"
#include "lockstep_generic_atomics.h"
#include "lockstep_math.h"

#include <__clang_cuda_cmath.h>
#include "lockstep_shuffles.h"
#include <new>

#ifdef LOCKSTEP_HOST_HALF
#undef __CUDA_ARCH__
#undef LOCKSTEP_HOST_HALF
#endif

#endif
