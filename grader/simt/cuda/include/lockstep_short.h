/*
 * lockstep_short.h - what numbers of 16 bits share: cuda_fp16.h and cuda_bf16.h each read it once,
 * with LOCKSTEP_NUMBER and LOCKSTEP_PAIR (one number, two of them), LOCKSTEP_RAW,
 * LOCKSTEP_RAW_PAIR, LOCKSTEP_WORD * (the type's word in names: __float2half), LOCKSTEP_TYPE (in
 * PTX), LOCKSTEP_FROM_FLOAT and LOCKSTEP_TO_FLOAT.
 *
 * In kernels a sum, a difference, a product and a fused multiply-add are one instruction. Elsewhere
 * each operation computes in float and rounds once, which for +, -, *, / and the square root is the
 * correctly rounded result.
 */
#ifdef __CUDA__
/* Findings name the line that computes, not one here. */
#pragma push_macro("__device__")
#undef __device__
#define __device__     __attribute__((device, nodebug))
#define LOCKSTEP_SHORT static inline __host__ __device__ __attribute__((always_inline))
#else
#define LOCKSTEP_SHORT static inline
#endif
#define LOCKSTEP_JOIN(A, B, C)     A##B##C
#define LOCKSTEP_JOINED(A, B, C)   LOCKSTEP_JOIN(A, B, C)
#define LOCKSTEP_NAME(FRONT, BACK) LOCKSTEP_JOINED(FRONT, LOCKSTEP_WORD, BACK)

#ifndef LOCKSTEP_ODD_FLOAT
#define LOCKSTEP_ODD_FLOAT
/* Inexact results get an odd last bit: rounding once more is then as good as rounding once. */
LOCKSTEP_SHORT float lockstep_odd_float(double value) {
    float near = (float)value;
    unsigned int bits;
    __builtin_memcpy(&bits, &near, sizeof bits);
    if ((double)near == value || near != near || (bits & 1) != 0)
        return near;
    bits += ((double)near < value) == (near >= 0) ? 1 : -1u;
    __builtin_memcpy(&near, &bits, sizeof near);
    return near;
}
#endif

struct LOCKSTEP_RAW {
    unsigned short x;
};

struct LOCKSTEP_NUMBER {
    unsigned short __x; /* NVIDIA's name, by which its libraries look in */
    LOCKSTEP_NUMBER() = default;
    __host__ __device__ constexpr LOCKSTEP_NUMBER(const LOCKSTEP_RAW &raw) : __x(raw.x) {}
    __host__ __device__ constexpr operator LOCKSTEP_RAW() const { return LOCKSTEP_RAW{__x}; }
    __host__ __device__ LOCKSTEP_NUMBER(float value) : __x(LOCKSTEP_FROM_FLOAT(value)) {}
    __host__ __device__ LOCKSTEP_NUMBER(double value) : __x(LOCKSTEP_FROM_FLOAT(lockstep_odd_float(value))) {}
#define LOCKSTEP_FROM_WHOLE(T)                                                                                         \
    __host__ __device__ LOCKSTEP_NUMBER(T value) : __x(LOCKSTEP_FROM_FLOAT(lockstep_odd_float((double)value))) {}
    LOCKSTEP_FROM_WHOLE(short)
    LOCKSTEP_FROM_WHOLE(unsigned short)
    LOCKSTEP_FROM_WHOLE(int)
    LOCKSTEP_FROM_WHOLE(unsigned int)
    LOCKSTEP_FROM_WHOLE(long)
    LOCKSTEP_FROM_WHOLE(unsigned long)
    LOCKSTEP_FROM_WHOLE(long long)
    LOCKSTEP_FROM_WHOLE(unsigned long long)
#undef LOCKSTEP_FROM_WHOLE
    __host__ __device__ operator float() const { return LOCKSTEP_TO_FLOAT(__x); }
    __host__ __device__ LOCKSTEP_NUMBER &operator+=(LOCKSTEP_NUMBER b) {
        return *this = LOCKSTEP_NUMBER((float)*this + (float)b);
    }
    __host__ __device__ LOCKSTEP_NUMBER &operator-=(LOCKSTEP_NUMBER b) {
        return *this = LOCKSTEP_NUMBER((float)*this - (float)b);
    }
    __host__ __device__ LOCKSTEP_NUMBER &operator*=(LOCKSTEP_NUMBER b) {
        return *this = LOCKSTEP_NUMBER((float)*this * (float)b);
    }
    __host__ __device__ LOCKSTEP_NUMBER &operator/=(LOCKSTEP_NUMBER b) {
        return *this = LOCKSTEP_NUMBER((float)*this / (float)b);
    }
};
struct __attribute__((aligned(4))) LOCKSTEP_RAW_PAIR {
    unsigned short x, y;
};
struct __attribute__((aligned(4))) LOCKSTEP_PAIR {
    LOCKSTEP_NUMBER x, y;
    LOCKSTEP_PAIR() = default;
    __host__ __device__ LOCKSTEP_PAIR(const LOCKSTEP_RAW_PAIR &raw) : x(LOCKSTEP_RAW{raw.x}), y(LOCKSTEP_RAW{raw.y}) {}
    __host__ __device__ operator LOCKSTEP_RAW_PAIR() const { return LOCKSTEP_RAW_PAIR{x.__x, y.__x}; }
    __host__ __device__ LOCKSTEP_PAIR(LOCKSTEP_NUMBER x, LOCKSTEP_NUMBER y) : x(x), y(y) {}
};

