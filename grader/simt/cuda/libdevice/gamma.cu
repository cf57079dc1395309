/*
 * The gamma function and its logarithm.
 *
 * Polynomials on short ranges (Chebyshev fits of 50-digit values), the recurrence to get there, Stirling's series
 * beyond, the reflection formula for negative arguments.
 */
#include "pairs.h"

#define GAMMA_INFINITY double_of(0x7ff0000000000000ull)
#define GAMMA_NAN      double_of(0x7ff8000000000000ull)
#define GAMMA_PI       0x1.921fb54442d18p+1

/* lgamma(1 + z) / z for |z| <= 1/4, lgamma(2 + z) / z for z - 1/8 in -7/8 ... 7/8, gamma(3/2 + z) for |z| <= 1/2:
 * the highest power first. */
static __device__ const double near_one[] = {
    0x1.11e874e4f59a9p-4,  -0x1.1fed7d75d3a3ep-4, 0x1.b3bc98d8742cfp-5,  -0x1.cd9b02c0d6b30p-5, 0x1.00bc3fa8df407p-4,
    -0x1.11d72c1a90627p-4, 0x1.248e6c7b09ba8p-4,  -0x1.3b14bf7d9155cp-4, 0x1.556b12446863fp-4,  -0x1.748c71ee13f0ap-4,
    0x1.9a01e282b40a1p-4,  -0x1.c8066f5e2cda3p-4, 0x1.010b36b0c68b9p-3,  -0x1.2703a1de396c3p-3, 0x1.5b40cb100a9eep-3,
    -0x1.a8b9c17aa4707p-3, 0x1.151322ac7d84ep-2,  -0x1.9a4d55beab2ddp-2, 0x1.a51a6625307d3p-1,  -0x1.2788cfc6fb619p-1,
};
static __device__ const double near_two[] = {
    0x1.732b8e31ab265p-34, -0x1.97c77662e7d80p-33, -0x1.8648010f2f9d0p-35, 0x1.a32bc6afc1804p-34,
    0x1.e282e41d08453p-31, -0x1.0a99176d2555cp-29, 0x1.7caac57940ca0p-29,  -0x1.a84a1d1a3a692p-28,
    0x1.0525d4293952bp-26, -0x1.2406ee8ece9bep-25, 0x1.43ac2159b62ddp-24,  -0x1.6c3d587c0a369p-23,
    0x1.9bd181c33b7f7p-22, -0x1.d314bd52408ccp-21, 0x1.0a29f287e434ap-19,  -0x1.311fcacea3d17p-18,
    0x1.603a2dfd10ab8p-17, -0x1.9a13019ee0a73p-16, 0x1.e28808ce59c54p-15,  -0x1.1fcd53e12733dp-13,
    0x1.5d92eec8cfce6p-12, -0x1.b33ce23c7c1ecp-11, 0x1.18b178a4a2fcfp-9,   -0x1.7de37a38bccebp-8,
    0x1.1b653d1be895fp-6,  -0x1.edc4caa896aa8p-5,  0x1.39e570a69df00p-2,   0x1.d92b302b074fbp-2,
};
static __device__ const double gamma_near[] = {
    0x1.571048987b3f4p-14, -0x1.014c228143cdfp-13, 0x1.d7b524c422ef9p-15, -0x1.61c720aac13b9p-14,
    0x1.c197ade68f084p-13, -0x1.513093cab3125p-12, 0x1.d52144292085bp-12, -0x1.5fd54421cbad4p-11,
    0x1.0a301c8ff5f16p-10, -0x1.8f3ca7c3f1052p-10, 0x1.2b2c7ea75c4c2p-9,  -0x1.c09e6e65d05f1p-9,
    0x1.504eca2779ba9p-8,  -0x1.f7fc7c04512dbp-8,  0x1.7991dcbf878d0p-7,  -0x1.1a2c29007308cp-6,
    0x1.a752c6b194816p-6,  -0x1.374fd5ce815dep-5,  0x1.e022b74349385p-5,  -0x1.3d88cfe501ad0p-4,
    0x1.283bd374eb2dap-3,  -0x1.b77ac1ca2ec36p-4,  0x1.a8c4dba620d57p-2,  0x1.08ea88ee561b2p-5,
    0x1.c5bf891b4ef6bp-1,
};

HELPER double polynomial(const double *row, int count, double z) {
    double sum = row[0];
    for (int i = 1; i < count; i++)
        sum = __nvvm_fma_rn_d(sum, z, row[i]);
    return sum;
}
#define POLYNOMIAL(ROW, Z) polynomial(ROW, sizeof(ROW) / sizeof(ROW)[0], Z)

