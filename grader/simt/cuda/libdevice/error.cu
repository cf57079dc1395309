/* The error function, what is made of it, and their inverses. */
#include "pairs.h"

#define ERROR_INFINITY double_of(0x7ff0000000000000ull)
#define ERROR_NAN      double_of(0x7ff8000000000000ull)
#define TWO_BY_ROOT_PI 0x1.20dd750429b6dp+0
#define ROOT_HALF      0x1.6a09e667f3bcdp-1

/* e^a for |a| < 700. */
HELPER pair pair_exp(pair a) {
    double n = __nvvm_round_d(a.high * 0x1.71547652b82fep+0);
    pair rest = a + exact_product(-n, 0x1.62e42fefa39efp-1) + pair_of(-n * 0x1.abc9e3b39803fp-56);
    rest = {rest.high * 0x1p-6, rest.low * 0x1p-6};
    /* e^rest - 1, which keeps its bits while it is squared. */
    pair term = rest, sum = rest;
    for (int k = 2; k < 12; k++) {
        term = term * rest / (double)k;
        sum = sum + term;
    }
    for (int k = 0; k < 6; k++)
        sum = sum * sum + sum * 2.0;
    sum = sum + pair_of(1.0);
    return {scale(sum.high, (int)n), scale(sum.low, (int)n)};
}

/* erf(a) for |a| < 4 by Maclaurin's series, whose terms alternate: hence pairs. */
HELPER pair erf_series(double a) {
    pair square = exact_product(a, a), power = pair_of(a), sum = pair_of(a);
    for (int k = 1; k < 80; k++) {
        power = power * square / (double)-k;
        sum = sum + power / (double)(2 * k + 1);
        if (__nvvm_fabs_d(power.high) < 0x1p-110 * __nvvm_fabs_d(a))
            break;
    }
    return sum * pair{TWO_BY_ROOT_PI, 0x1.1ae3a914fed80p-56};
}
/* e^(a^2) erfc(a) sqrt(pi) / 2 for a >= 2, by its continued fraction. */
HELPER double erfc_fraction(double a, int steps) {
    double fraction = 0.0;
    for (int k = steps; k > 0; k--)
        fraction = 0.5 * (double)k / (a + fraction);
    return 0.5 / (a + fraction);
}
/* e^(-a^2), with the square's lost bits put back. */
HELPER double density(double a) {
    double square = plain_product(a, a), lost = __nvvm_fma_rn_d(a, a, -square);
    return __nv_exp(-square) * (1.0 - lost);
}
HELPER double erfc_far(double a) { return a > 27.3 ? 0.0 : density(a) * (TWO_BY_ROOT_PI * erfc_fraction(a, 90)); }

DEVICE_CALL double __nv_erf(double a) {
    double size = __nvvm_fabs_d(a);
    if (a != a || size == 0.0)
        return a;
    if (size > 6.0)
        return a < 0.0 ? -1.0 : 1.0;
    if (size < 3.0)
        return single(erf_series(a));
    double value = 1.0 - erfc_far(size);
    return a < 0.0 ? -value : value;
}
DEVICE_CALL double __nv_erfc(double a) {
    if (a != a)
        return a;
    if (a > -3.0 && a < 3.0)
        return single(pair_of(1.0) + -erf_series(a));
    return a > 0.0 ? erfc_far(a) : 2.0 - erfc_far(-a);
}
DEVICE_CALL double __nv_erfcx(double a) {
    if (a >= 3.0)
        return a > 1e9 ? TWO_BY_ROOT_PI * 0.5 / a : TWO_BY_ROOT_PI * erfc_fraction(a, 90);
    if (a != a || a < -26.7)
        return a != a ? a : ERROR_INFINITY;
    pair square = exact_product(a, a);
    pair complement = a > -3.0 ? pair_of(1.0) + -erf_series(a) : pair_of(2.0 - erfc_far(-a));
    return single(pair_exp({0.5 * square.high, 0.5 * square.low}) * complement *
                  pair_exp({0.5 * square.high, 0.5 * square.low}));
}
DEVICE_CALL double __nv_normcdf(double a) {
    if (a - a != 0.0)
        return a != a ? a : a > 0.0 ? 1.0 : 0.0;
    pair argument = pair{ROOT_HALF, -0x1.bdd3413b26456p-55} * -a;
    double size = argument.high;
    /* The part of the argument that a double does not hold moves the value by its slope. */
    double slope = size > -3.0 && size < 30.0 ? argument.low * TWO_BY_ROOT_PI * density(size) : 0.0;
    return 0.5 * (__nv_erfc(size) - slope);
}

