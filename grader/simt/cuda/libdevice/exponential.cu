/*
 * Exponentials, logarithms and powers.
 *
 * exp reduces by multiples of ln 2 and sums Taylor's series; log sums the series of
 * log((1+s)/(1-s)) on [sqrt(1/2), sqrt 2]. Float versions compute in double and round once. pow
 * carries about 110 bits through log and exp, so that exact powers come out exact.
 */
#include "pairs.h"

#define INFINITY_D double_of(0x7ff0000000000000ull)
#define NAN_D      double_of(0x7ff8000000000000ull)
#define LN2_HIGH   0x1.62e42fefa3800p-1 /* 42 bits: times an exponent, exact */
#define LN2_LOW    0x1.ef35793c76730p-45
#define LOG2_E     0x1.71547652b82fep+0

HELPER double fused(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }

/* e^r - 1 - r for |r| <= 0.35. */
HELPER double exp_tail(double r) {
    double sum = series(r, 1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0,
                        1.0 / 40320.0, 1.0 / 5040.0, 1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5);
    return sum * r * r;
}

/* e^(high + low) = 2^power * (1 + sum + lost), lost tiny beside sum. */
struct exp_parts {
    double power, sum, lost;
};

HELPER exp_parts exp_reduced(double high, double low) {
    double n = __nvvm_round_d(high * LOG2_E);
    double first = fused(-n, LN2_HIGH, high); /* exact */
    double second = fused(-n, LN2_LOW, low);
    double r = first + second;
    double rest = (first - r) + second;
    double tail = exp_tail(r) + fused(rest, r, rest);
    double sum = r + tail;
    return exp_parts{n, sum, (r - sum) + tail};
}

/* 2^shift * e^(high + low), low tiny beside high, shift 0 or -1. */
HELPER double exp_pair(double high, double low, int shift = 0) {
    if (high != high)
        return high;
    if (high > 710.5)
        return INFINITY_D;
    if (high < -745.2)
        return 0.0;
    exp_parts parts = exp_reduced(high, low);
    double value = 1.0 + parts.sum;
    value += ((1.0 - value) + parts.sum) + parts.lost;
    return scale(value, (int)parts.power + shift);
}

DEVICE_CALL double __nv_exp(double a) { return exp_pair(a, 0.0); }
DEVICE_CALL float __nv_expf(float a) { return (float)exp_pair((double)a, 0.0); }

DEVICE_CALL double __nv_expm1(double a) {
    if (a == 0.0)
        return a; /* with its sign */
    if (__nvvm_fabs_d(a) < 0.3)
        return a + exp_tail(a);
    if (!(a > -30.0 && a < 30.0))
        return exp_pair(a, 0.0) - 1.0;
    /* One is taken off before the sum is rounded. */
    exp_parts parts = exp_reduced(a, 0.0);
    double power = scale(1.0, (int)parts.power), whole = power - 1.0, part = power * parts.sum;
    double value = whole + part;
    return value + (((whole - value) + part) + power * parts.lost);
}
DEVICE float __nv_expm1f(float a) { return (float)__nv_expm1((double)a); }

DEVICE_CALL double __nv_exp2(double a) {
    if (a != a || a > 1025.0)
        return a > 1025.0 ? INFINITY_D : a;
    if (a < -1080.0)
        return 0.0;
    double n = __nvvm_round_d(a);
    double r = (a - n) * (LN2_HIGH + LN2_LOW);
    return scale(1.0 + (r + exp_tail(r)), (int)n);
}
DEVICE float __nv_exp2f(float a) { return (float)__nv_exp2((double)a); }

DEVICE_CALL double __nv_exp10(double a) {
    double high = a * 0x1.26bb1bbb55516p+1;
    double low = fused(a, 0x1.26bb1bbb55516p+1, -high) - a * 0x1.f48ad494ea3e9p-53;
    if (__nvvm_fabs_d(a) > 400.0)
        low = 0.0;
    return exp_pair(high, low);
}
DEVICE float __nv_exp10f(float a) { return (float)__nv_exp10((double)a); }

/* Splits a positive finite value into m * 2^e with m in [sqrt(1/2), sqrt 2). */
HELPER double split_exponent(double a, int *exponent) {
    int extra = 0;
    if (a < 0x1p-1022) {
        a *= 0x1p54;
        extra = -54;
    }
    u64 bits = bits_of(a);
    int e = (int)(bits >> 52) - 1023;
    double m = double_of((bits & 0xfffffffffffffull) | 0x3ff0000000000000ull);
    if (m > 1.4142135623730951) {
        m *= 0.5;
        e++;
    }
    *exponent = e + extra;
    return m;
}