LOCKSTEP_SHORT LOCKSTEP_NUMBER LOCKSTEP_NAME(__float2, )(float a) { return LOCKSTEP_NUMBER(a); }
LOCKSTEP_SHORT LOCKSTEP_NUMBER LOCKSTEP_NAME(__float2, _rn)(float a) { return LOCKSTEP_NUMBER(a); }
LOCKSTEP_SHORT float LOCKSTEP_NAME(__, 2float)(LOCKSTEP_NUMBER a) { return (float)a; }
LOCKSTEP_SHORT LOCKSTEP_PAIR LOCKSTEP_NAME(make_, 2)(LOCKSTEP_NUMBER a, LOCKSTEP_NUMBER b) {
    return LOCKSTEP_PAIR{a, b};
}
LOCKSTEP_SHORT LOCKSTEP_PAIR LOCKSTEP_NAME(__float2, 2_rn)(float a) {
    return LOCKSTEP_PAIR{LOCKSTEP_NUMBER(a), LOCKSTEP_NUMBER(a)};
}
LOCKSTEP_SHORT LOCKSTEP_PAIR LOCKSTEP_NAME(__floats2, 2_rn)(float a, float b) {
    return LOCKSTEP_PAIR{LOCKSTEP_NUMBER(a), LOCKSTEP_NUMBER(b)};
}
LOCKSTEP_SHORT LOCKSTEP_PAIR LOCKSTEP_JOINED(LOCKSTEP_NAME(__, 2), LOCKSTEP_WORD, 2)(LOCKSTEP_NUMBER a) {
    return LOCKSTEP_PAIR{a, a};
}
LOCKSTEP_SHORT float __low2float(LOCKSTEP_PAIR a) { return (float)a.x; }
LOCKSTEP_SHORT float __high2float(LOCKSTEP_PAIR a) { return (float)a.y; }
LOCKSTEP_SHORT LOCKSTEP_NUMBER LOCKSTEP_NAME(__low2, )(LOCKSTEP_PAIR a) { return a.x; }
LOCKSTEP_SHORT LOCKSTEP_NUMBER LOCKSTEP_NAME(__high2, )(LOCKSTEP_PAIR a) { return a.y; }
LOCKSTEP_SHORT LOCKSTEP_PAIR LOCKSTEP_JOINED(__low2, LOCKSTEP_WORD, 2)(LOCKSTEP_PAIR a) {
    return LOCKSTEP_PAIR(a.x, a.x);
}
LOCKSTEP_SHORT LOCKSTEP_PAIR LOCKSTEP_JOINED(__high2, LOCKSTEP_WORD, 2)(LOCKSTEP_PAIR a) {
    return LOCKSTEP_PAIR(a.y, a.y);
}
LOCKSTEP_SHORT LOCKSTEP_PAIR __lowhigh2highlow(LOCKSTEP_PAIR a) { return LOCKSTEP_PAIR(a.y, a.x); }
LOCKSTEP_SHORT LOCKSTEP_PAIR LOCKSTEP_NAME(__lows2, 2)(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b) {
    return LOCKSTEP_PAIR(a.x, b.x);
}
LOCKSTEP_SHORT LOCKSTEP_PAIR LOCKSTEP_NAME(__highs2, 2)(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b) {
    return LOCKSTEP_PAIR(a.y, b.y);
}
LOCKSTEP_SHORT float2 LOCKSTEP_NAME(__, 22float2)(LOCKSTEP_PAIR a) { return float2{(float)a.x, (float)a.y}; }
LOCKSTEP_SHORT LOCKSTEP_PAIR LOCKSTEP_NAME(__float22, 2_rn)(float2 a) {
    return LOCKSTEP_PAIR{LOCKSTEP_NUMBER(a.x), LOCKSTEP_NUMBER(a.y)};
}

