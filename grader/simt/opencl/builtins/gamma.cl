/* The gamma function and its logarithm, and erfc: where libclc's are not as exact as OpenCL asks.
 */
#include "builtins.h"
#include "vectors.h"

double __nv_exp(double);
double __nv_log(double);
double __nv_pow(double, double);
double __nv_sinpi(double);

/* Stirling's series, for y >= 12: Gamma(y) times `rest`, which keeps factors from overflowing. */
static double stirling(double y, double rest) {
    double r = 1 / y, q = r * r;
    double series = 1.0 / 156;
    series = series * q - 691.0 / 360360;
    series = series * q + 1.0 / 1188;
    series = series * q - 1.0 / 1680;
    series = series * q + 1.0 / 1260;
    series = series * q - 1.0 / 360;
    series = series * q + 1.0 / 12;
    double root = __nv_pow(y, 0.5 * y - 0.25);
    return root * __nv_exp(-y) * rest * 2.5066282746310002 * __nv_exp(series * r) * root;
}

/* Gamma(x + error) times `rest`, for x > 0: from x up to 12 by the recurrence. */
static double gamma_above(double x, double error, double rest) {
    double product = 1, y = x;
    while (y < 12) {
        double next = y + 1;
        product *= y;
        error += y - (next - 1); /* what the sum has lost */
        y = next;
    }
    return stirling(y, rest) / product * (1 + error * (__nv_log(y) - 0.5 / y));
}

BUILTIN double tgamma(double x) {
    if (x == 0)
        return copysign((double)INFINITY, x);
    if (isnan(x) || (x < 0 && x == floor(x)))
        return (double)NAN;
    if (x > 172)
        return (double)INFINITY;
    if (x > 0)
        return x < 0x1p-54 ? 1 / x : gamma_above(x, 0, 1);
    if (x < -190)
        return fmod(floor(x), 2.0) == 0 ? 0.0 : -0.0;
    if (x > -0x1p-54)
        return 1 / x;
    /* Reflection; 1 - x, and what it has lost. */
    double y = 1 - x;
    return M_PI / (__nv_sinpi(x) * gamma_above(y, (1 - y) - x, 1));
}
BUILTIN float tgamma(float x) { return (float)tgamma((double)x); }
VECTORS_1(tgamma, float, float)
VECTORS_1(tgamma, double, double)

/* libclc's, which makes -inf of lgamma(-inf). */
float __clc_lgamma_rfPi(float, int *);
double __clc_lgamma_rdPi(double, int *);
#define LGAMMA_R(TYPE, LETTER, SPACE)                                                                                  \
    BUILTIN TYPE lgamma_r(TYPE x, SPACE int *sign_of_gamma) {                                                          \
        int sign = 1;                                                                                                  \
        TYPE result = isinf(x) ? fabs(x) : __clc_lgamma_r##LETTER##Pi(x, &sign);                                       \
        *sign_of_gamma = sign;                                                                                         \
        return result;                                                                                                 \
    }
#define LGAMMA_R_VECTOR(TYPE, N, HALF, SPACE)                                                                          \
    BUILTIN TYPE##N lgamma_r(TYPE##N x, SPACE int##N *sign_of_gamma) {                                                 \
        int##HALF low, high;                                                                                           \
        TYPE##HALF first = lgamma_r(x.lo, &low), second = lgamma_r(x.hi, &high);                                       \
        *sign_of_gamma = (int##N)(low, high);                                                                          \
        return (TYPE##N)(first, second);                                                                               \
    }
#define LGAMMA_R_THREE(TYPE, SPACE)                                                                                    \
    BUILTIN TYPE##3 lgamma_r(TYPE##3 x, SPACE int3 *sign_of_gamma) {                                                   \
        int4 signs;                                                                                                    \
        TYPE##4 result = lgamma_r((TYPE##4)(x, 1), &signs);                                                            \
        *sign_of_gamma = signs.xyz;                                                                                    \
        return result.xyz;                                                                                             \
    }
#define LGAMMA_RS(TYPE, LETTER, SPACE)                                                                                 \
    LGAMMA_R(TYPE, LETTER, SPACE)                                                                                      \
    LGAMMA_R_VECTOR(TYPE, 2, , SPACE)                                                                                  \
    LGAMMA_R_VECTOR(TYPE, 4, 2, SPACE)                                                                                 \
    LGAMMA_R_VECTOR(TYPE, 8, 4, SPACE)                                                                                 \
    LGAMMA_R_VECTOR(TYPE, 16, 8, SPACE)                                                                                \
    LGAMMA_R_THREE(TYPE, SPACE)
LGAMMA_RS(float, f, __private)
LGAMMA_RS(double, d, __private)
LGAMMA_RS(float, f, __local)
LGAMMA_RS(double, d, __local)
LGAMMA_RS(float, f, __global)
LGAMMA_RS(double, d, __global)

#define LGAMMA(TYPE)                                                                                                   \
    BUILTIN TYPE lgamma(TYPE x) {                                                                                      \
        int sign;                                                                                                      \
        return lgamma_r(x, &sign);                                                                                     \
    }                                                                                                                  \
    VECTORS_1(lgamma, TYPE, TYPE)
LGAMMA(float)
LGAMMA(double)

/* In float through double, which is exact to the last place; libclc's in double. */
double __attribute__((overloadable)) erfc(double x);
BUILTIN float erfc(float x) { return (float)erfc((double)x); }
VECTORS_1(erfc, float, float)
