/* Parts of numbers, and numbers made integers: what is exact, and needs no more of the runtime than
 * trunc, rint and round. */
#include <float.h>
#include <limits.h>
#include <math.h>

union parts {
    double number;
    unsigned long bits;
};

enum { EXPONENT_SHIFT = 52, EXPONENT_MASK = 0x7ff, BIAS = 1023, LEAST = -1022 };

static double power_of_two(int n) {
    const union parts made = {.bits = (unsigned long)(n + BIAS) << EXPONENT_SHIFT};
    return made.number;
}

double frexp(double x, int *exponent) {
    union parts parts = {.number = x};
    int subnormal = x != 0 && fabs(x) < power_of_two(LEAST) ? 54 : 0;
    *exponent = 0;
    if (x == 0 || x - x != 0) {
        return x;
    }
    parts.number *= power_of_two(subnormal);
    const unsigned long mask = (unsigned long)EXPONENT_MASK << EXPONENT_SHIFT;
    *exponent = (int)((parts.bits & mask) >> EXPONENT_SHIFT) - (BIAS - 1) - subnormal;
    parts.bits = (parts.bits & ~mask) | (unsigned long)(BIAS - 1) << EXPONENT_SHIFT;
    return parts.number;
}
float frexpf(float x, int *exponent) { return (float)frexp((double)x, exponent); }

/* In steps, none of which rounds a number that the next one does not make 0. */
double scalbn(double x, int n) {
    enum { DOWN = -969 }; /* 53 above the least */
    for (int step = 0; step < 2 && n > BIAS; step++, n -= BIAS) {
        x *= power_of_two(BIAS);
    }
    for (int step = 0; step < 2 && n < LEAST; step++, n -= DOWN) {
        x *= power_of_two(DOWN);
    }
    return x * power_of_two(n > BIAS ? BIAS : n < LEAST ? LEAST : n);
}
float scalbnf(float x, int n) { return (float)scalbn((double)x, n); }
double ldexp(double x, int n) { return scalbn(x, n); }
float ldexpf(float x, int n) { return scalbnf(x, n); }

int ilogb(double x) {
    int exponent;
    if (x == 0) {
        return FP_ILOGB0;
    }
    if (x != x) {
        return FP_ILOGBNAN;
    }
    if (x - x != 0) {
        return INT_MAX;
    }
    frexp(x, &exponent);
    return exponent - 1;
}
int ilogbf(float x) { return ilogb((double)x); }

double modf(double x, double *whole) {
    *whole = trunc(x);
    return copysign(fabs(x) == INFINITY ? 0 : x - *whole, x);
}
float modff(float x, float *whole) {
    *whole = truncf(x);
    return copysignf(fabsf(x) == INFINITY ? 0 : x - *whole, x);
}

#define TO_INTEGER(T, NAME, ROUND)                                                                                     \
    T NAME(double x) { return (T)ROUND(x); }                                                                           \
    T NAME##f(float x) { return (T)ROUND##f(x); }
TO_INTEGER(long, lround, round)
TO_INTEGER(long long, llround, round)
TO_INTEGER(long, lrint, rint)
TO_INTEGER(long long, llrint, rint)

double fma(double x, double y, double z) { return __builtin_fma(x, y, z); /* an instruction of the machine's */ }
float fmaf(float x, float y, float z) { return __builtin_fmaf(x, y, z); }

void sincos(double x, double *sine, double *cosine);
void sincos(double x, double *sine, double *cosine) {
    *sine = sin(x);
    *cosine = cos(x);
}
void sincosf(float x, float *sine, float *cosine);
void sincosf(float x, float *sine, float *cosine) {
    *sine = sinf(x);
    *cosine = cosf(x);
}

/* What fpclassify() and isnormal() of math.h call. */
int __fpclassify(double x) {
    return x != x                ? FP_NAN
           : fabs(x) == INFINITY ? FP_INFINITE
           : x == 0              ? FP_ZERO
           : fabs(x) < DBL_MIN   ? FP_SUBNORMAL
                                 : FP_NORMAL;
}
int __fpclassifyf(float x) {
    const int class = __fpclassify((double)x);
    return class == FP_NORMAL && fabsf(x) < FLT_MIN ? FP_SUBNORMAL : class;
}
