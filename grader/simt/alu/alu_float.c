/*
 * Floating-point arithmetic, in round-to-nearest; other modes are set around these (mode.c).
 *
 * NaNs are the hardware's: single precision gives 0x7FFFFFFF whatever came in; double precision
 * hands on a NaN's payload, that of the last operand first, and does not change its sign. The
 * .approx functions, whose last bits CUDA leaves open, are computed in double and rounded once.
 */
#include "lanes.h"

#include <math.h>

#define SAME_1(NAME, T, EXPRESSION) UNARY(NAME, T, T, EXPRESSION)
#define SAME_2(NAME, T, EXPRESSION) BINARY(NAME, T, T, T, EXPRESSION)
#define SAME_3(NAME, T, EXPRESSION) TERNARY(NAME, T, T, T, T, EXPRESSION)

union bits32 {
    float value;
    uint32_t bits;
    int32_t order;
};
union bits64 {
    double value;
    uint64_t bits;
    int64_t order;
};

static inline float float_of(uint32_t bits) {
    return (union bits32){.bits = bits}.value;
}
static inline uint32_t bits_of(float value) {
    return (union bits32){.value = value}.bits;
}
static inline double double_of(uint64_t bits) {
    return (union bits64){.bits = bits}.value;
}
static inline uint64_t bits_of_double(double value) {
    return (union bits64){.value = value}.bits;
}
static inline float quiet(float value) {
    return value != value ? float_of(0x7FFFFFFF) : value;
}

/* A product with this is flushed when subnormals are; a plain 1 would be optimised away. */
extern const float simt_one;
#define NAN_OF(v) ((v) + (v)) /* made quiet */

/* Minimum and maximum: a NaN loses against a number, -0 is below +0. */
static inline float min32(float x, float y) {
    float zero = float_of(bits_of(x) | bits_of(y));
    float number = x < y ? x : y < x ? y : zero;
    float other = x != x ? y : x;
    return x != x || y != y ? quiet(other) : number;
}
static inline float max32(float x, float y) {
    float zero = float_of(bits_of(x) & bits_of(y));
    float number = x > y ? x : y > x ? y : zero;
    float other = x != x ? y : x;
    return x != x || y != y ? quiet(other) : number;
}
static inline double min64(double x, double y) {
    double zero = double_of(bits_of_double(x) | bits_of_double(y));
    double number = x < y ? x : y < x ? y : zero;
    double other = x != x ? y : x;
    return x != x || y != y ? other : number;
}
static inline double max64(double x, double y) {
    double zero = double_of(bits_of_double(x) & bits_of_double(y));
    double number = x > y ? x : y > x ? y : zero;
    double other = x != x ? y : x;
    return x != x || y != y ? other : number;
}

SAME_2(add_f32, float, quiet(x + y))
SAME_2(sub_f32, float, quiet(x - y))
SAME_2(mul_f32, float, quiet(x *y))
SAME_2(div_f32, float, quiet(x / y))
SAME_3(fma_f32, float, quiet(__builtin_fmaf(x, y, z)))
SAME_2(min_f32, float, min32(x, y))
SAME_2(max_f32, float, max32(x, y))
SAME_2(min_nan_f32, float, x != x || y != y ? float_of(0x7FFFFFFF) : min32(x, y))
SAME_2(max_nan_f32, float, x != x || y != y ? float_of(0x7FFFFFFF) : max32(x, y))
SAME_1(neg_f32, float, quiet(-x))
SAME_1(abs_f32, float, quiet(__builtin_fabsf(x)))
SAME_1(neg_ftz_f32, float, quiet(-x *simt_one))
SAME_1(abs_ftz_f32, float, quiet(__builtin_fabsf(x) * simt_one))
SAME_2(min_ftz_f32, float, min32(x, y) * simt_one)
SAME_2(max_ftz_f32, float, max32(x, y) * simt_one)
BINARY(copysign_f32, uint32_t, uint32_t, uint32_t, (x & 0x80000000u) | (y & 0x7FFFFFFFu))
SAME_1(sqrt_f32, float, quiet(__builtin_sqrtf(x)))
SAME_1(rcp_f32, float, quiet(1.0f / x))
SAME_1(rsqrt_f32, float, quiet((float)(1.0 / __builtin_sqrt((double)x))))
SAME_1(sin_f32, float, quiet((float)sin((double)x)))
SAME_1(cos_f32, float, quiet((float)cos((double)x)))
SAME_1(lg2_f32, float, quiet((float)log2((double)x)))
SAME_1(ex2_f32, float, quiet((float)exp2((double)x)))
SAME_1(tanh_f32, float, quiet((float)tanh((double)x)))

