/* cuda_bf16.h - Google's numbers of 16 bits: lockstep_short.h. */
#ifndef LOCKSTEP_CUDA_BF16_H
#define LOCKSTEP_CUDA_BF16_H

#include "cuda_runtime.h"

#ifdef __cplusplus
/* The upper half of a float: to nearest, ties to even. */
static inline __host__ __device__ __attribute__((nodebug)) float lockstep_bfloat16_to_float(unsigned short bits) {
    unsigned int whole = (unsigned int)bits << 16;
    float value;
    __builtin_memcpy(&value, &whole, sizeof value);
    return value;
}
static inline __host__ __device__ __attribute__((nodebug)) unsigned short lockstep_bfloat16_from_float(float value) {
#ifdef __CUDA_ARCH__
    unsigned short bits;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
#else
    unsigned int whole;
    __builtin_memcpy(&whole, &value, sizeof whole);
    if ((whole & 0x7fffffffu) > 0x7f800000u)
        return 0x7fff; /* as the hardware's */
    return (unsigned short)((whole + 0x7fffu + (whole >> 16 & 1)) >> 16);
#endif
}

#define LOCKSTEP_NUMBER     __nv_bfloat16
#define LOCKSTEP_PAIR       __nv_bfloat162
#define LOCKSTEP_RAW        __nv_bfloat16_raw
#define LOCKSTEP_RAW_PAIR   __nv_bfloat162_raw
#define LOCKSTEP_WORD       bfloat16
#define LOCKSTEP_TYPE       "bf16"
#define LOCKSTEP_FROM_FLOAT lockstep_bfloat16_from_float
#define LOCKSTEP_TO_FLOAT   lockstep_bfloat16_to_float
#include "lockstep_short.h"
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
static inline __host__ __device__ __nv_bfloat162 __bfloat16s2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __nv_bfloat162(a, b);
}
#endif

#endif