/* NAME(a, b) of one and of two: computed in float, and an instruction. */
#define LOCKSTEP_IN_FLOAT(NAME, OPERATOR)                                                                              \
    LOCKSTEP_SHORT LOCKSTEP_NUMBER NAME(LOCKSTEP_NUMBER a, LOCKSTEP_NUMBER b) {                                        \
        return LOCKSTEP_NUMBER((float)a OPERATOR(float) b);                                                            \
    }                                                                                                                  \
    LOCKSTEP_SHORT LOCKSTEP_PAIR NAME##2(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b) {                                           \
        return LOCKSTEP_PAIR{NAME(a.x, b.x), NAME(a.y, b.y)};                                                          \
    }
#ifdef __CUDA_ARCH__
#define LOCKSTEP_INSTRUCTION(NAME, OPERATOR, OPCODE)                                                                   \
    LOCKSTEP_SHORT LOCKSTEP_NUMBER NAME(LOCKSTEP_NUMBER a, LOCKSTEP_NUMBER b) {                                        \
        LOCKSTEP_RAW raw;                                                                                              \
        asm(OPCODE "." LOCKSTEP_TYPE " %0, %1, %2;" : "=h"(raw.x) : "h"(a.__x), "h"(b.__x));                           \
        return raw;                                                                                                    \
    }                                                                                                                  \
    LOCKSTEP_SHORT LOCKSTEP_PAIR NAME##2(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b) {                                           \
        LOCKSTEP_RAW x, y;                                                                                             \
        asm("{ .reg .b32 p, q; mov.b32 p, {%2, %3}; mov.b32 q, {%4, %5}; " OPCODE "." LOCKSTEP_TYPE                    \
            "x2 p, p, q; mov.b32 {%0, %1}, p; }"                                                                       \
            : "=h"(x.x), "=h"(y.x)                                                                                     \
            : "h"(a.x.__x), "h"(a.y.__x), "h"(b.x.__x), "h"(b.y.__x));                                                 \
        return LOCKSTEP_PAIR(x, y);                                                                                    \
    }
