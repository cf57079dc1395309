/*
 * Sines and their inverses.
 *
 * Angles are reduced to [-pi/4, pi/4] as a pair of doubles: below 2^20 by subtracting multiples of
 * pi/2 in three parts, above by multiplying with the bits of 2/pi that matter (Payne and Hanek).
 */
#include "libdevice.h"

/* 2/pi, the first 1216 bits after the point. */
static __device__ const u64 two_over_pi[19] = {
    0xa2f9836e4e441529ull, 0xfc2757d1f534ddc0ull, 0xdb6295993c439041ull, 0xfe5163abdebbc561ull, 0xb7246e3a424dd2e0ull,
    0x06492eea09d1921cull, 0xfe1deb1cb129a73eull, 0xe88235f52ebb4484ull, 0xe99c7026b45f7e41ull, 0x3991d639835339f4ull,
    0x9c845f8bbdf9283bull, 0x1ff897ffde05980full, 0xef2f118b5a0a6d1full, 0x6d367ecf27cb09b7ull, 0x4f463f669e5fea2dull,
    0x7527bac7ebe5f17bull, 0x3d0739f78a5292eaull, 0x6bfb5fb11f8d5d08ull, 0x56033046fc7b6babull,
};

#define HALF_PI     0x1.921fb54442d18p+0
#define HALF_PI_LOW 0x1.1a62633145c07p-54

struct angle {
    double high;
    double low;
    int quadrant;
};

/* 64 bits of 2/pi from bit `position`; bits before the first are 0. */
HELPER u64 bits_from(int position) {
    int word = (position + 64) / 64 - 1, shift = (position + 64) % 64;
    u64 first = word >= 0 ? two_over_pi[word] : 0;
    u64 second = two_over_pi[word + 1];
    return shift ? first << shift | second >> (64 - shift) : first;
}

/* Reduces |a| >= 2^20: fraction and quadrant of a * 2/pi from a 192-bit product. */
DEVICE_CALL void __lockstep_reduce_large(double a, angle *result) {
    u64 bits = bits_of(a);
    u64 mantissa = (bits & 0xfffffffffffffull) | 0x10000000000000ull;
    int start = (int)(bits >> 52 & 0x7ff) - 1075 - 2;
    u64 w0 = bits_from(start), w1 = bits_from(start + 64), w2 = bits_from(start + 128);
    u64 low = mantissa * w2, middle = mantissa * w1, high = mantissa * w0;
    u64 carry = __nvvm_mulhi_ull(mantissa, w2);
    middle += carry;
    high += __nvvm_mulhi_ull(mantissa, w1) + (middle < carry);
    result->quadrant = (int)(high >> 62);
    u64 fraction = high << 2 | middle >> 62;
    u64 rest = middle << 2 | low >> 62;
    bool negative = fraction >> 63;
    if (negative) { /* nearer to the next quadrant */
        result->quadrant++;
        rest = ~rest;
        fraction = ~fraction;
    }
    double top = (double)fraction;
    double bottom = (double)(s64)(fraction - (u64)top) + (double)rest * 0x1p-64;
    double sum = top + bottom;
    bottom = (top - sum) + bottom;
    sum *= 0x1p-64;
    bottom *= 0x1p-64;
    double value = sum * HALF_PI;
    double lost = __nvvm_fma_rn_d(sum, HALF_PI, -value) + sum * HALF_PI_LOW + bottom * HALF_PI;
    if (negative != (bits >> 63 != 0)) {
        value = -value;
        lost = -lost;
    }
    if (bits >> 63)
        result->quadrant = -result->quadrant;
    result->high = value;
    result->low = lost;
}

HELPER angle reduce(double a) {
    angle result;
    if (__nvvm_fabs_d(a) >= 0x1p20) {
        __lockstep_reduce_large(a, &result);
        return result;
    }
    double n = __nvvm_round_d(a * 0x1.45f306dc9c883p-1);
    double first = __nvvm_fma_rn_d(-n, 0x1.921fb54400000p+0, a); /* exact */
    double part = n * 0x1.0b4611a600000p-34;                     /* exact */
    double second = first - part;
    double lost = (first - second) - part;
    double third = n * 0x1.3198a2e037073p-69 - lost;
    result.high = second - third;
    result.low = (second - result.high) - third;
    result.quadrant = (int)n;
    return result;
}

