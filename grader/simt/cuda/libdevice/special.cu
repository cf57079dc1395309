/* Remainders, exponents, lengths, and the error function. */
#include "libdevice.h"

/* fmod, exactly: long division of the mantissas, one bit a step. */
DEVICE_CALL double __nv_fmod(double a, double b) {
    u64 x = bits_of(a) & ~(1ull << 63), y = bits_of(b) & ~(1ull << 63);
    u64 infinity = 0x7ff0000000000000ull;
    if (x >= infinity || y > infinity || y == 0)
        return double_of(0x7ff8000000000000ull);
    if (x < y)
        return a;
    int ex = (int)(x >> 52), ey = (int)(y >> 52);
    u64 mx = x & 0xfffffffffffffull, my = y & 0xfffffffffffffull;
    mx |= ex ? 1ull << 52 : 0;
    my |= ey ? 1ull << 52 : 0;
    ex += !ex;
    ey += !ey;
    for (;; ex--) {
        mx = mx >= my ? mx - my : mx;
        if (ex == ey || mx == 0)
            break;
        mx <<= 1;
    }
    /* mx * 2^(ey - 1075): normalise by hand, so that subnormals stay exact. */
    int shift = mx ? __builtin_clzll(mx) - 11 : 0;
    shift = shift < ey ? shift : ey - 1;
    u64 bits = mx << shift;
    bits = bits >> 52 ? (bits & 0xfffffffffffffull) | (u64)(ey - shift) << 52 : bits;
    return double_of(bits | (bits_of(a) & 1ull << 63));
}
DEVICE float __nv_fmodf(float a, float b) { return (float)__nv_fmod((double)a, (double)b); }

/* The remainder of the nearest multiple, ties to even. */
DEVICE_CALL double __nv_remainder(double a, double b) {
    double size = __nvvm_fabs_d(b);
    if (b != b || a - a != 0.0 || size == 0.0)
        return double_of(0x7ff8000000000000ull);
    if (size == double_of(0x7ff0000000000000ull))
        return a;
    double r = size < 0x1p1022 ? __nv_fmod(__nvvm_fabs_d(a), 2.0 * size) : __nvvm_fabs_d(a);
    if (r > size - r) {
        r -= size;
        r = r >= size - r ? r - size : r;
    }
    return bits_of(a) >> 63 ? -r : r;
}
DEVICE float __nv_remainderf(float a, float b) {
    return (float)__nv_remainder((double)a, (double)b);
}

DEVICE_CALL double __nv_frexp(double a, int *exponent) {
    u64 bits = bits_of(a);
    int e = (int)(bits >> 52 & 0x7ff), extra = 0;
    *exponent = 0;
    if (e == 0x7ff || a == 0.0)
        return a;
    if (e == 0) {
        bits = bits_of(a * 0x1p54);
        e = (int)(bits >> 52 & 0x7ff);
        extra = -54;
    }
    *exponent = e - 1022 + extra;
    return double_of((bits & ~(0x7ffull << 52)) | 1022ull << 52);
}

DEVICE_CALL double __nv_ldexp(double a, int n) {
    int exponent;
    double fraction = __nv_frexp(a, &exponent);
    if (fraction == 0.0 || a - a != 0.0)
        return a;
    s64 total = (s64)exponent + n;
    return scale(fraction, total > 1200 ? 1200 : total < -1200 ? -1200 : (int)total);
}
DEVICE float __nv_ldexpf(float a, int n) {
    n = n > 500 ? 500 : n < -500 ? -500 : n;
    return (float)((double)a * double_of((u64)(u32)(n + 1023) << 52));
}
DEVICE double __nv_scalbn(double a, int n) { return __nv_ldexp(a, n); }
DEVICE float __nv_scalbnf(float a, int n) { return __nv_ldexpf(a, n); }

DEVICE float __nv_frexpf(float a, int *exponent) { return (float)__nv_frexp((double)a, exponent); }

DEVICE int __nv_ilogb(double a) {
    int exponent;
    if (a == 0.0 || a != a)
        return -2147483647 - 1;
    if (a - a != 0.0)
        return 2147483647;
    __nv_frexp(a, &exponent);
    return exponent - 1;
}
DEVICE int __nv_ilogbf(float a) { return __nv_ilogb((double)a); }
DEVICE double __nv_logb(double a) {
    if (a == 0.0)
        return double_of(0xfff0000000000000ull);
    return a - a != 0.0 ? a * a : (double)__nv_ilogb(a);
}
DEVICE float __nv_logbf(float a) { return (float)__nv_logb((double)a); }