#else
#define LOCKSTEP_INSTRUCTION(NAME, OPERATOR, OPCODE) LOCKSTEP_IN_FLOAT(NAME, OPERATOR)
#endif
#define LOCKSTEP_OPERATOR(NAME, OPERATOR)                                                                              \
    LOCKSTEP_SHORT LOCKSTEP_NUMBER operator OPERATOR(LOCKSTEP_NUMBER a, LOCKSTEP_NUMBER b) { return NAME(a, b); }      \
    LOCKSTEP_SHORT LOCKSTEP_PAIR operator OPERATOR(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b) { return NAME##2(a, b); }
LOCKSTEP_INSTRUCTION(__hadd, +, "add")
LOCKSTEP_INSTRUCTION(__hsub, -, "sub")
LOCKSTEP_INSTRUCTION(__hmul, *, "mul")
LOCKSTEP_IN_FLOAT(__hdiv, /)
LOCKSTEP_OPERATOR(__hadd, +)
LOCKSTEP_OPERATOR(__hsub, -)
LOCKSTEP_OPERATOR(__hmul, *)
LOCKSTEP_OPERATOR(__hdiv, /)
#undef LOCKSTEP_IN_FLOAT
#undef LOCKSTEP_INSTRUCTION
#undef LOCKSTEP_OPERATOR
LOCKSTEP_SHORT LOCKSTEP_PAIR __h2div(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b) { return a / b; }
/* NAME(a, b), the same of two with 1 and 0 as answers, and whether both are so, by name and by
 * operator; a number that is none compares as unequal. */
#define LOCKSTEP_COMPARE(NAME, OPERATOR)                                                                               \
    LOCKSTEP_SHORT bool __h##NAME(LOCKSTEP_NUMBER a, LOCKSTEP_NUMBER b) { return (float)a OPERATOR(float) b; }         \
    LOCKSTEP_SHORT LOCKSTEP_PAIR __h##NAME##2(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b) {                                      \
        return LOCKSTEP_PAIR(__h##NAME(a.x, b.x), __h##NAME(a.y, b.y));                                                \
    }                                                                                                                  \
    LOCKSTEP_SHORT bool __hb##NAME##2(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b) {                                              \
        return __h##NAME(a.x, b.x) && __h##NAME(a.y, b.y);                                                             \
    }                                                                                                                  \
    LOCKSTEP_SHORT bool operator OPERATOR(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b) { return __hb##NAME##2(a, b); }
LOCKSTEP_COMPARE(eq, ==)
LOCKSTEP_COMPARE(ne, !=)
LOCKSTEP_COMPARE(lt, <)
LOCKSTEP_COMPARE(le, <=)
LOCKSTEP_COMPARE(gt, >)
LOCKSTEP_COMPARE(ge, >=)
#undef LOCKSTEP_COMPARE
LOCKSTEP_SHORT LOCKSTEP_NUMBER operator-(LOCKSTEP_NUMBER a) { return LOCKSTEP_NUMBER(-(float)a); }
LOCKSTEP_SHORT LOCKSTEP_NUMBER __hneg(LOCKSTEP_NUMBER a) { return -a; }
LOCKSTEP_SHORT LOCKSTEP_NUMBER __habs(LOCKSTEP_NUMBER a) { return LOCKSTEP_NUMBER(__builtin_fabsf((float)a)); }
LOCKSTEP_SHORT LOCKSTEP_NUMBER __hmax(LOCKSTEP_NUMBER a, LOCKSTEP_NUMBER b) {
    return __hge(a, b) || (float)b != (float)b ? a : b;
}
LOCKSTEP_SHORT LOCKSTEP_NUMBER __hmin(LOCKSTEP_NUMBER a, LOCKSTEP_NUMBER b) {
    return __hle(a, b) || (float)b != (float)b ? a : b;
}
LOCKSTEP_SHORT LOCKSTEP_PAIR __hmax2(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b) {
    return LOCKSTEP_PAIR(__hmax(a.x, b.x), __hmax(a.y, b.y));
}
LOCKSTEP_SHORT LOCKSTEP_PAIR __hmin2(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b) {
    return LOCKSTEP_PAIR(__hmin(a.x, b.x), __hmin(a.y, b.y));
}
LOCKSTEP_SHORT LOCKSTEP_PAIR operator-(LOCKSTEP_PAIR a) { return LOCKSTEP_PAIR(-a.x, -a.y); }
LOCKSTEP_SHORT LOCKSTEP_PAIR __hneg2(LOCKSTEP_PAIR a) { return -a; }
LOCKSTEP_SHORT LOCKSTEP_PAIR __habs2(LOCKSTEP_PAIR a) { return LOCKSTEP_PAIR(__habs(a.x), __habs(a.y)); }
LOCKSTEP_SHORT int __hisinf(LOCKSTEP_NUMBER a) {
    float value = (float)a;
    return value == __builtin_inff() ? 1 : value == -__builtin_inff() ? -1 : 0;
}
LOCKSTEP_SHORT bool __hisnan(LOCKSTEP_NUMBER a) { return (float)a != (float)a; }
#define LOCKSTEP_ASSIGN(OPERATOR)                                                                                      \
    LOCKSTEP_SHORT LOCKSTEP_PAIR &operator OPERATOR##=(LOCKSTEP_PAIR &a, LOCKSTEP_PAIR b) { return a = a OPERATOR b; }
LOCKSTEP_ASSIGN(+)
LOCKSTEP_ASSIGN(-)
LOCKSTEP_ASSIGN(*)
LOCKSTEP_ASSIGN(/)
#undef LOCKSTEP_ASSIGN
/* ++a and a++, of one and of two. */
#define LOCKSTEP_STEP(T, OPERATOR, ONE)                                                                                \
    LOCKSTEP_SHORT T &operator OPERATOR##OPERATOR(T &a) { return a = a OPERATOR ONE; }                                 \
    LOCKSTEP_SHORT T operator OPERATOR##OPERATOR(T &a, int) {                                                          \
        const T before = a;                                                                                            \
        a = a OPERATOR ONE;                                                                                            \
        return before;                                                                                                 \
    }
