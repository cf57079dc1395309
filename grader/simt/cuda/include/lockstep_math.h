/*
 * What the CUDA Toolkit's math headers add to clang's: min and max for every pair of types, and the
 * functions of floats that C++ has under the name of double's.
 */
#ifndef LOCKSTEP_MATH_H
#define LOCKSTEP_MATH_H

#define LOCKSTEP_MINMAX(T)                                                                                             \
    LOCKSTEP_DEVICE T min(T a, T b) { return a < b ? a : b; }                                                          \
    LOCKSTEP_DEVICE T max(T a, T b) { return a > b ? a : b; }
LOCKSTEP_MINMAX(unsigned int)
LOCKSTEP_MINMAX(long)
LOCKSTEP_MINMAX(long long)
LOCKSTEP_MINMAX(unsigned long)
LOCKSTEP_MINMAX(unsigned long long)

#define LOCKSTEP_MIXED_MINMAX(A, B, T)                                                                                 \
    LOCKSTEP_DEVICE T min(A a, B b) { return min((T)a, (T)b); }                                                        \
    LOCKSTEP_DEVICE T min(B a, A b) { return min((T)a, (T)b); }                                                        \
    LOCKSTEP_DEVICE T max(A a, B b) { return max((T)a, (T)b); }                                                        \
    LOCKSTEP_DEVICE T max(B a, A b) { return max((T)a, (T)b); }
LOCKSTEP_MIXED_MINMAX(int, unsigned int, unsigned int)
LOCKSTEP_MIXED_MINMAX(long, unsigned long, unsigned long)
LOCKSTEP_MIXED_MINMAX(long long, unsigned long long, unsigned long long)

/* Of numbers of which one may be none: then it is the other. */
#define LOCKSTEP_FLOAT_MINMAX(A, B, T, LETTER)                                                                         \
    LOCKSTEP_DEVICE T min(A a, B b) { return fmin##LETTER((T)a, (T)b); }                                               \
    LOCKSTEP_DEVICE T max(A a, B b) { return fmax##LETTER((T)a, (T)b); }
LOCKSTEP_FLOAT_MINMAX(float, float, float, f)
LOCKSTEP_FLOAT_MINMAX(double, double, double, )
LOCKSTEP_FLOAT_MINMAX(float, double, double, )
LOCKSTEP_FLOAT_MINMAX(double, float, double, )

/* Clang declares these, so that <cmath> finds them, and leaves the rest to the toolkit. */
#define LOCKSTEP_FLOAT_1(RESULT, NAME)                                                                                 \
    LOCKSTEP_DEVICE RESULT NAME(float a) { return NAME##f(a); }
#define LOCKSTEP_FLOAT_2(NAME)                                                                                         \
    LOCKSTEP_DEVICE float NAME(float a, float b) { return NAME##f(a, b); }
LOCKSTEP_FLOAT_1(float, acosh)
LOCKSTEP_FLOAT_1(float, asinh)
LOCKSTEP_FLOAT_1(float, atanh)
LOCKSTEP_FLOAT_1(float, cbrt)
LOCKSTEP_FLOAT_1(float, erf)
LOCKSTEP_FLOAT_1(float, erfc)
LOCKSTEP_FLOAT_1(float, exp2)
LOCKSTEP_FLOAT_1(float, expm1)
LOCKSTEP_FLOAT_1(int, ilogb)
LOCKSTEP_FLOAT_1(float, lgamma)
LOCKSTEP_FLOAT_1(float, log1p)
LOCKSTEP_FLOAT_1(float, log2)
LOCKSTEP_FLOAT_1(float, logb)
LOCKSTEP_FLOAT_1(long, lrint)
LOCKSTEP_FLOAT_1(long, lround)
LOCKSTEP_FLOAT_1(long long, llrint)
LOCKSTEP_FLOAT_1(long long, llround)
LOCKSTEP_FLOAT_1(float, nearbyint)
LOCKSTEP_FLOAT_1(float, rint)
LOCKSTEP_FLOAT_1(float, round)
LOCKSTEP_FLOAT_1(float, tgamma)
LOCKSTEP_FLOAT_1(float, trunc)
LOCKSTEP_FLOAT_2(copysign)
LOCKSTEP_FLOAT_2(fdim)
LOCKSTEP_FLOAT_2(fmax)
LOCKSTEP_FLOAT_2(fmin)
LOCKSTEP_FLOAT_2(hypot)
LOCKSTEP_FLOAT_2(nextafter)
LOCKSTEP_FLOAT_2(remainder)
LOCKSTEP_DEVICE float fma(float a, float b, float c) { return fmaf(a, b, c); }
LOCKSTEP_DEVICE float scalbn(float a, int n) { return scalbnf(a, n); }
LOCKSTEP_DEVICE float scalbln(float a, long n) { return scalblnf(a, n); }
LOCKSTEP_DEVICE float remquo(float a, float b, int *multiple) { return remquof(a, b, multiple); }
LOCKSTEP_DEVICE double nan(const char *) { return __builtin_nan(""); }
LOCKSTEP_DEVICE float nanf(const char *) { return __builtin_nanf(""); }

/* These only CUDA has. */
LOCKSTEP_FLOAT_1(float, cospi)
LOCKSTEP_FLOAT_1(float, cyl_bessel_i0)
LOCKSTEP_FLOAT_1(float, cyl_bessel_i1)
LOCKSTEP_FLOAT_1(float, erfcinv)
LOCKSTEP_FLOAT_1(float, erfcx)
LOCKSTEP_FLOAT_1(float, erfinv)
LOCKSTEP_FLOAT_1(float, exp10)
LOCKSTEP_FLOAT_1(float, j0)
LOCKSTEP_FLOAT_1(float, j1)
LOCKSTEP_FLOAT_1(float, normcdf)
LOCKSTEP_FLOAT_1(float, normcdfinv)
LOCKSTEP_FLOAT_1(float, rcbrt)
LOCKSTEP_FLOAT_1(float, rsqrt)
LOCKSTEP_FLOAT_1(float, sinpi)
LOCKSTEP_FLOAT_1(float, y0)
LOCKSTEP_FLOAT_1(float, y1)
LOCKSTEP_FLOAT_2(rhypot)
LOCKSTEP_DEVICE void sincos(float a, float *sine, float *cosine) { sincosf(a, sine, cosine); }
LOCKSTEP_DEVICE void sincospi(float a, float *sine, float *cosine) { sincospif(a, sine, cosine); }

#undef LOCKSTEP_FLOAT_1
#undef LOCKSTEP_FLOAT_2
#undef LOCKSTEP_MINMAX
#undef LOCKSTEP_MIXED_MINMAX
#undef LOCKSTEP_FLOAT_MINMAX
#endif
