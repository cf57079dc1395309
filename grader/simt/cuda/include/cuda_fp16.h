/*
 * cuda_fp16.h - numbers of 16 bits. Each operation computes in float and rounds once,
 * which for +, -, *, / and the square root is the correctly rounded result.
 */
#ifndef LOCKSTEP_CUDA_FP16_H
#define LOCKSTEP_CUDA_FP16_H

#include "cuda_runtime.h"

#ifdef __CUDA__
#define LOCKSTEP_SHORT static inline __host__ __device__ __attribute__((always_inline, nodebug))

/* By whole numbers, so that host and device agree: to nearest, ties to even. */
LOCKSTEP_SHORT float lockstep_half_to_float(unsigned short bits) {
    unsigned int sign = (bits & 0x8000u) << 16, exponent = bits >> 10 & 31, part = bits & 0x3ffu;
    if (exponent == 0) {
        float small = (float)part * 0x1p-24f;
        return sign != 0 ? -small : small;
    }
    unsigned int whole =
        sign | (exponent == 31 ? 0x7f800000u : (exponent + 112) << 23) | part << 13;
    float value;
    __builtin_memcpy(&value, &whole, sizeof value);
    return value;
}
LOCKSTEP_SHORT unsigned short lockstep_half_from_float(float value) {
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
}

struct __half_raw {
    unsigned short x;
};

struct __half {
    unsigned short bits;
    __half() = default;
    __host__ __device__ constexpr __half(const __half_raw &raw) : bits(raw.x) {
    }
    __host__ __device__ constexpr operator __half_raw() const {
        return __half_raw{bits};
    }
    __host__ __device__ __half(float value) : bits(lockstep_half_from_float(value)) {
    }
    __host__ __device__ __half(double value) : bits(lockstep_half_from_float((float)value)) {
    }
    __host__ __device__ __half(int value) : bits(lockstep_half_from_float((float)value)) {
    }
    __host__ __device__ operator float() const {
        return lockstep_half_to_float(bits);
    }
    __host__ __device__ __half &operator+=(__half b) {
        return *this = __half((float)*this + (float)b);
    }
    __host__ __device__ __half &operator-=(__half b) {
        return *this = __half((float)*this - (float)b);
    }
    __host__ __device__ __half &operator*=(__half b) {
        return *this = __half((float)*this * (float)b);
    }
    __host__ __device__ __half &operator/=(__half b) {
        return *this = __half((float)*this / (float)b);
    }
};
struct __attribute__((aligned(4))) __half2 {
    __half x, y;
    __half2() = default;
    __host__ __device__ __half2(__half x, __half y) : x(x), y(y) {
    }
};
typedef __half half;
typedef __half2 half2;

LOCKSTEP_SHORT __half __float2half(float a) {
    return __half(a);
}
LOCKSTEP_SHORT __half __float2half_rn(float a) {
    return __half(a);
}
LOCKSTEP_SHORT float __half2float(__half a) {
    return (float)a;
}
LOCKSTEP_SHORT __half2 __halves2half2(__half a, __half b) {
    return __half2{a, b};
}
LOCKSTEP_SHORT __half2 make_half2(__half a, __half b) {
    return __half2{a, b};
}
LOCKSTEP_SHORT __half2 __float2half2_rn(float a) {
    return __half2{__half(a), __half(a)};
}
LOCKSTEP_SHORT __half2 __floats2half2_rn(float a, float b) {
    return __half2{__half(a), __half(b)};
}
LOCKSTEP_SHORT __half2 __half2half2(__half a) {
    return __half2{a, a};
}
LOCKSTEP_SHORT float __low2float(__half2 a) {
    return (float)a.x;
}
LOCKSTEP_SHORT float __high2float(__half2 a) {
    return (float)a.y;
}
LOCKSTEP_SHORT __half __low2half(__half2 a) {
    return a.x;
}
LOCKSTEP_SHORT __half __high2half(__half2 a) {
    return a.y;
}
LOCKSTEP_SHORT float2 __half22float2(__half2 a) {
    return float2{(float)a.x, (float)a.y};
}
LOCKSTEP_SHORT __half2 __float22half2_rn(float2 a) {
    return __half2{__half(a.x), __half(a.y)};
}