LOCKSTEP_STEP(LOCKSTEP_NUMBER, +, LOCKSTEP_NUMBER(1.0f))
LOCKSTEP_STEP(LOCKSTEP_NUMBER, -, LOCKSTEP_NUMBER(1.0f))
LOCKSTEP_STEP(LOCKSTEP_PAIR, +, LOCKSTEP_PAIR(1.0f, 1.0f))
LOCKSTEP_STEP(LOCKSTEP_PAIR, -, LOCKSTEP_PAIR(1.0f, 1.0f))
#undef LOCKSTEP_STEP
LOCKSTEP_SHORT LOCKSTEP_NUMBER operator+(LOCKSTEP_NUMBER a) { return a; }
LOCKSTEP_SHORT LOCKSTEP_PAIR operator+(LOCKSTEP_PAIR a) { return a; }
/* As __hadd and so on, kept between 0 and 1; what is no number becomes 0. */
LOCKSTEP_SHORT LOCKSTEP_NUMBER lockstep_between_0_and_1(LOCKSTEP_NUMBER a) {
    return (float)a > 1.0f ? LOCKSTEP_NUMBER(1.0f) : (float)a > 0.0f ? a : LOCKSTEP_NUMBER(0.0f);
}
#define LOCKSTEP_KEPT(NAME)                                                                                            \
    LOCKSTEP_SHORT LOCKSTEP_NUMBER NAME##_sat(LOCKSTEP_NUMBER a, LOCKSTEP_NUMBER b) {                                  \
        return lockstep_between_0_and_1(NAME(a, b));                                                                   \
    }                                                                                                                  \
    LOCKSTEP_SHORT LOCKSTEP_PAIR NAME##2_sat(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b) {                                       \
        return LOCKSTEP_PAIR(NAME##_sat(a.x, b.x), NAME##_sat(a.y, b.y));                                              \
    }                                                                                                                  \
    LOCKSTEP_SHORT LOCKSTEP_NUMBER NAME##_rn(LOCKSTEP_NUMBER a, LOCKSTEP_NUMBER b) { return NAME(a, b); }              \
    LOCKSTEP_SHORT LOCKSTEP_PAIR NAME##2_rn(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b) { return NAME##2(a, b); }
LOCKSTEP_KEPT(__hadd)
LOCKSTEP_KEPT(__hsub)
LOCKSTEP_KEPT(__hmul)
#undef LOCKSTEP_KEPT
#ifdef __CUDA_ARCH__
LOCKSTEP_SHORT LOCKSTEP_NUMBER __hfma(LOCKSTEP_NUMBER a, LOCKSTEP_NUMBER b, LOCKSTEP_NUMBER c) {
    LOCKSTEP_RAW raw;
    asm("fma.rn." LOCKSTEP_TYPE " %0, %1, %2, %3;" : "=h"(raw.x) : "h"(a.__x), "h"(b.__x), "h"(c.__x));
    return raw;
}
LOCKSTEP_SHORT LOCKSTEP_PAIR __hfma2(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b, LOCKSTEP_PAIR c) {
    LOCKSTEP_RAW x, y;
    asm("{ .reg .b32 p, q, r; mov.b32 p, {%2, %3}; mov.b32 q, {%4, %5}; mov.b32 r, {%6, %7}; "
        "fma.rn." LOCKSTEP_TYPE "x2 p, p, q, r; mov.b32 {%0, %1}, p; }"
        : "=h"(x.x), "=h"(y.x)
        : "h"(a.x.__x), "h"(a.y.__x), "h"(b.x.__x), "h"(b.y.__x), "h"(c.x.__x), "h"(c.y.__x));
    return LOCKSTEP_PAIR(x, y);
}
#else
/* The product is exact in double, and so is the sum but for its last bits. */
LOCKSTEP_SHORT LOCKSTEP_NUMBER __hfma(LOCKSTEP_NUMBER a, LOCKSTEP_NUMBER b, LOCKSTEP_NUMBER c) {
    return LOCKSTEP_NUMBER((double)(float)a * (double)(float)b + (double)(float)c);
}
LOCKSTEP_SHORT LOCKSTEP_PAIR __hfma2(LOCKSTEP_PAIR a, LOCKSTEP_PAIR b, LOCKSTEP_PAIR c) {
    return LOCKSTEP_PAIR{__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)};
}
#endif