/* Stirling's series: lgamma(a) - (a - 1/2) ln a + a - ln(2 pi) / 2, for a >= 13. */
HELPER double stirling(double a) {
    double square = 1.0 / (a * a);
    double sum = series(square, 43867.0 / 244188.0, -3617.0 / 122400.0, 1.0 / 156.0, -691.0 / 360360.0, 1.0 / 1188.0,
                        -1.0 / 1680.0, 1.0 / 1260.0, -1.0 / 360.0, 1.0 / 12.0);
    return sum / a;
}

/* For a > 0. */
HELPER double gamma_positive(double a) {
    if (a > 171.7)
        return GAMMA_INFINITY;
    if (a >= 16.0) {
        double power = __nv_pow(a, 0.5 * (a - 0.5));
        return power * (__nv_exp(-a) * 0x1.40d931ff62706p+1) * power * __nv_exp(stirling(a));
    }
    pair product = pair_of(1.0);
    if (a < 1.0) {
        product = pair_of(a);
        a += 1.0;
        return POLYNOMIAL(gamma_near, a - 1.5) / product.high;
    }
    while (a > 2.0) {
        a -= 1.0; /* exact */
        product = product * a;
    }
    return single(product * POLYNOMIAL(gamma_near, a - 1.5));
}

DEVICE_CALL double __nv_tgamma(double a) {
    if (a != a || a == GAMMA_INFINITY)
        return a;
    if (a == 0.0)
        return 1.0 / a;
    if (a > 0.0)
        return gamma_positive(a);
    if (a == __nvvm_floor_d(a))
        return GAMMA_NAN; /* minus infinity, too */
    if (a > -16.0) {
        pair product = pair_of(a);
        double next = a + 1.0; /* exact below -1; above, it rounds once */
        while (next < 0.0) {
            product = product * next;
            next += 1.0;
        }
        /* gamma(next) for next in [0, 1] */
        if (next < 0x1p-60)
            return single(pair_of(1.0 / next) / product);
        return single(pair_of(POLYNOMIAL(gamma_near, next - 0.5)) / (product * next));
    }
    if (a < -184.0)
        return __nvvm_floor_d(a) * 0.5 == __nvvm_floor_d(__nvvm_floor_d(a) * 0.5) ? 0.0 : -0.0;
    /* Gamma of -a may be too large for a double: its power comes in halves. */
    double size = -a, power = __nv_pow(size, 0.5 * (size - 0.5));
    double rest = __nv_exp(-size) * 0x1.40d931ff62706p+1 * __nv_exp(stirling(size));
    return -GAMMA_PI / (size * __nv_sinpi(size) * rest * power) / power;
}

/* For a > 0. */
HELPER double log_gamma_positive(double a) {
    if (a >= 13.0) {
        if (a > 1e300)
            return a > 0x1.74c6ab09cefd3p+1014 ? GAMMA_INFINITY : a * (__nv_log(a) - 1.0);
        double logarithm = __nv_log(a);
        return __nvvm_fma_rn_d(a - 0.5, logarithm, -a) + (0x1.d67f1c864beb5p-1 + stirling(a));
    }
    if (a < 0.75) {
        double z = a <= 0.25 ? a * POLYNOMIAL(near_one, a) : (a - 1.0) * POLYNOMIAL(near_two, a - 1.125);
        return z - __nv_log(a);
    }
    if (a < 1.25)
        return (a - 1.0) * POLYNOMIAL(near_one, a - 1.0);
    double product = 1.0;
    while (a > 3.0) {
        a -= 1.0;
        product *= a;
    }
    double log_gamma = (a - 2.0) * POLYNOMIAL(near_two, a - 2.125);
    return product == 1.0 ? log_gamma : __nv_log(product) + log_gamma;
}

DEVICE_CALL double __nv_lgamma(double a) {
    if (a != a || a - a != 0.0)
        return a != a ? a : GAMMA_INFINITY;
    if (a > 0.0)
        return log_gamma_positive(a);
    if (a == __nvvm_floor_d(a))
        return GAMMA_INFINITY;
    if (a > -0x1p-60)
        return -__nv_log(-a);
    double sine = __nvvm_fabs_d(__nv_sinpi(a));
    return __nv_log(GAMMA_PI / (-a * sine)) - log_gamma_positive(-a);
}
DEVICE float __nv_tgammaf(float a) { return (float)__nv_tgamma((double)a); }
DEVICE float __nv_lgammaf(float a) { return (float)__nv_lgamma((double)a); }
