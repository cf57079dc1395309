/*
 * Bessel functions. Up to 25 by their power series, summed as pairs since the terms cancel; beyond by Hankel's
 * asymptotic series.
 */
#include "pairs.h"

#define BESSEL_INFINITY double_of(0x7ff0000000000000ull)
#define BESSEL_NAN      double_of(0x7ff8000000000000ull)
#define FAR             25.0

/* (a/2)^order / order! times the sum over k of (sign a^2/4)^k order! / (k! (k + order)!), for order 0 and 1. */
HELPER pair power_series(double a, int order, double sign) {
    pair quarter = exact_product(0.5 * a, 0.5 * a) * sign;
    pair term = pair_of(order ? 0.5 * a : 1.0), sum = term;
    for (int k = 1; k < 400; k++) {
        term = term * quarter / (double)(k * (k + order));
        sum = sum + term;
        if (__nvvm_fabs_d(term.high) < 0x1p-110 * __nvvm_fabs_d(sum.high) || term.high == 0.0)
            break;
    }
    return sum;
}
/* Y of order 0 or 1: 2/pi (ln(a/2) + gamma) J, less a sum with the harmonic numbers, less 2/(pi a) for order 1. */
HELPER double second_series(double a, int order) {
    const pair two_by_pi = {0x1.45f306dc9c883p-1, -0x1.6b01ec5417056p-55},
               euler = {0x1.2788cfc6fb619p-1, -0x1.6cb90701fbfabp-58};
    pair quarter = -exact_product(0.5 * a, 0.5 * a);
    pair term = pair_of(order ? 0.5 * a : 1.0), harmonic = pair_of(0.0);
    pair sum = order ? term : pair_of(0.0);
    for (int k = 1; k < 400; k++) {
        term = term * quarter / (double)(k * (k + order));
        harmonic = harmonic + pair_of(1.0) / (double)k;
        pair both = order ? harmonic * 2.0 + pair_of(1.0) / (double)(k + 1) : harmonic * 2.0;
        sum = sum + term * both;
        if (__nvvm_fabs_d(term.high) < 0x1p-120)
            break;
    }
    pair logarithm = log_pair(0.5 * a) + euler;
    pair value = logarithm * power_series(a, order, -1.0) + sum * -0.5;
    if (order)
        value = value + -(pair_of(1.0) / a);
    return single(value * two_by_pi);
}

struct wave {
    double in_phase, out_of_phase;
};
/* J and Y of order 0 or 1 for a >= 25. */
HELPER wave hankel(double a, int order) {
    double p = 1.0, q = 0.0, term = 1.0, mu = order ? 4.0 : 0.0;
    for (int k = 1; k < 24; k++) {
        double odd = (double)(2 * k - 1);
        term *= (mu - odd * odd) / ((double)k * 8.0 * a);
        if (k & 1)
            q += k & 2 ? -term : term;
        else
            p += k & 2 ? -term : term;
    }
    double sine = __nv_sin(a), cosine = __nv_cos(a), size = __nvvm_sqrt_rn_d(0x1.45f306dc9c883p-2 / a);
    /* cos and sin of a - pi/4 or a - 3 pi/4, times the root of 2 */
    double c = order ? sine - cosine : cosine + sine;
    double s = order ? -(sine + cosine) : sine - cosine;
    return {size * (p * c - q * s), size * (p * s + q * c)};
}

HELPER double first_kind(double a, int order) {
    double size = __nvvm_fabs_d(a);
    if (a != a || size == BESSEL_INFINITY)
        return a != a ? a : 0.0;
    double value = size < FAR ? single(power_series(size, order, -1.0)) : hankel(size, order).in_phase;
    return order && bits_of(a) >> 63 ? -value : value;
}
HELPER double second_kind(double a, int order) {
    if (!(a > 0.0))
        return a == 0.0 ? -BESSEL_INFINITY : BESSEL_NAN;
    if (a == BESSEL_INFINITY)
        return 0.0;
    return a < FAR ? second_series(a, order) : hankel(a, order).out_of_phase;
}
DEVICE_CALL double __nv_j0(double a) { return first_kind(a, 0); }
DEVICE_CALL double __nv_j1(double a) { return first_kind(a, 1); }
DEVICE_CALL double __nv_y0(double a) { return second_kind(a, 0); }
DEVICE_CALL double __nv_y1(double a) { return second_kind(a, 1); }