DEVICE double __nv_nextafter(double a, double b) {
    if (a != a || b != b)
        return a + b;
    if (a == b)
        return b;
    if (a == 0.0)
        return double_of((bits_of(b) & 1ull << 63) | 1);
    u64 bits = bits_of(a);
    return double_of((a < b) == (a > 0.0) ? bits + 1 : bits - 1);
}
DEVICE float __nv_nextafterf(float a, float b) {
    if (a != a || b != b)
        return a + b;
    if (a == b)
        return b;
    if (a == 0.0f)
        return float_of((bits_of(b) & 1u << 31) | 1);
    u32 bits = bits_of(a);
    return float_of((a < b) == (a > 0.0f) ? bits + 1 : bits - 1);
}

/* sqrt(a^2 + b^2), scaled so that nothing overflows on the way. */
DEVICE_CALL double __nv_hypot(double a, double b) {
    double x = __nvvm_fabs_d(a), y = __nvvm_fabs_d(b);
    double infinity = double_of(0x7ff0000000000000ull);
    if (x == infinity || y == infinity)
        return infinity;
    double large = x > y ? x : y, small = x > y ? y : x;
    double up = large > 0x1p500 ? 0x1p-600 : large < 0x1p-500 ? 0x1p600 : 1.0;
    double down = large > 0x1p500 ? 0x1p600 : large < 0x1p-500 ? 0x1p-600 : 1.0;
    large *= up;
    small *= up;
    double square = large * large;
    double lost = __nvvm_fma_rn_d(large, large, -square);
    return __nvvm_sqrt_rn_d(square + __nvvm_fma_rn_d(small, small, lost)) * down;
}
DEVICE float __nv_hypotf(float a, float b) {
    return (float)__nvvm_sqrt_rn_d((double)a * (double)a + (double)b * (double)b);
}
DEVICE double __nv_rhypot(double a, double b) { return 1.0 / __nv_hypot(a, b); }
DEVICE float __nv_rhypotf(float a, float b) {
    return (float)(1.0 / __nvvm_sqrt_rn_d((double)a * (double)a + (double)b * (double)b));
}
DEVICE double __nv_norm3d(double a, double b, double c) { return __nv_hypot(__nv_hypot(a, b), c); }
DEVICE float __nv_norm3df(float a, float b, float c) {
    return (float)__nv_norm3d((double)a, (double)b, (double)c);
}
DEVICE double __nv_norm4d(double a, double b, double c, double d) {
    return __nv_hypot(__nv_hypot(a, b), __nv_hypot(c, d));
}
DEVICE float __nv_norm4df(float a, float b, float c, float d) {
    return (float)__nv_norm4d((double)a, (double)b, (double)c, (double)d);
}

/* erfc(a) for a >= 1, by its continued fraction; e^(-a^2) with the square's lost bits put back. */
HELPER double erfc_far(double a) {
    if (a > 27.3)
        return 0.0;
    double fraction = 0.0;
    for (int k = 160; k > 0; k--)
        fraction = 0.5 * (double)k / (a + fraction);
    double square = a * a, lost = __nvvm_fma_rn_d(a, a, -square);
    double density = __nv_exp(-square) * (1.0 - lost);
    return density * 0x1.20dd750429b6dp-1 / (a + fraction);
}
/* erf(a) for |a| < 2: a series whose terms all have one sign. */
HELPER double erf_near(double a) {
    double term = a, sum = a, square = a * a;
    for (int k = 1; k < 48; k++) {
        term *= square * 2.0 / (double)(2 * k + 1);
        sum += term;
    }
    return 0x1.20dd750429b6dp+0 * __nv_exp(-square) * sum;
}
DEVICE_CALL double __nv_erf(double a) {
    double size = __nvvm_fabs_d(a);
    if (a != a || size < 2.0)
        return a != a ? a : erf_near(a);
    double value = 1.0 - erfc_far(size);
    return a < 0.0 ? -value : value;
}
DEVICE_CALL double __nv_erfc(double a) {
    if (a != a || (a > -2.0 && a < 1.0))
        return a != a ? a : 1.0 - erf_near(a);
    return a > 0.0 ? erfc_far(a) : 2.0 - erfc_far(-a);
}
DEVICE float __nv_erff(float a) { return (float)__nv_erf((double)a); }
DEVICE float __nv_erfcf(float a) { return (float)__nv_erfc((double)a); }
DEVICE double __nv_normcdf(double a) { return 0.5 * __nv_erfc(a * -0x1.6a09e667f3bcdp-1); }
DEVICE float __nv_normcdff(float a) { return (float)__nv_normcdf((double)a); }