/* NAME(a, b) of one and of two, and the operator. */
#define LOCKSTEP_SHORT_2(NAME, OPERATOR)                                                           \
    LOCKSTEP_SHORT __half NAME(__half a, __half b) {                                               \
        return __half((float)a OPERATOR(float) b);                                                 \
    }                                                                                              \
    LOCKSTEP_SHORT __half operator OPERATOR(__half a, __half b) {                                  \
        return NAME(a, b);                                                                         \
    }                                                                                              \
    LOCKSTEP_SHORT __half2 NAME##2(__half2 a, __half2 b) {                                         \
        return __half2{NAME(a.x, b.x), NAME(a.y, b.y)};                                            \
    }                                                                                              \
    LOCKSTEP_SHORT __half2 operator OPERATOR(__half2 a, __half2 b) {                               \
        return NAME##2(a, b);                                                                      \
    }
LOCKSTEP_SHORT_2(__hadd, +)
LOCKSTEP_SHORT_2(__hsub, -)
LOCKSTEP_SHORT_2(__hmul, *)
LOCKSTEP_SHORT_2(__hdiv, /)
#undef LOCKSTEP_SHORT_2
#define LOCKSTEP_SHORT_COMPARE(NAME, OPERATOR)                                                     \
    LOCKSTEP_SHORT bool NAME(__half a, __half b) {                                                 \
        return (float)a OPERATOR(float) b;                                                         \
    }
LOCKSTEP_SHORT_COMPARE(__heq, ==)
LOCKSTEP_SHORT_COMPARE(__hne, !=)
LOCKSTEP_SHORT_COMPARE(__hlt, <)
LOCKSTEP_SHORT_COMPARE(__hle, <=)
LOCKSTEP_SHORT_COMPARE(__hgt, >)
LOCKSTEP_SHORT_COMPARE(__hge, >=)
#undef LOCKSTEP_SHORT_COMPARE
LOCKSTEP_SHORT __half operator-(__half a) {
    return __half(-(float)a);
}
LOCKSTEP_SHORT __half __hneg(__half a) {
    return -a;
}
LOCKSTEP_SHORT __half __habs(__half a) {
    return __half(__builtin_fabsf((float)a));
}
LOCKSTEP_SHORT __half __hmax(__half a, __half b) {
    return __hge(a, b) || (float)b != (float)b ? a : b;
}
LOCKSTEP_SHORT __half __hmin(__half a, __half b) {
    return __hle(a, b) || (float)b != (float)b ? a : b;
}
LOCKSTEP_SHORT __half2 __hmax2(__half2 a, __half2 b) {
    return __half2(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
LOCKSTEP_SHORT __half2 __hmin2(__half2 a, __half2 b) {
    return __half2(__hmin(a.x, b.x), __hmin(a.y, b.y));
}
LOCKSTEP_SHORT bool __hisnan(__half a) {
    return (float)a != (float)a;
}
/* The product is exact in double, and so is the sum but for its last bits. */
LOCKSTEP_SHORT __half __hfma(__half a, __half b, __half c) {
    return __half((double)(float)a * (double)(float)b + (double)(float)c);
}
LOCKSTEP_SHORT __half2 __hfma2(__half2 a, __half2 b, __half2 c) {
    return __half2{__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

#define LOCKSTEP_SHORT_FUNCTION(NAME, FUNCTION)                                                    \
    static __device__ inline __half NAME(__half a) {                                               \
        return __half(FUNCTION((float)a));                                                         \
    }
LOCKSTEP_SHORT_FUNCTION(hsqrt, sqrtf)
LOCKSTEP_SHORT_FUNCTION(hrsqrt, rsqrtf)
LOCKSTEP_SHORT_FUNCTION(hexp, expf)
LOCKSTEP_SHORT_FUNCTION(hexp2, exp2f)
LOCKSTEP_SHORT_FUNCTION(hlog, logf)
LOCKSTEP_SHORT_FUNCTION(hlog2, log2f)
LOCKSTEP_SHORT_FUNCTION(hsin, sinf)
LOCKSTEP_SHORT_FUNCTION(hcos, cosf)
LOCKSTEP_SHORT_FUNCTION(hfloor, floorf)
LOCKSTEP_SHORT_FUNCTION(hceil, ceilf)
LOCKSTEP_SHORT_FUNCTION(hrint, rintf)
LOCKSTEP_SHORT_FUNCTION(htrunc, truncf)
#undef LOCKSTEP_SHORT_FUNCTION
#undef LOCKSTEP_SHORT
#endif

#endif
