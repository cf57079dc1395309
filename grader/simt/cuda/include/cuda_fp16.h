/* cuda_fp16.h - IEEE's numbers of 16 bits: lockstep_short.h. */
#ifndef LOCKSTEP_CUDA_FP16_H
#define LOCKSTEP_CUDA_FP16_H

#include "cuda_runtime.h"

#ifdef __cplusplus
/* To nearest, ties to even: an instruction in kernels, whole numbers on the host. They agree. */
static inline __host__ __device__ __attribute__((nodebug)) float lockstep_half_to_float(unsigned short bits) {
#ifdef __CUDA_ARCH__
    float number;
    asm("cvt.f32.f16 %0, %1;" : "=f"(number) : "h"(bits));
    return number;
#else
    unsigned int sign = (bits & 0x8000u) << 16, exponent = bits >> 10 & 31, part = bits & 0x3ffu;
    if (exponent == 0) {
        float small = (float)part * 0x1p-24f;
        return sign != 0 ? -small : small;
    }
    unsigned int whole = sign | (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | part << 13;
    float value;
    __builtin_memcpy(&value, &whole, sizeof value);
    return value;
#endif
}
static inline __host__ __device__ __attribute__((nodebug)) unsigned short lockstep_half_from_float(float value) {
#ifdef __CUDA_ARCH__
    unsigned short bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
#else
    unsigned int whole;
    __builtin_memcpy(&whole, &value, sizeof whole);
    unsigned int sign = whole >> 16 & 0x8000u, size = whole & 0x7fffffffu;
    if (size > 0x7f800000u)
        return 0x7fff;       /* as the hardware's */
    if (size >= 0x477ff000u) /* rounds to 2^16 or more */
        return (unsigned short)(sign | 0x7c00u);
    if (size < 0x38800000u) { /* subnormal: the sum puts the last bit in its place */
        float moved, shift = 0.5f;
        __builtin_memcpy(&moved, &size, sizeof moved);
        moved += shift;
        __builtin_memcpy(&size, &moved, sizeof size);
        return (unsigned short)(sign | (size - 0x3f000000u));
    }
    size += 0xfffu + (size >> 13 & 1);
    return (unsigned short)(sign | ((size - 0x38000000u) >> 13));
#endif
}

#define LOCKSTEP_NUMBER     __half
#define LOCKSTEP_PAIR       __half2
#define LOCKSTEP_RAW        __half_raw
#define LOCKSTEP_RAW_PAIR   __half2_raw
#define LOCKSTEP_WORD       half
#define LOCKSTEP_TYPE       "f16"
#define LOCKSTEP_FROM_FLOAT lockstep_half_from_float
#define LOCKSTEP_TO_FLOAT   lockstep_half_to_float
#include "lockstep_short.h"
typedef __half half;
typedef __half2 half2;
static inline __host__ __device__ __half2 __halves2half2(__half a, __half b) { return __half2(a, b); }
#endif

#endif