#ifdef __CUDA__ /* kernels' */
#define LOCKSTEP_UNARY(NAME, FUNCTION)                                                                                 \
    static __device__ inline LOCKSTEP_NUMBER h##NAME(LOCKSTEP_NUMBER a) {                                              \
        return LOCKSTEP_NUMBER(FUNCTION((float)a));                                                                    \
    }                                                                                                                  \
    static __device__ inline LOCKSTEP_PAIR h2##NAME(LOCKSTEP_PAIR a) {                                                 \
        return LOCKSTEP_PAIR(h##NAME(a.x), h##NAME(a.y));                                                              \
    }
LOCKSTEP_UNARY(sqrt, sqrtf)
LOCKSTEP_UNARY(rsqrt, rsqrtf)
LOCKSTEP_UNARY(exp, expf)
LOCKSTEP_UNARY(exp2, exp2f)
LOCKSTEP_UNARY(log, logf)
LOCKSTEP_UNARY(log2, log2f)
LOCKSTEP_UNARY(exp10, exp10f)
LOCKSTEP_UNARY(log10, log10f)
LOCKSTEP_UNARY(rcp, 1.0f /)
LOCKSTEP_UNARY(sin, sinf)
LOCKSTEP_UNARY(cos, cosf)
LOCKSTEP_UNARY(floor, floorf)
LOCKSTEP_UNARY(ceil, ceilf)
LOCKSTEP_UNARY(rint, rintf)
LOCKSTEP_UNARY(trunc, truncf)
#undef LOCKSTEP_UNARY
#endif