/* 2 (z/3 + z^2/5 + ...): what the series of log adds to 2s, over s. */
HELPER double log_tail(double z) {
    double sum = series(z, 2.0 / 23.0, 2.0 / 21.0, 2.0 / 19.0, 2.0 / 17.0, 2.0 / 15.0, 2.0 / 13.0, 2.0 / 11.0,
                        2.0 / 9.0, 2.0 / 7.0, 2.0 / 5.0, 2.0 / 3.0);
    return sum * z;
}

/* log(1 + f) for 1 + f in [sqrt(1/2), sqrt 2), as f minus a small correction. */
HELPER double log_correction(double f, double more) {
    double s = f / (2.0 + f);
    double half = 0.5 * f * f;
    return half - fused(s, half + log_tail(s * s), more);
}

DEVICE_CALL double __nv_log(double a) {
    if (a != a || a == INFINITY_D)
        return a;
    if (a <= 0.0)
        return a == 0.0 ? -INFINITY_D : NAN_D;
    int e;
    double f = split_exponent(a, &e) - 1.0;
    return fused((double)e, LN2_HIGH, f - log_correction(f, e * LN2_LOW));
}
DEVICE float __nv_logf(float a) { return (float)__nv_log((double)a); }

DEVICE_CALL double __nv_log2(double a) {
    if (a != a || a == INFINITY_D)
        return a;
    if (a <= 0.0)
        return a == 0.0 ? -INFINITY_D : NAN_D;
    int e;
    double f = split_exponent(a, &e) - 1.0;
    double natural = f - log_correction(f, 0.0);
    return fused(natural, LOG2_E, fused(natural, 0x1.777d0ffda0d24p-56, (double)e));
}
DEVICE float __nv_log2f(float a) { return (float)__nv_log2((double)a); }

DEVICE_CALL double __nv_log1p(double a) {
    if (a != a || a == INFINITY_D || __nvvm_fabs_d(a) < 0x1p-54)
        return a;
    if (a <= -1.0)
        return a == -1.0 ? -INFINITY_D : NAN_D;
    double sum = 1.0 + a;
    double lost = __nvvm_fabs_d(a) < 1.0 ? a - (sum - 1.0) : 1.0 - (sum - a);
    return __nv_log(sum) + lost / sum;
}
DEVICE float __nv_log1pf(float a) { return (float)__nv_log1p((double)a); }

/* ---- pow ---------------------------------------------------------------------------------------- */

/* log(a) for positive finite a, to about 2^-100. */
HELPER pair log_pair(double a) {
    int e;
    double f = split_exponent(a, &e) - 1.0;
    pair t = exact_sum(2.0, f);
    double s_high = f / t.high;
    double s_low = (fused(-s_high, t.high, f) - s_high * t.low) / t.high;
    pair s = exact_sum(s_high, s_low);
    pair z = s * s;
    double x = z.high;
    double far = series(x, 1.0 / 27.0, 1.0 / 25.0, 1.0 / 23.0, 1.0 / 21.0, 1.0 / 19.0, 1.0 / 17.0, 1.0 / 15.0,
                        1.0 / 13.0, 1.0 / 11.0, 1.0 / 9.0) *
                 x;
    pair sum = pair{0x1.2492492492492p-3, 0x1.2492492492492p-57} + pair{far, 0.0}; /* 1/7 */
    sum = pair{0x1.999999999999ap-3, -0x1.999999999999ap-57} + z * sum;            /* 1/5 */
    sum = pair{0x1.5555555555555p-2, 0x1.5555555555555p-56} + z * sum;             /* 1/3 */
    sum = pair{1.0, 0.0} + z * sum;
    sum = sum * pair{2.0 * s.high, 2.0 * s.low};
    pair whole = exact_sum(e * LN2_HIGH, e * 0x1.ef35793c76000p-45);
    return whole + pair_of(e * 0x1.cc01f97b57a08p-87) + sum;
}

/* 0: no integer, 1: odd, 2: even. */
HELPER int integer_kind(double a) {
    if (__nvvm_fabs_d(a) >= 0x1p53)
        return 2;
    if (__nvvm_trunc_d(a) != a)
        return 0;
    return (s64)a & 1 ? 1 : 2;
}

