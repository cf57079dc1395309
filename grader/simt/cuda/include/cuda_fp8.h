/*
 * cuda_fp8.h - numbers of 8 bits: E4M3 (4 bits of exponent, 3 of mantissa: up to 448, no infinity)
 * and E5M2 (up to 57344), one, two and four of them. They are only stored: a program computes with
 * what it converts them to. Conversions round to nearest, ties to even.
 */
#ifndef LOCKSTEP_CUDA_FP8_H
#define LOCKSTEP_CUDA_FP8_H

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
/* What is too large becomes infinity (E4M3: no number), or the largest number. */
typedef enum { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#ifdef __cplusplus
#include "cuda_bf16.h"
#include "cuda_fp16.h"

#ifdef __CUDA__
/* Findings name the line that converts, not one here. */
#pragma push_macro("__device__")
#undef __device__
#define __device__   __attribute__((device, nodebug))
#define LOCKSTEP_FP8 static inline __host__ __device__ __attribute__((always_inline))
#else
#define LOCKSTEP_FP8 static inline
#endif

LOCKSTEP_FP8 __nv_fp8_storage_t __nv_cvt_float_to_fp8(const float value, const __nv_saturation_t saturate,
                                                      const __nv_fp8_interpretation_t format) {
    const int mantissa = format == __NV_E4M3 ? 3 : 2, bias = format == __NV_E4M3 ? 7 : 15;
    const int largest = format == __NV_E4M3 ? 0x7e : 0x7b;
    const int none = format == __NV_E4M3 ? 0x7f : 0x7e;
    unsigned int bits, power;
    __builtin_memcpy(&bits, &value, sizeof bits);
    const int sign = (int)(bits >> 24 & 0x80);
    bits &= 0x7fffffff;
    if (bits > 0x7f800000)
        return (__nv_fp8_storage_t)none;
    int exponent = (int)(bits >> 23) - 127;
    exponent = exponent < 1 - bias ? 1 - bias : exponent;
    power = (unsigned int)(127 + mantissa - exponent) << 23;
    float scale, size;
    __builtin_memcpy(&scale, &power, sizeof scale);
    __builtin_memcpy(&size, &bits, sizeof size);
    /* A mantissa that rounds up to a power of 2 carries into the exponent. */
    const int steps = bits == 0x7f800000 ? 0 : (int)__builtin_rintf(size * scale);
    int code = ((exponent + bias - 1) << mantissa) + steps;
    if (code > largest)
        code = saturate == __NV_SATFINITE ? largest : format == __NV_E4M3 ? none : 0x7c;
    return (__nv_fp8_storage_t)(sign | code);
}
LOCKSTEP_FP8 __nv_fp8_storage_t __nv_cvt_double_to_fp8(const double value, const __nv_saturation_t saturate,
                                                       const __nv_fp8_interpretation_t format) {
    return __nv_cvt_float_to_fp8(lockstep_odd_float(value), saturate, format);
}
LOCKSTEP_FP8 __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(const __half_raw value, const __nv_saturation_t saturate,
                                                        const __nv_fp8_interpretation_t format) {
    return __nv_cvt_float_to_fp8((float)__half(value), saturate, format);
}
LOCKSTEP_FP8 __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(const __nv_bfloat16_raw value,
                                                            const __nv_saturation_t saturate,
                                                            const __nv_fp8_interpretation_t format) {
    return __nv_cvt_float_to_fp8((float)__nv_bfloat16(value), saturate, format);
}
/* E5M2 is the upper half of a __half; a shift makes E4M3 one that is 2^8 times too small. */
LOCKSTEP_FP8 __half_raw __nv_cvt_fp8_to_halfraw(const __nv_fp8_storage_t code, const __nv_fp8_interpretation_t format) {
    if (format == __NV_E5M2)
        return __half_raw{(unsigned short)(code << 8)};
    if ((code & 0x7f) == 0x7f)
        return __half_raw{0x7fff};
    const __half small = __half_raw{(unsigned short)((code & 0x80) << 8 | (code & 0x7f) << 7)};
    return __half((float)small * 256.0f);
}
LOCKSTEP_FP8 float lockstep_fp8_to_float(const __nv_fp8_storage_t code, const __nv_fp8_interpretation_t format) {
    return (float)__half(__nv_cvt_fp8_to_halfraw(code, format));
}

/* Two: the first in the lower byte. */
LOCKSTEP_FP8 __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(const float2 value, const __nv_saturation_t saturate,
                                                           const __nv_fp8_interpretation_t format) {
    return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(value.x, saturate, format) |
                                  __nv_cvt_float_to_fp8(value.y, saturate, format) << 8);
}
LOCKSTEP_FP8 __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(const double2 value, const __nv_saturation_t saturate,
                                                            const __nv_fp8_interpretation_t format) {
    return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(value.x, saturate, format) |
                                  __nv_cvt_double_to_fp8(value.y, saturate, format) << 8);
}
LOCKSTEP_FP8 __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(const __half2_raw value, const __nv_saturation_t saturate,
                                                             const __nv_fp8_interpretation_t format) {
    return (__nv_fp8x2_storage_t)(__nv_cvt_halfraw_to_fp8(__half_raw{value.x}, saturate, format) |
                                  __nv_cvt_halfraw_to_fp8(__half_raw{value.y}, saturate, format) << 8);
}
LOCKSTEP_FP8 __half2_raw __nv_cvt_fp8x2_to_halfraw2(const __nv_fp8x2_storage_t code,
                                                    const __nv_fp8_interpretation_t format) {
    return __half2_raw{__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)code, format).x,
                       __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(code >> 8), format).x};
}