/* To and from whole numbers: to nearest, towards zero, down, up. */
#define LOCKSTEP_WHOLE(WORD, T)                                                                                        \
    LOCKSTEP_SHORT LOCKSTEP_NUMBER LOCKSTEP_NAME(__##WORD##2, _rn)(T a) { return LOCKSTEP_NUMBER(a); }                 \
    LOCKSTEP_SHORT T LOCKSTEP_NAME(__, 2##WORD##_rn)(LOCKSTEP_NUMBER a) { return (T)__builtin_rintf((float)a); }       \
    LOCKSTEP_SHORT T LOCKSTEP_NAME(__, 2##WORD##_rz)(LOCKSTEP_NUMBER a) { return (T)(float)a; }                        \
    LOCKSTEP_SHORT T LOCKSTEP_NAME(__, 2##WORD##_rd)(LOCKSTEP_NUMBER a) { return (T)__builtin_floorf((float)a); }      \
    LOCKSTEP_SHORT T LOCKSTEP_NAME(__, 2##WORD##_ru)(LOCKSTEP_NUMBER a) { return (T)__builtin_ceilf((float)a); }
LOCKSTEP_WHOLE(int, int)
LOCKSTEP_WHOLE(uint, unsigned int)
LOCKSTEP_WHOLE(short, short)
LOCKSTEP_WHOLE(ushort, unsigned short)
LOCKSTEP_WHOLE(ll, long long)
LOCKSTEP_WHOLE(ull, unsigned long long)
#undef LOCKSTEP_WHOLE
LOCKSTEP_SHORT LOCKSTEP_NUMBER LOCKSTEP_NAME(__double2, )(double a) { return LOCKSTEP_NUMBER(a); }
LOCKSTEP_SHORT unsigned short LOCKSTEP_NAME(__, _as_ushort)(LOCKSTEP_NUMBER a) { return a.__x; }
LOCKSTEP_SHORT short LOCKSTEP_NAME(__, _as_short)(LOCKSTEP_NUMBER a) { return (short)a.__x; }
LOCKSTEP_SHORT LOCKSTEP_NUMBER LOCKSTEP_NAME(__ushort_as_, )(unsigned short bits) {
    return LOCKSTEP_NUMBER(LOCKSTEP_RAW{bits});
}
LOCKSTEP_SHORT LOCKSTEP_NUMBER LOCKSTEP_NAME(__short_as_, )(short bits) {
    return LOCKSTEP_NUMBER(LOCKSTEP_RAW{(unsigned short)bits});
}

#ifdef __CUDA__ /* what only kernels do */
/* Shuffles take words. */
#define LOCKSTEP_SHUFFLED(NAME, LANE_T)                                                                                \
    static __device__ inline LOCKSTEP_NUMBER NAME(unsigned int mask, LOCKSTEP_NUMBER value, LANE_T lane,               \
                                                  int width = 32) {                                                    \
        return LOCKSTEP_NUMBER(LOCKSTEP_RAW{(unsigned short)NAME(mask, (unsigned int)value.__x, lane, width)});        \
    }                                                                                                                  \
    static __device__ inline LOCKSTEP_PAIR NAME(unsigned int mask, LOCKSTEP_PAIR value, LANE_T lane, int width = 32) { \
        unsigned int word;                                                                                             \
        __builtin_memcpy(&word, &value, sizeof word);                                                                  \
        word = NAME(mask, word, lane, width);                                                                          \
        __builtin_memcpy(&value, &word, sizeof word);                                                                  \
        return value;                                                                                                  \
    }
LOCKSTEP_SHUFFLED(__shfl_sync, int)
LOCKSTEP_SHUFFLED(__shfl_up_sync, unsigned int)
LOCKSTEP_SHUFFLED(__shfl_down_sync, unsigned int)
LOCKSTEP_SHUFFLED(__shfl_xor_sync, int)
#undef LOCKSTEP_SHUFFLED
static __device__ inline LOCKSTEP_NUMBER __ldg(const LOCKSTEP_NUMBER *address) {
    return LOCKSTEP_NUMBER(LOCKSTEP_RAW{__ldg((const unsigned short *)address)});
}
static __device__ inline LOCKSTEP_PAIR __ldg(const LOCKSTEP_PAIR *address) {
    unsigned int word = __ldg((const unsigned int *)address);
    LOCKSTEP_PAIR value;
    __builtin_memcpy(&value, &word, sizeof word);
    return value;
}

/* The sum goes in where nobody came between; a pair in one step, which the hardware promises for
 * each of its numbers only. */
static __device__ inline LOCKSTEP_NUMBER atomicAdd(LOCKSTEP_NUMBER *address, LOCKSTEP_NUMBER value) {
    unsigned short *bits = (unsigned short *)address;
    unsigned short seen = atomicCAS(bits, (unsigned short)0, (unsigned short)0), before;
    do {
        before = seen;
        LOCKSTEP_NUMBER sum = LOCKSTEP_NUMBER(LOCKSTEP_RAW{before}) + value;
        seen = atomicCAS(bits, before, sum.__x);
    } while (seen != before);
    return LOCKSTEP_NUMBER(LOCKSTEP_RAW{before});
}
static __device__ inline LOCKSTEP_PAIR atomicAdd(LOCKSTEP_PAIR *address, LOCKSTEP_PAIR value) {
    unsigned int *word = (unsigned int *)address;
    unsigned int seen = atomicCAS(word, 0u, 0u), before, after;
    LOCKSTEP_PAIR old, sum;
    do {
        before = seen;
        __builtin_memcpy(&old, &before, sizeof before);
        sum = old + value;
        __builtin_memcpy(&after, &sum, sizeof after);
        seen = atomicCAS(word, before, after);
    } while (seen != before);
    return old;
}
#endif

#ifdef __CUDA__
#pragma pop_macro("__device__")
#endif
#undef LOCKSTEP_SHORT
#undef LOCKSTEP_JOIN
#undef LOCKSTEP_JOINED
#undef LOCKSTEP_NAME
#undef LOCKSTEP_NUMBER
#undef LOCKSTEP_PAIR
#undef LOCKSTEP_RAW
#undef LOCKSTEP_RAW_PAIR
#undef LOCKSTEP_WORD
#undef LOCKSTEP_TYPE
#undef LOCKSTEP_FROM_FLOAT
#undef LOCKSTEP_TO_FLOAT