/* sine and cosine of high + low, |high| <= pi/4, by Taylor's series. */
HELPER double sine_of(double high, double low) {
    double z = high * high;
    double sum = series(z, 1.0 / 355687428096000.0, -1.0 / 1307674368000.0, 1.0 / 6227020800.0, -1.0 / 39916800.0,
                        1.0 / 362880.0, -1.0 / 5040.0, 1.0 / 120.0, -1.0 / 6.0);
    return high + __nvvm_fma_rn_d(sum * z, high, __nvvm_fma_rn_d(-0.5 * z, low, low));
}
HELPER double cosine_of(double high, double low) {
    double z = high * high;
    double sum = series(z, 1.0 / 20922789888000.0, -1.0 / 87178291200.0, 1.0 / 479001600.0, -1.0 / 3628800.0,
                        1.0 / 40320.0, -1.0 / 720.0, 1.0 / 24.0);
    double half = 0.5 * z;
    double rough = 1.0 - half;
    return rough + (((1.0 - rough) - half) + __nvvm_fma_rn_d(z * z, sum, -high * low));
}

HELPER bool is_infinite(double a) { return __nvvm_fabs_d(a) == double_of(0x7ff0000000000000ull); }

HELPER double sine_at(angle a) {
    double value = a.quadrant & 1 ? cosine_of(a.high, a.low) : sine_of(a.high, a.low);
    return a.quadrant & 2 ? -value : value;
}
HELPER double cosine_at(angle a) {
    double value = a.quadrant & 1 ? sine_of(a.high, a.low) : cosine_of(a.high, a.low);
    return (a.quadrant + 1) & 2 ? -value : value;
}

DEVICE_CALL void __nv_sincos(double a, double *sine, double *cosine) {
    if (is_infinite(a) || a != a) {
        *sine = *cosine = a - a;
        return;
    }
    angle reduced = reduce(a);
    double s = sine_of(reduced.high, reduced.low), c = cosine_of(reduced.high, reduced.low);
    double first = reduced.quadrant & 1 ? c : s, second = reduced.quadrant & 1 ? s : c;
    *sine = reduced.quadrant & 2 ? -first : first;
    *cosine = (reduced.quadrant + 1) & 2 ? -second : second;
}

DEVICE_CALL double __nv_sin(double a) {
    if (is_infinite(a))
        return a - a;
    angle reduced = reduce(a);
    double value = reduced.quadrant & 1 ? cosine_of(reduced.high, reduced.low) : sine_of(reduced.high, reduced.low);
    return reduced.quadrant & 2 ? -value : a == 0.0 ? a : value;
}
DEVICE_CALL double __nv_cos(double a) {
    if (is_infinite(a))
        return a - a;
    return cosine_at(reduce(a));
}
DEVICE_CALL double __nv_tan(double a) {
    if (is_infinite(a))
        return a - a;
    angle reduced = reduce(a);
    double s = sine_of(reduced.high, reduced.low), c = cosine_of(reduced.high, reduced.low);
    return reduced.quadrant & 1 ? -c / s : a == 0.0 ? a : s / c;
}
DEVICE float __nv_sinf(float a) { return (float)__nv_sin((double)a); }
DEVICE float __nv_cosf(float a) { return (float)__nv_cos((double)a); }
DEVICE float __nv_tanf(float a) { return (float)__nv_tan((double)a); }
DEVICE void __nv_sincosf(float a, float *sine, float *cosine) {
    *sine = (float)__nv_sin((double)a);
    *cosine = (float)__nv_cos((double)a);
}

/* In half turns: the reduction is exact. */
HELPER angle reduce_half_turns(double a) {
    angle result;
    double n = __nvvm_round_d(2.0 * a);
    double rest = 2.0 * __nvvm_fma_rn_d(-0.5, n, a);
    double quarter = n - 4.0 * __nvvm_floor_d(0.25 * n);
    result.high = rest * HALF_PI;
    result.low = __nvvm_fma_rn_d(rest, HALF_PI, -result.high) + rest * HALF_PI_LOW;
    result.quadrant = (int)quarter;
    return result;
}
DEVICE_CALL double __nv_sinpi(double a) {
    if (is_infinite(a))
        return a - a;
    return sine_at(reduce_half_turns(a));
}
DEVICE_CALL double __nv_cospi(double a) {
    if (is_infinite(a))
        return a - a;
    return cosine_at(reduce_half_turns(a));
}
DEVICE float __nv_sinpif(float a) { return (float)__nv_sinpi((double)a); }
DEVICE float __nv_cospif(float a) { return (float)__nv_cospi((double)a); }
DEVICE void __nv_sincospi(double a, double *sine, double *cosine) {
    *sine = __nv_sinpi(a);
    *cosine = __nv_cospi(a);
}
DEVICE void __nv_sincospif(float a, float *sine, float *cosine) {
    *sine = __nv_sinpif(a);
    *cosine = __nv_cospif(a);
}