#define LOCKSTEP_FROM(T)                                                                                               \
    __host__ __device__ explicit LOCKSTEP_ONE(const T value)                                                           \
        : __x(__nv_cvt_double_to_fp8((double)value, __NV_SATFINITE, LOCKSTEP_FORMAT)) {}                               \
    __host__ __device__ explicit operator T() const { return (T)(float)*this; }
#define LOCKSTEP_TYPES                                                                                                 \
    struct LOCKSTEP_ONE {                                                                                              \
        __nv_fp8_storage_t __x;                                                                                        \
        LOCKSTEP_ONE() = default;                                                                                      \
        __host__ __device__ explicit LOCKSTEP_ONE(const float value)                                                   \
            : __x(__nv_cvt_float_to_fp8(value, __NV_SATFINITE, LOCKSTEP_FORMAT)) {}                                    \
        __host__ __device__ explicit LOCKSTEP_ONE(const __half value) : LOCKSTEP_ONE((float)value) {}                  \
        __host__ __device__ explicit LOCKSTEP_ONE(const __nv_bfloat16 value) : LOCKSTEP_ONE((float)value) {}           \
        __host__ __device__ explicit operator float() const { return lockstep_fp8_to_float(__x, LOCKSTEP_FORMAT); }    \
        __host__ __device__ explicit operator __half() const {                                                         \
            return __half(__nv_cvt_fp8_to_halfraw(__x, LOCKSTEP_FORMAT));                                              \
        }                                                                                                              \
        __host__ __device__ explicit operator __nv_bfloat16() const { return __nv_bfloat16((float)*this); }            \
        __host__ __device__ explicit operator bool() const { return (__x & 0x7f) != 0; }                               \
        LOCKSTEP_FROM(double)                                                                                          \
        LOCKSTEP_FROM(short)                                                                                           \
        LOCKSTEP_FROM(unsigned short)                                                                                  \
        LOCKSTEP_FROM(int)                                                                                             \
        LOCKSTEP_FROM(unsigned int)                                                                                    \
        LOCKSTEP_FROM(long)                                                                                            \
        LOCKSTEP_FROM(unsigned long)                                                                                   \
        LOCKSTEP_FROM(long long)                                                                                       \
        LOCKSTEP_FROM(unsigned long long)                                                                              \
    };                                                                                                                 \
    struct LOCKSTEP_TWO {                                                                                              \
        __nv_fp8x2_storage_t __x;                                                                                      \
        LOCKSTEP_TWO() = default;                                                                                      \
        __host__ __device__ explicit LOCKSTEP_TWO(const float2 value)                                                  \
            : __x(__nv_cvt_float2_to_fp8x2(value, __NV_SATFINITE, LOCKSTEP_FORMAT)) {}                                 \
        __host__ __device__ explicit LOCKSTEP_TWO(const double2 value)                                                 \
            : __x(__nv_cvt_double2_to_fp8x2(value, __NV_SATFINITE, LOCKSTEP_FORMAT)) {}                                \
        __host__ __device__ explicit LOCKSTEP_TWO(const __half2 value)                                                 \
            : LOCKSTEP_TWO(float2{(float)value.x, (float)value.y}) {}                                                  \
        __host__ __device__ explicit LOCKSTEP_TWO(const __nv_bfloat162 value)                                          \
            : LOCKSTEP_TWO(float2{(float)value.x, (float)value.y}) {}                                                  \
        __host__ __device__ explicit operator float2() const {                                                         \
            return float2{lockstep_fp8_to_float((__nv_fp8_storage_t)__x, LOCKSTEP_FORMAT),                             \
                          lockstep_fp8_to_float((__nv_fp8_storage_t)(__x >> 8), LOCKSTEP_FORMAT)};                     \
        }                                                                                                              \
        __host__ __device__ explicit operator __half2() const {                                                        \
            const float2 both = (float2) * this;                                                                       \
            return __half2(__half(both.x), __half(both.y));                                                            \
        }                                                                                                              \
    };                                                                                                                 \
    struct LOCKSTEP_FOUR {                                                                                             \
        __nv_fp8x4_storage_t __x;                                                                                      \
        LOCKSTEP_FOUR() = default;                                                                                     \
        __host__ __device__ explicit LOCKSTEP_FOUR(const float4 value)                                                 \
            : __x(LOCKSTEP_TWO(float2{value.x, value.y}).__x |                                                         \
                  (unsigned int)LOCKSTEP_TWO(float2{value.z, value.w}).__x << 16) {}                                   \
        __host__ __device__ explicit LOCKSTEP_FOUR(const __half2 low, const __half2 high)                              \
            : __x(LOCKSTEP_TWO(low).__x | (unsigned int)LOCKSTEP_TWO(high).__x << 16) {}                               \
        __host__ __device__ explicit LOCKSTEP_FOUR(const __nv_bfloat162 low, const __nv_bfloat162 high)                \
            : __x(LOCKSTEP_TWO(low).__x | (unsigned int)LOCKSTEP_TWO(high).__x << 16) {}                               \
        __host__ __device__ explicit LOCKSTEP_FOUR(const double4 value)                                                \
            : __x(LOCKSTEP_TWO(double2{value.x, value.y}).__x |                                                        \
                  (unsigned int)LOCKSTEP_TWO(double2{value.z, value.w}).__x << 16) {}                                  \
        __host__ __device__ explicit operator float4() const {                                                         \
            LOCKSTEP_TWO low, high;                                                                                    \
            low.__x = (__nv_fp8x2_storage_t)__x;                                                                       \
            high.__x = (__nv_fp8x2_storage_t)(__x >> 16);                                                              \
            const float2 first = (float2)low, last = (float2)high;                                                     \
            return float4{first.x, first.y, last.x, last.y};                                                           \
        }                                                                                                              \
    };

