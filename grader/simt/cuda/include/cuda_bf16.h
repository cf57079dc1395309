/*
 * cuda_bf16.h - Google's numbers of 16 bits. Each operation computes in float and rounds once,
 * which for +, -, *, / and the square root is the correctly rounded result.
 */
#ifndef LOCKSTEP_CUDA_BF16_H
#define LOCKSTEP_CUDA_BF16_H

#include "cuda_runtime.h"

#ifdef __CUDA__
#define LOCKSTEP_SHORT static inline __host__ __device__ __attribute__((always_inline, nodebug))

/* The upper half of a float: to nearest, ties to even. */
LOCKSTEP_SHORT float lockstep_bfloat16_to_float(unsigned short bits) {
    unsigned int whole = (unsigned int)bits << 16;
    float value;
    __builtin_memcpy(&value, &whole, sizeof value);
    return value;
}
LOCKSTEP_SHORT unsigned short lockstep_bfloat16_from_float(float value) {
    unsigned int whole;
    __builtin_memcpy(&whole, &value, sizeof whole);
    if ((whole & 0x7fffffffu) > 0x7f800000u)
        return 0x7fff; /* as the hardware's */
    return (unsigned short)((whole + 0x7fffu + (whole >> 16 & 1)) >> 16);
}

struct __nv_bfloat16_raw {
    unsigned short x;
};

struct __nv_bfloat16 {
    unsigned short bits;
    __nv_bfloat16() = default;
    __host__ __device__ constexpr __nv_bfloat16(const __nv_bfloat16_raw &raw) : bits(raw.x) {
    }
    __host__ __device__ constexpr operator __nv_bfloat16_raw() const {
        return __nv_bfloat16_raw{bits};
    }
    __host__ __device__ __nv_bfloat16(float value) : bits(lockstep_bfloat16_from_float(value)) {
    }
    __host__ __device__ __nv_bfloat16(double value)
        : bits(lockstep_bfloat16_from_float((float)value)) {
    }
    __host__ __device__ __nv_bfloat16(int value)
        : bits(lockstep_bfloat16_from_float((float)value)) {
    }
    __host__ __device__ operator float() const {
        return lockstep_bfloat16_to_float(bits);
    }
    __host__ __device__ __nv_bfloat16 &operator+=(__nv_bfloat16 b) {
        return *this = __nv_bfloat16((float)*this + (float)b);
    }
    __host__ __device__ __nv_bfloat16 &operator-=(__nv_bfloat16 b) {
        return *this = __nv_bfloat16((float)*this - (float)b);
    }
    __host__ __device__ __nv_bfloat16 &operator*=(__nv_bfloat16 b) {
        return *this = __nv_bfloat16((float)*this * (float)b);
    }
    __host__ __device__ __nv_bfloat16 &operator/=(__nv_bfloat16 b) {
        return *this = __nv_bfloat16((float)*this / (float)b);
    }
};
struct __attribute__((aligned(4))) __nv_bfloat162 {
    __nv_bfloat16 x, y;
    __nv_bfloat162() = default;
    __host__ __device__ __nv_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) : x(x), y(y) {
    }
};
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

LOCKSTEP_SHORT __nv_bfloat16 __float2bfloat16(float a) {
    return __nv_bfloat16(a);
}
LOCKSTEP_SHORT __nv_bfloat16 __float2bfloat16_rn(float a) {
    return __nv_bfloat16(a);
}
LOCKSTEP_SHORT float __bfloat162float(__nv_bfloat16 a) {
    return (float)a;
}
LOCKSTEP_SHORT __nv_bfloat162 __bfloat16s2bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __nv_bfloat162{a, b};
}
LOCKSTEP_SHORT __nv_bfloat162 make_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __nv_bfloat162{a, b};
}
LOCKSTEP_SHORT __nv_bfloat162 __float2bfloat162_rn(float a) {
    return __nv_bfloat162{__nv_bfloat16(a), __nv_bfloat16(a)};
}
LOCKSTEP_SHORT __nv_bfloat162 __floats2bfloat162_rn(float a, float b) {
    return __nv_bfloat162{__nv_bfloat16(a), __nv_bfloat16(b)};
}
LOCKSTEP_SHORT __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 a) {
    return __nv_bfloat162{a, a};
}
LOCKSTEP_SHORT float __low2float(__nv_bfloat162 a) {
    return (float)a.x;
}
LOCKSTEP_SHORT float __high2float(__nv_bfloat162 a) {
    return (float)a.y;
}
LOCKSTEP_SHORT __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) {
    return a.x;
}
LOCKSTEP_SHORT __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) {
    return a.y;
}
LOCKSTEP_SHORT float2 __bfloat1622float2(__nv_bfloat162 a) {
    return float2{(float)a.x, (float)a.y};
}
LOCKSTEP_SHORT __nv_bfloat162 __float22bfloat162_rn(float2 a) {
    return __nv_bfloat162{__nv_bfloat16(a.x), __nv_bfloat16(a.y)};
}