/* Floats: a series of one sign in double is exact enough, and short. */
HELPER double erf_short(double a) {
    double term = a, sum = a, square = a * a;
    for (int k = 1; k < 24 && term > 1e-12 * sum; k++) {
        term *= square * 2.0 / (double)(2 * k + 1);
        sum += term;
    }
    return TWO_BY_ROOT_PI * __nv_exp(-square) * sum;
}
HELPER double erfc_of_float(double a) {
    double size = __nvvm_fabs_d(a);
    double value = size < 1.5    ? 1.0 - erf_short(size)
                   : size > 10.1 ? 0.0
                                 : density(size) * (TWO_BY_ROOT_PI * erfc_fraction(size, 40));
    return a < 0.0 ? 2.0 - value : value;
}
DEVICE_CALL float __nv_erff(float a) {
    double size = __nvvm_fabs_d((double)a);
    if (a != a || size == 0.0)
        return a;
    double value = size < 1.5 ? erf_short(size) : 1.0 - erfc_of_float(size);
    return (float)(a < 0.0f ? -value : value);
}
DEVICE_CALL float __nv_erfcf(float a) { return a != a ? a : (float)erfc_of_float((double)a); }
DEVICE float __nv_erfcxf(float a) { return (float)__nv_erfcx((double)a); }
DEVICE_CALL float __nv_normcdff(float a) { return a != a ? a : (float)(0.5 * erfc_of_float((double)a * -ROOT_HALF)); }

/* a with erfc(a) = b, for 0 < b <= 1/2: from the asymptote, by steps of Halley's. */
HELPER double inverse_tail(double b) {
    double length = __nvvm_sqrt_rn_d(-__nv_log(b * __nvvm_sqrt_rn_d(-__nv_log(b) * 3.2)));
    double a = b > 0.4 ? 0.5 : b > 0.1 ? 0.9 : length;
    for (int step = 0; step < 5; step++) {
        /* (erfc(a) - b) / slope, and both sides scaled by e^(a^2) where they are tiny. */
        double value = __nv_erfc(a), slope = -TWO_BY_ROOT_PI * density(a);
        double move = slope == 0.0 ? 0.0 : (value - b) / slope;
        move /= 1.0 + a * move;
        a -= move;
        if (__nvvm_fabs_d(move) < 1e-17 * a)
            break;
    }
    return a;
}
DEVICE_CALL double __nv_erfinv(double b) {
    double size = __nvvm_fabs_d(b), a;
    if (!(size <= 1.0))
        return ERROR_NAN;
    if (size == 1.0 || size < 1e-9)
        return size == 1.0 ? b * ERROR_INFINITY : b * (0.5 * 0x1.c5bf891b4ef6bp+0);
    if (size > 0.5) {
        a = inverse_tail(1.0 - size);
    } else {
        a = size * 0.886;
        for (int step = 0; step < 5; step++) {
            double move = (__nv_erf(a) - size) / (TWO_BY_ROOT_PI * density(a));
            a -= move / (1.0 + a * move);
        }
    }
    return b < 0.0 ? -a : a;
}
DEVICE_CALL double __nv_erfcinv(double b) {
    if (!(b >= 0.0 && b <= 2.0))
        return ERROR_NAN;
    if (b == 0.0 || b == 2.0)
        return b == 0.0 ? ERROR_INFINITY : -ERROR_INFINITY;
    if (b < 0.5)
        return inverse_tail(b);
    return b > 1.5 ? -inverse_tail(2.0 - b) : __nv_erfinv(1.0 - b);
}
DEVICE_CALL double __nv_normcdfinv(double p) {
    return p > 0.5 && p <= 1.0 ? 2.0 * ROOT_HALF * __nv_erfcinv(2.0 * (1.0 - p))
                               : -2.0 * ROOT_HALF * __nv_erfcinv(2.0 * p);
}
DEVICE float __nv_erfinvf(float b) { return (float)__nv_erfinv((double)b); }
DEVICE float __nv_erfcinvf(float b) { return (float)__nv_erfcinv((double)b); }
DEVICE float __nv_normcdfinvf(float p) { return (float)__nv_normcdfinv((double)p); }