#define LOCKSTEP_FORMAT __NV_E4M3
#define LOCKSTEP_ONE    __nv_fp8_e4m3
#define LOCKSTEP_TWO    __nv_fp8x2_e4m3
#define LOCKSTEP_FOUR   __nv_fp8x4_e4m3
LOCKSTEP_TYPES
#undef LOCKSTEP_FORMAT
#undef LOCKSTEP_ONE
#undef LOCKSTEP_TWO
#undef LOCKSTEP_FOUR
#define LOCKSTEP_FORMAT __NV_E5M2
#define LOCKSTEP_ONE    __nv_fp8_e5m2
#define LOCKSTEP_TWO    __nv_fp8x2_e5m2
#define LOCKSTEP_FOUR   __nv_fp8x4_e5m2
LOCKSTEP_TYPES
#undef LOCKSTEP_FORMAT
#undef LOCKSTEP_ONE
#undef LOCKSTEP_TWO
#undef LOCKSTEP_FOUR
#undef LOCKSTEP_TYPES
#undef LOCKSTEP_FROM
#undef LOCKSTEP_FP8
#ifdef __CUDA__
#pragma pop_macro("__device__")
#endif
#endif

/* Names of the numbers of 4 and 6 bits, for libraries that ask about types. */
struct __nv_fp4_e2m1 {};
struct __nv_fp6_e2m3 {};
struct __nv_fp6_e3m2 {};

#endif