/* NAME(a, b) of one and of two, and the operator. */
#define LOCKSTEP_SHORT_2(NAME, OPERATOR)                                                           \
    LOCKSTEP_SHORT __nv_bfloat16 NAME(__nv_bfloat16 a, __nv_bfloat16 b) {                          \
        return __nv_bfloat16((float)a OPERATOR(float) b);                                          \
    }                                                                                              \
    LOCKSTEP_SHORT __nv_bfloat16 operator OPERATOR(__nv_bfloat16 a, __nv_bfloat16 b) {             \
        return NAME(a, b);                                                                         \
    }                                                                                              \
    LOCKSTEP_SHORT __nv_bfloat162 NAME##2(__nv_bfloat162 a, __nv_bfloat162 b) {                    \
        return __nv_bfloat162{NAME(a.x, b.x), NAME(a.y, b.y)};                                     \
    }                                                                                              \
    LOCKSTEP_SHORT __nv_bfloat162 operator OPERATOR(__nv_bfloat162 a, __nv_bfloat162 b) {          \
        return NAME##2(a, b);                                                                      \
    }
LOCKSTEP_SHORT_2(__hadd, +)
LOCKSTEP_SHORT_2(__hsub, -)
LOCKSTEP_SHORT_2(__hmul, *)
LOCKSTEP_SHORT_2(__hdiv, /)
#undef LOCKSTEP_SHORT_2
#define LOCKSTEP_SHORT_COMPARE(NAME, OPERATOR)                                                     \
    LOCKSTEP_SHORT bool NAME(__nv_bfloat16 a, __nv_bfloat16 b) {                                   \
        return (float)a OPERATOR(float) b;                                                         \
    }
LOCKSTEP_SHORT_COMPARE(__heq, ==)
LOCKSTEP_SHORT_COMPARE(__hne, !=)
LOCKSTEP_SHORT_COMPARE(__hlt, <)
LOCKSTEP_SHORT_COMPARE(__hle, <=)
LOCKSTEP_SHORT_COMPARE(__hgt, >)
LOCKSTEP_SHORT_COMPARE(__hge, >=)
#undef LOCKSTEP_SHORT_COMPARE
LOCKSTEP_SHORT __nv_bfloat16 operator-(__nv_bfloat16 a) {
    return __nv_bfloat16(-(float)a);
}
LOCKSTEP_SHORT __nv_bfloat16 __hneg(__nv_bfloat16 a) {
    return -a;
}
LOCKSTEP_SHORT __nv_bfloat16 __habs(__nv_bfloat16 a) {
    return __nv_bfloat16(__builtin_fabsf((float)a));
}
LOCKSTEP_SHORT __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __hge(a, b) || (float)b != (float)b ? a : b;
}
LOCKSTEP_SHORT __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) {
    return __hle(a, b) || (float)b != (float)b ? a : b;
}
LOCKSTEP_SHORT __nv_bfloat162 __hmax2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
LOCKSTEP_SHORT __nv_bfloat162 __hmin2(__nv_bfloat162 a, __nv_bfloat162 b) {
    return __nv_bfloat162(__hmin(a.x, b.x), __hmin(a.y, b.y));
}
LOCKSTEP_SHORT bool __hisnan(__nv_bfloat16 a) {
    return (float)a != (float)a;
}
/* The product is exact in double, and so is the sum but for its last bits. */
LOCKSTEP_SHORT __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) {
    return __nv_bfloat16((double)(float)a * (double)(float)b + (double)(float)c);
}
LOCKSTEP_SHORT __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) {
    return __nv_bfloat162{__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}

#define LOCKSTEP_SHORT_FUNCTION(NAME, FUNCTION)                                                    \
    static __device__ inline __nv_bfloat16 NAME(__nv_bfloat16 a) {                                 \
        return __nv_bfloat16(FUNCTION((float)a));                                                  \
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