/* ---- inverses ----------------------------------------------------------------------------------- */

/* atan(k/8), high and low parts. */
HELPER double atan_eighths(int k, bool low) {
    double high_part = k == 0   ? 0.0
                       : k == 1 ? 0x1.fd5ba9aac2f6ep-4
                       : k == 2 ? 0x1.f5b75f92c80ddp-3
                       : k == 3 ? 0x1.6f61941e4def1p-2
                       : k == 4 ? 0x1.dac670561bb4fp-2
                       : k == 5 ? 0x1.1e00babdefeb4p-1
                       : k == 6 ? 0x1.4978fa3269ee1p-1
                       : k == 7 ? 0x1.700a7c5784634p-1
                                : 0x1.921fb54442d18p-1;
    double low_part = k == 0   ? 0.0
                      : k == 1 ? -0x1.cd37686760c17p-59
                      : k == 2 ? 0x1.8ab6e3cf7afbdp-57
                      : k == 3 ? -0x1.c63aae6f6e918p-56
                      : k == 4 ? 0x1.a2b7f222f65e2p-56
                      : k == 5 ? -0x1.928df287a668fp-58
                      : k == 6 ? 0x1.2419a87f2a458p-56
                      : k == 7 ? -0x1.8c34d25aadef6p-56
                               : 0x1.1a62633145c07p-55;
    return low ? low_part : high_part;
}

/* atan(y/x) for 0 <= y <= x, x > 0: the nearest eighth, and the series for what is left of it. */
HELPER double atan_below_one(double y, double x) {
    double ratio = y / x;
    int k = (int)__nvvm_round_d(8.0 * ratio);
    double c = 0.125 * (double)k;
    double d = k ? __nvvm_fma_rn_d(-c, x, y) / __nvvm_fma_rn_d(c, y, x) : ratio;
    double z = d * d;
    double sum = series(z, 1.0 / 13.0, -1.0 / 11.0, 1.0 / 9.0, -1.0 / 7.0, 1.0 / 5.0, -1.0 / 3.0);
    double small = __nvvm_fma_rn_d(sum * z, d, atan_eighths(k, true));
    return atan_eighths(k, false) + (d + small);
}

DEVICE_CALL double __nv_atan2(double y, double x) {
    if (x != x || y != y)
        return x + y;
    double ax = __nvvm_fabs_d(x), ay = __nvvm_fabs_d(y);
    bool steep = ay > ax;
    double small = steep ? ax : ay, large = steep ? ay : ax;
    double value;
    if (large == 0.0 || (is_infinite(large) && !is_infinite(small)))
        value = 0.0;
    else if (is_infinite(small))
        value = 0.5 * HALF_PI;
    else
        value = atan_below_one(small, large);
    if (steep)
        value = HALF_PI - (value - HALF_PI_LOW);
    if (bits_of(x) >> 63)
        value = 2.0 * HALF_PI - (value - 2.0 * HALF_PI_LOW);
    return bits_of(y) >> 63 ? -value : value;
}
DEVICE float __nv_atan2f(float y, float x) { return (float)__nv_atan2((double)y, (double)x); }
DEVICE_CALL double __nv_atan(double a) { return __nv_atan2(a, 1.0); }
DEVICE float __nv_atanf(float a) { return (float)__nv_atan((double)a); }

DEVICE_CALL double __nv_asin(double a) { return __nv_atan2(a, __nvvm_sqrt_rn_d((1.0 - a) * (1.0 + a))); }
DEVICE_CALL double __nv_acos(double a) { return __nv_atan2(__nvvm_sqrt_rn_d((1.0 - a) * (1.0 + a)), a); }
DEVICE float __nv_asinf(float a) { return (float)__nv_asin((double)a); }
DEVICE float __nv_acosf(float a) { return (float)__nv_acos((double)a); }
