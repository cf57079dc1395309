/* Remainders and exponents. */
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
    if (my >> 52 == 0)
        mx %= my; /* a subnormal divisor may fit many times into what is left */
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
DEVICE float __nv_remainderf(float a, float b) { return (float)__nv_remainder((double)a, (double)b); }

/* The remainder, and the last three bits of the multiple, with its sign. */
DEVICE_CALL double __nv_remquo(double a, double b, int *multiple) {
    double left = __nvvm_fabs_d(a), size = __nvvm_fabs_d(b), infinity = double_of(0x7ff0000000000000ull);
    *multiple = 0;
    if (a != a || b != b || left == infinity || size == 0.0)
        return double_of(0x7ff8000000000000ull);
    if (size == infinity)
        return a;
    int times = 0;
    left = size < 0x1p1020 ? __nv_fmod(left, 8.0 * size) : left;
    for (int bit = 4; bit > 0; bit >>= 1) {
        /* A product that is infinite is larger than what is left. */
        if (left >= (double)bit * size) {
            left -= (double)bit * size;
            times += bit;
        }
    }
    if (left > size - left || (left == size - left && (times & 1))) {
        left -= size;
        times++;
    }
    bool negative = (bits_of(a) ^ bits_of(b)) >> 63;
    *multiple = negative ? -(times & 7) : times & 7;
    return bits_of(a) >> 63 ? -left : left;
}
DEVICE float __nv_remquof(float a, float b, int *multiple) {
    return (float)__nv_remquo((double)a, (double)b, multiple);
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
