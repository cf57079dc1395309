/* Mathematics through the kit's own libdevice, which CUDA programs use, too: accurate to what
 * OpenCL asks (opencl/tests/accuracy_test.c), the same on every machine. Functions that are not
 * here are libclc's. */
#include "builtins.h"
#include "vectors.h"

/* NAME(x) in float by __nv_NAMEf and in double by __nv_NAME. */
#define MATH_1(NAME)                                                                                                   \
    float __nv_##NAME##f(float);                                                                                       \
    double __nv_##NAME(double);                                                                                        \
    BUILTIN float NAME(float x) { return __nv_##NAME##f(x); }                                                          \
    BUILTIN double NAME(double x) { return __nv_##NAME(x); }                                                           \
    VECTORS_1(NAME, float, float)                                                                                      \
    VECTORS_1(NAME, double, double)
#define MATH_2(NAME)                                                                                                   \
    float __nv_##NAME##f(float, float);                                                                                \
    double __nv_##NAME(double, double);                                                                                \
    BUILTIN float NAME(float x, float y) { return __nv_##NAME##f(x, y); }                                              \
    BUILTIN double NAME(double x, double y) { return __nv_##NAME(x, y); }                                              \
    VECTORS_2(NAME, float, float)                                                                                      \
    VECTORS_2(NAME, double, double)

MATH_1(acos)
MATH_1(acosh)
MATH_1(asin)
MATH_1(asinh)
MATH_1(atan)
MATH_1(atanh)
MATH_1(cbrt)
MATH_1(cos)
MATH_1(cosh)
MATH_1(cospi)
MATH_1(exp)
MATH_1(exp10)
MATH_1(exp2)
MATH_1(erf)
MATH_1(erfc)
MATH_1(expm1)
MATH_1(log)
MATH_1(log10)
MATH_1(log1p)
MATH_1(log2)
MATH_1(logb)
MATH_1(rsqrt)
MATH_1(sin)
MATH_1(sinh)
MATH_1(sinpi)
MATH_1(tan)
MATH_1(tanh)
MATH_1(tgamma)
MATH_2(atan2)
MATH_2(fmod)
MATH_2(hypot)
MATH_2(pow)
MATH_2(remainder)

/* The fast forms may be as exact as the others, and then are the same on every machine. */
#define SAME_1(FAST, NAME)                                                                                             \
    BUILTIN float FAST(float x) { return NAME; }                                                                       \
    VECTORS_1(FAST, float, float)
#define FAST_1(NAME)                                                                                                   \
    SAME_1(native_##NAME, NAME(x))                                                                                     \
    SAME_1(half_##NAME, NAME(x))
FAST_1(cos)
FAST_1(exp)
FAST_1(exp10)
FAST_1(exp2)
FAST_1(log)
FAST_1(log10)
FAST_1(log2)
FAST_1(rsqrt)
FAST_1(sin)
FAST_1(sqrt)
FAST_1(tan)
SAME_1(native_recip, 1.0f / x)
SAME_1(half_recip, 1.0f / x)

#define FAST_2(FAST, RESULT)                                                                                           \
    BUILTIN float FAST(float x, float y) { return RESULT; }                                                            \
    VECTORS_2(FAST, float, float)
FAST_2(native_divide, x / y)
FAST_2(half_divide, x / y)

/* powr is pow for x >= 0 with the corners of exp(y log x). */
#define POWR(TYPE)                                                                                                     \
    BUILTIN TYPE powr(TYPE x, TYPE y) {                                                                                \
        bool corner =                                                                                                  \
            x < 0 || isnan(x) || isnan(y) || (x == 0 && y == 0) || (isinf(x) && y == 0) || (x == 1 && isinf(y));       \
        return corner ? (TYPE)NAN : pow(fabs(x), y);                                                                   \
    }                                                                                                                  \
    VECTORS_2(powr, TYPE, TYPE)
POWR(float)
POWR(double)
FAST_2(native_powr, powr(x, y))
FAST_2(half_powr, powr(x, y))

#define POWN(TYPE, WIDE)                                                                                               \
    BUILTIN TYPE pown(TYPE x, int y) { return (TYPE)pow((WIDE)x, (WIDE)y); }                                           \
    VECTORS_2(pown, TYPE, int)
POWN(float, double)
POWN(double, double)

float __nv_ldexpf(float, int);
double __nv_ldexp(double, int);
BUILTIN float ldexp(float x, int y) { return __nv_ldexpf(x, y); }
BUILTIN double ldexp(double x, int y) { return __nv_ldexp(x, y); }
VECTORS_2(ldexp, float, int)
VECTORS_2(ldexp, double, int)
#define LDEXP_BY_ONE(TYPE, N)                                                                                          \
    BUILTIN TYPE##N ldexp(TYPE##N x, int y) { return ldexp(x, (int##N)(y)); }
#define LDEXPS_BY_ONE(TYPE)                                                                                            \
    LDEXP_BY_ONE(TYPE, 2)                                                                                              \
    LDEXP_BY_ONE(TYPE, 3)                                                                                              \
    LDEXP_BY_ONE(TYPE, 4)                                                                                              \
    LDEXP_BY_ONE(TYPE, 8)                                                                                              \
    LDEXP_BY_ONE(TYPE, 16)
LDEXPS_BY_ONE(float)
LDEXPS_BY_ONE(double)