DEVICE_CALL double __nv_pow(double a, double b) {
    if (a == 1.0 || b == 0.0)
        return 1.0;
    if (a != a || b != b)
        return a + b;
    double size = __nvvm_fabs_d(a);
    int kind = integer_kind(b);
    double sign = bits_of(a) >> 63 && kind == 1 ? -1.0 : 1.0;
    if (__nvvm_fabs_d(b) == INFINITY_D) {
        if (size == 1.0)
            return 1.0;
        return (size > 1.0) == (b > 0.0) ? INFINITY_D : 0.0;
    }
    if (size == 0.0 || size == INFINITY_D)
        return sign * ((size == 0.0) == (b > 0.0) ? 0.0 : INFINITY_D);
    if (a < 0.0 && kind == 0)
        return NAN_D;
    pair logarithm = log_pair(size);
    double rough = logarithm.high * b;
    if (__nvvm_fabs_d(rough) > 800.0)
        return sign * (rough > 0.0 ? INFINITY_D : 0.0);
    pair exponent = logarithm * b;
    return sign * exp_pair(exponent.high, exponent.low);
}
DEVICE float __nv_powf(float a, float b) { return (float)__nv_pow((double)a, (double)b); }
DEVICE double __nv_powi(double a, int b) { return __nv_pow(a, (double)b); }
DEVICE float __nv_powif(float a, int b) { return (float)__nv_pow((double)a, (double)b); }

DEVICE_CALL double __nv_log10(double a) {
    if (a != a || a == INFINITY_D)
        return a;
    if (a <= 0.0)
        return a == 0.0 ? -INFINITY_D : NAN_D;
    pair result = log_pair(a) * pair{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57};
    return result.high + result.low;
}
DEVICE float __nv_log10f(float a) { return (float)__nv_log10((double)a); }

DEVICE_CALL double __nv_cbrt(double a) {
    double size = __nvvm_fabs_d(a);
    if (size == 0.0 || size == INFINITY_D || a != a)
        return a;
    pair third = log_pair(size) * pair{0x1.5555555555555p-2, 0x1.5555555555555p-56};
    double root = exp_pair(third.high, third.low);
    return bits_of(a) >> 63 ? -root : root;
}
DEVICE float __nv_cbrtf(float a) { return (float)__nv_cbrt((double)a); }
DEVICE_CALL double __nv_rcbrt(double a) {
    double size = __nvvm_fabs_d(a);
    if (size == 0.0 || size == INFINITY_D || a != a)
        return 1.0 / a;
    pair third = log_pair(size) * pair{0x1.5555555555555p-2, 0x1.5555555555555p-56};
    double root = exp_pair(-third.high, -third.low);
    return bits_of(a) >> 63 ? -root : root;
}
DEVICE float __nv_rcbrtf(float a) { return (float)(1.0 / __nv_cbrt((double)a)); }

/* ---- hyperbolic --------------------------------------------------------------------------------- */

DEVICE_CALL double __nv_sinh(double a) {
    double size = __nvvm_fabs_d(a);
    double value;
    if (size < 20.0) {
        double grown = __nv_expm1(size);
        value = 0.5 * (grown + grown / (grown + 1.0));
    } else
        value = exp_pair(size, 0.0, -1);
    return bits_of(a) >> 63 ? -value : value;
}
DEVICE float __nv_sinhf(float a) { return (float)__nv_sinh((double)a); }

DEVICE_CALL double __nv_cosh(double a) {
    double half = exp_pair(__nvvm_fabs_d(a), 0.0, -1);
    return half > 0x1p60 ? half : half + 0.25 / half;
}
DEVICE float __nv_coshf(float a) { return (float)__nv_cosh((double)a); }

DEVICE_CALL double __nv_tanh(double a) {
    double size = __nvvm_fabs_d(a);
    double grown = __nv_expm1(2.0 * (size > 22.0 ? 22.0 : size));
    double value = size > 22.0 ? 1.0 : grown / (grown + 2.0);
    return bits_of(a) >> 63 ? -value : value;
}
DEVICE float __nv_tanhf(float a) { return (float)__nv_tanh((double)a); }

DEVICE_CALL double __nv_asinh(double a) {
    double size = __nvvm_fabs_d(a);
    double value = size > 0x1p28 ? __nv_log(size) + (LN2_HIGH + LN2_LOW)
                                 : __nv_log1p(size + size * size / (1.0 + __nvvm_sqrt_rn_d(fused(size, size, 1.0))));
    return bits_of(a) >> 63 ? -value : value;
}
DEVICE float __nv_asinhf(float a) { return (float)__nv_asinh((double)a); }

DEVICE_CALL double __nv_acosh(double a) {
    double t = a - 1.0;
    if (t > 0x1p28)
        return __nv_log(a) + (LN2_HIGH + LN2_LOW);
    return t < 0.0 ? NAN_D : __nv_log1p(t + __nvvm_sqrt_rn_d(fused(t, t, 2.0 * t)));
}
DEVICE float __nv_acoshf(float a) { return (float)__nv_acosh((double)a); }

DEVICE_CALL double __nv_atanh(double a) {
    double size = __nvvm_fabs_d(a);
    double value = 0.5 * __nv_log1p(2.0 * size / (1.0 - size));
    return bits_of(a) >> 63 ? -value : value;
}
DEVICE float __nv_atanhf(float a) { return (float)__nv_atanh((double)a); }