/* Upwards while the order is below the argument, else downwards (Miller): both ways the errors shrink. */
DEVICE_CALL double __nv_jn(int order, double a) {
    if (order < 0)
        return BESSEL_NAN;
    if (order < 2)
        return order ? __nv_j1(a) : __nv_j0(a);
    double size = __nvvm_fabs_d(a);
    if (a != a || size == 0.0 || size == BESSEL_INFINITY)
        return a != a ? a : 0.0;
    double value;
    if (size > (double)order) {
        double before = __nv_j0(size);
        value = __nv_j1(size);
        for (int k = 1; k < order; k++) {
            double next = (double)(2 * k) / size * value - before;
            before = value;
            value = next;
        }
    } else {
        /* From an order at which the function is nothing; the sum J0 + 2 J2 + 2 J4 ... is 1. */
        int start = 2 * ((order + 20 + (int)__nvvm_sqrt_rn_d(60.0 * (double)order)) / 2);
        double here = 1e-300, above = 0.0, sum = 0.0;
        value = 0.0;
        for (int k = start; k > 0; k--) {
            double below = (double)(2 * k) / size * here - above;
            above = here;
            here = below;
            if (__nvvm_fabs_d(here) > 1e200) {
                here *= 1e-200;
                above *= 1e-200;
                value *= 1e-200;
                sum *= 1e-200;
            }
            if (k - 1 == order)
                value = here;
            if (((k - 1) & 1) == 0)
                sum += k == 1 ? here : 2.0 * here;
        }
        value /= sum;
    }
    return a < 0.0 && (order & 1) ? -value : value;
}
DEVICE_CALL double __nv_yn(int order, double a) {
    if (order < 0)
        return BESSEL_NAN;
    if (order < 2)
        return order ? __nv_y1(a) : __nv_y0(a);
    double before = __nv_y0(a), value = __nv_y1(a);
    for (int k = 1; k < order && value > -BESSEL_INFINITY; k++) {
        double next = (double)(2 * k) / a * value - before;
        before = value;
        value = next;
    }
    return value;
}

/* The modified functions: all terms have one sign. */
HELPER double modified(double a, int order) {
    double size = __nvvm_fabs_d(a), value;
    if (a != a)
        return a;
    if (size < 40.0) {
        value = single(power_series(size, order, 1.0));
    } else if (size > 714.0) {
        value = BESSEL_INFINITY;
    } else {
        double term = 1.0, sum = 1.0, mu = order ? 4.0 : 0.0;
        for (int k = 1; k < 30; k++) {
            double odd = (double)(2 * k - 1);
            term *= (odd * odd - mu) / ((double)k * 8.0 * size);
            sum += term;
        }
        double half = __nv_exp(0.5 * size);
        value = half * (sum / __nvvm_sqrt_rn_d(0x1.921fb54442d18p+2 * size)) * half;
    }
    return order && bits_of(a) >> 63 ? -value : value;
}
DEVICE_CALL double __nv_cyl_bessel_i0(double a) { return modified(a, 0); }
DEVICE_CALL double __nv_cyl_bessel_i1(double a) { return modified(a, 1); }

#define BESSEL_FLOAT(NAME)                                                                                             \
    DEVICE float NAME##f(float a) { return (float)NAME((double)a); }
BESSEL_FLOAT(__nv_j0)
BESSEL_FLOAT(__nv_j1)
BESSEL_FLOAT(__nv_y0)
BESSEL_FLOAT(__nv_y1)
BESSEL_FLOAT(__nv_cyl_bessel_i0)
BESSEL_FLOAT(__nv_cyl_bessel_i1)
DEVICE float __nv_jnf(int order, float a) { return (float)__nv_jn(order, (double)a); }
DEVICE float __nv_ynf(int order, float a) { return (float)__nv_yn(order, (double)a); }
