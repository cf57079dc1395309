/* Functions that are one instruction or a few, and exact: min, floor, sqrt, fma, classification. */
#include "libdevice.h"

DEVICE float __nv_fabsf(float a) { return __nvvm_fabs_f(a); }
DEVICE double __nv_fabs(double a) { return __nvvm_fabs_d(a); }
DEVICE float __nv_fminf(float a, float b) { return __nvvm_fmin_f(a, b); }
DEVICE float __nv_fmaxf(float a, float b) { return __nvvm_fmax_f(a, b); }
DEVICE double __nv_fmin(double a, double b) { return __nvvm_fmin_d(a, b); }
DEVICE double __nv_fmax(double a, double b) { return __nvvm_fmax_d(a, b); }
DEVICE float __nv_fmaf(float a, float b, float c) { return __nvvm_fma_rn_f(a, b, c); }
DEVICE double __nv_fma(double a, double b, double c) { return __nvvm_fma_rn_d(a, b, c); }
DEVICE float __nv_sqrtf(float a) { return __nvvm_sqrt_rn_f(a); }
DEVICE double __nv_sqrt(double a) { return __nvvm_sqrt_rn_d(a); }
DEVICE float __nv_rsqrtf(float a) { return __nvvm_rsqrt_approx_f(a); }
DEVICE_CALL double __nv_rsqrt(double a) {
    double root = __nvvm_sqrt_rn_d(a), value = 1.0 / root;
    if (!(root > 0.0 && value > 0.0))
        return value;
    /* What the root and the quotient lost by rounding. */
    double below = __nvvm_fma_rn_d(-root, root, a), beside = __nvvm_fma_rn_d(-root, value, 1.0);
    return __nvvm_fma_rn_d(value, beside - 0.5 * (below / a), value);
}
DEVICE float __nv_frsqrt_rn(float a) { return (float)(1.0 / __nvvm_sqrt_rn_d((double)a)); }

DEVICE float __nv_floorf(float a) { return __nvvm_floor_f(a); }
DEVICE double __nv_floor(double a) { return __nvvm_floor_d(a); }
DEVICE float __nv_ceilf(float a) { return __nvvm_ceil_f(a); }
DEVICE double __nv_ceil(double a) { return __nvvm_ceil_d(a); }
DEVICE float __nv_truncf(float a) { return __nvvm_trunc_f(a); }
DEVICE double __nv_trunc(double a) { return __nvvm_trunc_d(a); }
/* Nearest, ties to even. */
DEVICE float __nv_rintf(float a) { return __nvvm_round_f(a); }
DEVICE double __nv_rint(double a) { return __nvvm_round_d(a); }
DEVICE float __nv_nearbyintf(float a) { return __nvvm_round_f(a); }
DEVICE double __nv_nearbyint(double a) { return __nvvm_round_d(a); }
DEVICE int __nv_lrintf(float a) { return __nvvm_f2i_rn(a); }
DEVICE s64 __nv_llrintf(float a) { return __nvvm_f2ll_rn(a); }
DEVICE s64 __nv_llrint(double a) { return __nvvm_d2ll_rn(a); }

/* Nearest, ties away from zero: a tie is exact after truncation, so no value is rounded twice. */
DEVICE double __nv_round(double a) {
    double whole = __nvvm_trunc_d(a);
    double rest = __nvvm_fabs_d(a - whole);
    double step = __builtin_copysign(1.0, a);
    return rest >= 0.5 ? whole + step : __builtin_copysign(whole, a);
}
DEVICE float __nv_roundf(float a) { return (float)__nv_round((double)a); }
DEVICE s64 __nv_llround(double a) { return __nvvm_d2ll_rz(__nv_round(a)); }
DEVICE s64 __nv_llroundf(float a) { return __nvvm_d2ll_rz(__nv_round((double)a)); }

DEVICE float __nv_copysignf(float a, float b) {
    return float_of((bits_of(a) & 0x7fffffffu) | (bits_of(b) & 0x80000000u));
}
DEVICE double __nv_copysign(double a, double b) {
    u64 sign = 1ull << 63;
    return double_of((bits_of(a) & ~sign) | (bits_of(b) & sign));
}
DEVICE float __nv_fdimf(float a, float b) { return a <= b ? 0.0f : a - b; }
DEVICE double __nv_fdim(double a, double b) { return a <= b ? 0.0 : a - b; }
DEVICE float __nv_saturatef(float a) { return __nvvm_saturate_f(a); }

DEVICE int __nv_signbitf(float a) { return (int)(bits_of(a) >> 31); }
DEVICE int __nv_signbitd(double a) { return (int)(bits_of(a) >> 63); }
DEVICE int __nv_isnanf(float a) { return a != a; }
DEVICE int __nv_isnand(double a) { return a != a; }
DEVICE int __nv_isinff(float a) { return (bits_of(a) & 0x7fffffffu) == 0x7f800000u; }
DEVICE int __nv_isinfd(double a) { return (bits_of(a) & ~(1ull << 63)) == 0x7ff0000000000000ull; }
DEVICE int __nv_finitef(float a) { return (bits_of(a) & 0x7f800000u) != 0x7f800000u; }
DEVICE int __nv_isfinited(double a) { return (bits_of(a) & 0x7ff0000000000000ull) != 0x7ff0000000000000ull; }

DEVICE float __nv_modff(float a, float *whole) {
    *whole = __nvvm_trunc_f(a);
    return __nv_copysignf(__nv_isinff(a) ? 0.0f : a - *whole, a);
}
DEVICE double __nv_modf(double a, double *whole) {
    *whole = __nvvm_trunc_d(a);
    return __nv_copysign(__nv_isinfd(a) ? 0.0 : a - *whole, a);
}

/* The hardware's own approximations, as the intrinsics __sinf, __expf ... give them. */
DEVICE float __nv_fast_sinf(float a) { return __nvvm_sin_approx_f(a); }
DEVICE float __nv_fast_cosf(float a) { return __nvvm_cos_approx_f(a); }
DEVICE void __nv_fast_sincosf(float a, float *sine, float *cosine) {
    *sine = __nvvm_sin_approx_f(a);
    *cosine = __nvvm_cos_approx_f(a);
}
DEVICE float __nv_fast_tanf(float a) { return __nvvm_div_approx_f(__nvvm_sin_approx_f(a), __nvvm_cos_approx_f(a)); }
DEVICE float __nv_fast_log2f(float a) { return __nvvm_lg2_approx_f(a); }
DEVICE float __nv_fast_logf(float a) { return __nvvm_lg2_approx_f(a) * 0.693147180559945309417f; }
DEVICE float __nv_fast_log10f(float a) { return __nvvm_lg2_approx_f(a) * 0.301029995663981195214f; }
DEVICE float __nv_fast_expf(float a) { return __nvvm_ex2_approx_f(a * 1.44269504088896340736f); }
DEVICE float __nv_fast_exp10f(float a) { return __nvvm_ex2_approx_f(a * 3.32192809488736234787f); }
DEVICE float __nv_fast_powf(float a, float b) { return __nvvm_ex2_approx_f(b * __nvvm_lg2_approx_f(a)); }
DEVICE float __nv_fast_fdividef(float a, float b) { return __nvvm_div_approx_f(a, b); }

/* The text that may choose one of many NaNs is not read. */
DEVICE double __nv_nan(const signed char *) { return double_of(0x7ff8000000000000ull); }
DEVICE float __nv_nanf(const signed char *) { return float_of(0x7fc00000u); }