SAME_2(add_f64, double, y != y ? NAN_OF(y) : x + y)
SAME_2(sub_f64, double, y != y ? NAN_OF(y) : x - y)
SAME_2(mul_f64, double, y != y ? NAN_OF(y) : x * y)
SAME_2(div_f64, double, x != x ? NAN_OF(x) : x / y)
SAME_3(fma_f64, double, z != z ? NAN_OF(z) : y != y ? NAN_OF(y) : __builtin_fma(x, y, z))
SAME_2(min_f64, double, min64(x, y))
SAME_2(max_f64, double, max64(x, y))
SAME_1(neg_f64, double, x != x ? NAN_OF(x) : -x)
SAME_1(abs_f64, double, x != x ? NAN_OF(x) : __builtin_fabs(x))
BINARY(copysign_f64, uint64_t, uint64_t, uint64_t,
       (x & UINT64_C(0x8000000000000000)) | (y & UINT64_C(0x7FFFFFFFFFFFFFFF)))
SAME_1(sqrt_f64, double, __builtin_sqrt(x))
SAME_1(rcp_f64, double, 1.0 / x)
SAME_1(rsqrt_f64, double, 1.0 / __builtin_sqrt(x))

/* Half precision: sums and products are exact in float, sums of products in double. */
#define H(x) float_of_half(x)
static inline uint16_t add16(uint16_t x, uint16_t y) {
    return half_of_double((double)(H(x) + H(y)));
}
static inline uint16_t sub16(uint16_t x, uint16_t y) {
    return half_of_double((double)(H(x) - H(y)));
}
static inline uint16_t mul16(uint16_t x, uint16_t y) {
    return half_of_double((double)(H(x) * H(y)));
}
static inline uint16_t fma16(uint16_t x, uint16_t y, uint16_t z) {
    return half_of_double(sum_to_odd((double)H(x) * (double)H(y), (double)H(z)));
}
static inline uint16_t min16(uint16_t x, uint16_t y) {
    return half_of_double((double)min32(H(x), H(y)));
}
static inline uint16_t max16(uint16_t x, uint16_t y) {
    return half_of_double((double)max32(H(x), H(y)));
}
static inline uint16_t neg16(uint16_t x) {
    return (x & 0x7FFF) > 0x7C00 ? 0x7FFF : x ^ 0x8000;
}
static inline uint16_t abs16(uint16_t x) {
    return (x & 0x7FFF) > 0x7C00 ? 0x7FFF : x & 0x7FFF;
}
#define LOW(v)       ((uint16_t)(v))
#define HIGH(v)      ((uint16_t)((v) >> 16))
#define PAIR(lo, hi) ((uint32_t)(lo) | (uint32_t)(hi) << 16)
#define HALF_1(NAME)                                                                               \
    SAME_1(NAME##_f16, uint16_t, NAME##16(x))                                                      \
    SAME_1(NAME##_f16x2, uint32_t, PAIR(NAME##16(LOW(x)), NAME##16(HIGH(x))))
#define HALF_2(NAME)                                                                               \
    SAME_2(NAME##_f16, uint16_t, NAME##16(x, y))                                                   \
    SAME_2(NAME##_f16x2, uint32_t, PAIR(NAME##16(LOW(x), LOW(y)), NAME##16(HIGH(x), HIGH(y))))
HALF_2(add)
HALF_2(sub)
HALF_2(mul)
HALF_2(min)
HALF_2(max)
HALF_1(neg)
HALF_1(abs)
SAME_3(fma_f16, uint16_t, fma16(x, y, z))
SAME_3(fma_f16x2, uint32_t, PAIR(fma16(LOW(x), LOW(y), LOW(z)), fma16(HIGH(x), HIGH(y), HIGH(z))))

/* bfloat16: the same, over its own conversions. */
#define B(x) float_of_brain(x)
static inline uint16_t addb(uint16_t x, uint16_t y) {
    return brain_of_float(B(x) + B(y));
}
static inline uint16_t subb(uint16_t x, uint16_t y) {
    return brain_of_float(B(x) - B(y));
}
static inline uint16_t mulb(uint16_t x, uint16_t y) {
    return brain_of_float(B(x) * B(y));
}
static inline uint16_t fmab(uint16_t x, uint16_t y, uint16_t z) {
    return brain_of_double(sum_to_odd((double)B(x) * (double)B(y), (double)B(z)));
}
static inline uint16_t minb(uint16_t x, uint16_t y) {
    return brain_of_float(min32(B(x), B(y)));
}
static inline uint16_t maxb(uint16_t x, uint16_t y) {
    return brain_of_float(max32(B(x), B(y)));
}
static inline uint16_t negb(uint16_t x) {
    return (x & 0x7FFF) > 0x7F80 ? 0x7FFF : x ^ 0x8000;
}
static inline uint16_t absb(uint16_t x) {
    return (x & 0x7FFF) > 0x7F80 ? 0x7FFF : x & 0x7FFF;
}
#define BRAIN_1(NAME)                                                                              \
    SAME_1(NAME##_bf16, uint16_t, NAME##b(x))                                                      \
    SAME_1(NAME##_bf16x2, uint32_t, PAIR(NAME##b(LOW(x)), NAME##b(HIGH(x))))
#define BRAIN_2(NAME)                                                                              \
    SAME_2(NAME##_bf16, uint16_t, NAME##b(x, y))                                                   \
    SAME_2(NAME##_bf16x2, uint32_t, PAIR(NAME##b(LOW(x), LOW(y)), NAME##b(HIGH(x), HIGH(y))))
BRAIN_2(add)
BRAIN_2(sub)
BRAIN_2(mul)
BRAIN_2(min)
BRAIN_2(max)
BRAIN_1(neg)
BRAIN_1(abs)
SAME_3(fma_bf16, uint16_t, fmab(x, y, z))
SAME_3(fma_bf16x2, uint32_t, PAIR(fmab(LOW(x), LOW(y), LOW(z)), fmab(HIGH(x), HIGH(y), HIGH(z))))
#define BRAIN_ROWS(T, S)                                                                           \
    {"add." #T, S S S, add_##T, 0}, {"sub." #T, S S S, sub_##T, 0},                                \
        {"mul." #T, S S S, mul_##T, 0}, {"min." #T, S S S, min_##T, 0},                            \
        {"max." #T, S S S, max_##T, 0}, {"neg." #T, S S, neg_##T, 0},                              \
        {"abs." #T, S S, abs_##T, 0}, {                                                            \
        "fma." #T, S S S S, fma_##T, 0                                                             \
    }

/* .sat: to [0, 1], NaN to 0 (instruction->clamped) */
static int clamp_f32(struct warp *warp, const struct instruction *i) {
    i->clamped(warp, i);
    float *d = ROW(float, i->d);
    const int32_t *on = warp->lane;
    EACH_LANE {
        float r = d[l] > 0.0f ? (d[l] < 1.0f ? d[l] : 1.0f) : 0.0f;
        d[l] = on[l] ? r : d[l];
    }
    return STEP_NEXT;
}
static int clamp_f64(struct warp *warp, const struct instruction *i) {
    i->clamped(warp, i);
    double *d = ROW(double, i->d);
    const int32_t *on = warp->lane;
    EACH_LANE {
        double r = d[l] > 0.0 ? (d[l] < 1.0 ? d[l] : 1.0) : 0.0;
        d[l] = on[l] ? r : d[l];
    }
    return STEP_NEXT;
}

const struct opcode_row FLAVOUR(float_opcodes)[] = {
    {"add.f32", "444", add_f32, 0},
    {"sub.f32", "444", sub_f32, 0},
    {"mul.f32", "444", mul_f32, 0},
    {"div.f32", "444", div_f32, 0},
    {"div.full.f32", "444", div_f32, 0},
    {"div.approx.f32", "444", div_f32, 0},
    {"fma.f32", "4444", fma_f32, 0},
    {"mad.f32", "4444", fma_f32, 0},
    {"min.f32", "444", min_f32, 0},
    {"max.f32", "444", max_f32, 0},
    {"min.NaN.f32", "444", min_nan_f32, 0},
    {"max.NaN.f32", "444", max_nan_f32, 0},
    {"neg.f32", "44", neg_f32, 0},
    {"neg.ftz.f32", "44", neg_ftz_f32, 0}, /* the decoder sets the mode too */
    {"abs.ftz.f32", "44", abs_ftz_f32, 0},
    {"min.ftz.f32", "444", min_ftz_f32, 0},
    {"max.ftz.f32", "444", max_ftz_f32, 0},
    {"abs.f32", "44", abs_f32, 0},
    {"copysign.f32", "444", copysign_f32, 0},
    {"sqrt.f32", "44", sqrt_f32, 0},
    {"sqrt.approx.f32", "44", sqrt_f32, 0},
    {"rcp.f32", "44", rcp_f32, 0},
    {"rcp.approx.f32", "44", rcp_f32, 0},
    {"rsqrt.approx.f32", "44", rsqrt_f32, 0},
    {"sin.approx.f32", "44", sin_f32, 0},
    {"cos.approx.f32", "44", cos_f32, 0},
    {"lg2.approx.f32", "44", lg2_f32, 0},
    {"ex2.approx.f32", "44", ex2_f32, 0},
    {"tanh.approx.f32", "44", tanh_f32, 0},
    {"add.f64", "888", add_f64, 0},
    {"sub.f64", "888", sub_f64, 0},
    {"mul.f64", "888", mul_f64, 0},
    {"div.f64", "888", div_f64, 0},
    {"fma.f64", "8888", fma_f64, 0},
    {"mad.f64", "8888", fma_f64, 0},
    {"min.f64", "888", min_f64, 0},
    {"max.f64", "888", max_f64, 0},
    {"neg.f64", "88", neg_f64, 0},
    {"abs.f64", "88", abs_f64, 0},
    {"copysign.f64", "888", copysign_f64, 0},
    {"sqrt.f64", "88", sqrt_f64, 0},
    {"rcp.f64", "88", rcp_f64, 0},
    {"rcp.approx.f64", "88", rcp_f64, 0},
    {"rsqrt.approx.f64", "88", rsqrt_f64, 0},
    {"add.f16", "222", add_f16, 0},
    {"sub.f16", "222", sub_f16, 0},
    {"mul.f16", "222", mul_f16, 0},
    {"fma.f16", "2222", fma_f16, 0},
    {"min.f16", "222", min_f16, 0},
    {"max.f16", "222", max_f16, 0},
    {"neg.f16", "22", neg_f16, 0},
    {"abs.f16", "22", abs_f16, 0},
    {"add.f16x2", "444", add_f16x2, 0},
    {"sub.f16x2", "444", sub_f16x2, 0},
    {"mul.f16x2", "444", mul_f16x2, 0},
    {"fma.f16x2", "4444", fma_f16x2, 0},
    {"min.f16x2", "444", min_f16x2, 0},
    {"max.f16x2", "444", max_f16x2, 0},
    {"neg.f16x2", "44", neg_f16x2, 0},
    {"abs.f16x2", "44", abs_f16x2, 0},
    BRAIN_ROWS(bf16, "2"),
    BRAIN_ROWS(bf16x2, "4"),
    {"clamp.f32", "4", clamp_f32, 0}, /* the decoder's, not PTX */
    {"clamp.f64", "8", clamp_f64, 0},
    {NULL, NULL, NULL, 0},
};
