/* The gamma function's logarithm. */
#include "builtins.h"
#include "vectors.h"

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
