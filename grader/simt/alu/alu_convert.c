/*
 * Conversions. The decoder names them: "resize.R.T.Q" takes the low bits of an R-byte register as
 * type T into a Q-byte register; the others are "cvt.[rounding.]to.from" over registers of just
 * those sizes (8-bit types are first resized to 16).
 */
#include "lanes.h"

#include <math.h>

#define RESIZE(R, RT, T, TT, Q, QT) UNARY(resize_##R##T##Q, QT, RT, (QT)(TT)x)
#define RESIZES(R, RT, T, TT)                                                                      \
    RESIZE(R, RT, T, TT, 2, uint16_t)                                                              \
    RESIZE(R, RT, T, TT, 4, uint32_t)                                                              \
    RESIZE(R, RT, T, TT, 8, uint64_t)
#define RESIZE_FROM(R, RT)                                                                         \
    RESIZES(R, RT, u8, uint8_t)                                                                    \
    RESIZES(R, RT, s8, int8_t)                                                                     \
    RESIZES(R, RT, u16, uint16_t)                                                                  \
    RESIZES(R, RT, s16, int16_t)                                                                   \
    RESIZES(R, RT, u32, uint32_t)                                                                  \
    RESIZES(R, RT, s32, int32_t)                                                                   \
    RESIZES(R, RT, u64, uint64_t)
RESIZE_FROM(2, uint16_t)
RESIZE_FROM(4, uint32_t)
RESIZE_FROM(8, uint64_t)

/* Integer to integer with .sat, on 64-bit registers: clamped to the range of the type. */
#define SATURATE(T, LOW, HIGH)                                                                     \
    UNARY(saturate_s_##T, uint64_t, int64_t,                                                       \
          x<(LOW) ? (int64_t)(LOW) : x>(int64_t)(HIGH) ? (int64_t)(HIGH) : x)                      \
    UNARY(saturate_u_##T, uint64_t, uint64_t, x > (uint64_t)(HIGH) ? (uint64_t)(HIGH) : x)
SATURATE(s8, INT8_MIN, INT8_MAX)
SATURATE(s16, INT16_MIN, INT16_MAX)
SATURATE(s32, INT32_MIN, INT32_MAX)
SATURATE(s64, INT64_MIN, INT64_MAX)
SATURATE(u8, 0, UINT8_MAX)
SATURATE(u16, 0, UINT16_MAX)
SATURATE(u32, 0, UINT32_MAX)
UNARY(saturate_s_u64, uint64_t, int64_t, x < 0 ? 0 : x)
UNARY(saturate_u_u64, uint64_t, uint64_t, x)

static inline float canonical32(float x) {
    union {
        uint32_t bits;
        float value;
    } nan = {0x7FFFFFFF};
    return x != x ? nan.value : x;
}
/* Single precision has one NaN; double precision keeps what it has, made quiet. */
#define canonical(x)                                                                               \
    __builtin_choose_expr(sizeof(x) == 4, canonical32((float)(x)), (x) != (x) ? (x) + (x) : (x))
extern const float simt_one; /* a product with it is flushed when subnormals are */

/* Float to integer: rounded, clamped to the type's range. END is 2^bits, exact. What a NaN becomes
 * is as the hardware has it: the sign bit alone from a double or to 64 bits, else 0. */
#define NAN_INTEGER(DT, AT)                                                                        \
    (sizeof(AT) == 8 || sizeof(DT) == 8 ? (DT)(UINT64_C(1) << (sizeof(DT) * 8 - 1)) : (DT)0)
#define TO_INTEGER(D, DT, A, AT, ROUND, LOW, END, MAX)                                             \
    UNARY(cvt_##ROUND##_##D##_##A, DT, AT,                                                         \
          x != x                        ? NAN_INTEGER(DT, AT)                                      \
          : (x = ROUND(x)) <= (AT)(LOW) ? (DT)(LOW)                                                \
          : x >= (AT)(END)              ? (DT)(MAX)                                                \
                                        : (DT)x)
#define rni(x) __builtin_choose_expr(sizeof(x) == 4, __builtin_rintf(x), __builtin_rint(x))
#define rzi(x) __builtin_choose_expr(sizeof(x) == 4, __builtin_truncf(x), __builtin_trunc(x))
#define rmi(x) __builtin_choose_expr(sizeof(x) == 4, __builtin_floorf(x), __builtin_floor(x))
#define rpi(x) __builtin_choose_expr(sizeof(x) == 4, __builtin_ceilf(x), __builtin_ceil(x))
#define ROUNDINGS(D, DT, A, AT, LOW, END, MAX)                                                     \
    TO_INTEGER(D, DT, A, AT, rni, LOW, END, MAX)                                                   \
    TO_INTEGER(D, DT, A, AT, rzi, LOW, END, MAX)                                                   \
    TO_INTEGER(D, DT, A, AT, rmi, LOW, END, MAX)                                                   \
    TO_INTEGER(D, DT, A, AT, rpi, LOW, END, MAX)
#define INTEGERS_FROM(A, AT)                                                                       \
    ROUNDINGS(u8, uint16_t, A, AT, 0, 256, 255)                                                    \
    ROUNDINGS(s8, int16_t, A, AT, -128, 128, 127)                                                  \
    ROUNDINGS(u16, uint16_t, A, AT, 0, 65536, UINT16_MAX)                                          \
    ROUNDINGS(s16, int16_t, A, AT, INT16_MIN, 32768, INT16_MAX)                                    \
    ROUNDINGS(u32, uint32_t, A, AT, 0, 4294967296.0, UINT32_MAX)                                   \
    ROUNDINGS(s32, int32_t, A, AT, INT32_MIN, 2147483648.0, INT32_MAX)                             \
    ROUNDINGS(u64, uint64_t, A, AT, 0, 18446744073709551616.0, UINT64_MAX)                         \
    ROUNDINGS(s64, int64_t, A, AT, INT64_MIN, 9223372036854775808.0, INT64_MAX)                    \
    /* to an integral value of the same type */                                                    \
    UNARY(cvt_rni_##A##_##A, AT, AT, canonical(rni(x)))                                            \
    UNARY(cvt_rzi_##A##_##A, AT, AT, canonical(rzi(x)))                                            \
    UNARY(cvt_rmi_##A##_##A, AT, AT, canonical(rmi(x)))                                            \
    UNARY(cvt_rpi_##A##_##A, AT, AT, canonical(rpi(x)))
INTEGERS_FROM(f32, float)
INTEGERS_FROM(f64, double)

#define FLOATS_FROM(A, AT)                                                                         \
    UNARY(cvt_f32_##A, float, AT, (float)x)                                                        \
    UNARY(cvt_f64_##A, double, AT, (double)x)                                                      \
    UNARY(cvt_f16_##A, uint16_t, AT, half_of_double((double)x))
FLOATS_FROM(u16, uint16_t)
FLOATS_FROM(s16, int16_t)
FLOATS_FROM(u32, uint32_t)
FLOATS_FROM(s32, int32_t)
FLOATS_FROM(u64, uint64_t)
FLOATS_FROM(s64, int64_t)

UNARY(cvt_f64_f32, double, float, (double)x)
UNARY(cvt_ftz_f64_f32, double, float, (double)canonical(x *simt_one))
UNARY(cvt_f32_f64, float, double, (float)x)
UNARY(cvt_f32_f32, float, float, canonical(x *simt_one))
UNARY(cvt_f64_f64, double, double, x)
UNARY(cvt_f32_f16, float, uint16_t, float_of_half(x))
UNARY(cvt_f64_f16, double, uint16_t, double_of_half(x))
UNARY(cvt_f16_f32, uint16_t, float, half_of_double((double)x))
UNARY(cvt_f16_f64, uint16_t, double, half_of_double_payload(x))
UNARY(cvt_f16_f16, uint16_t, uint16_t, x)
UNARY(cvt_bf16_f32, uint16_t, float, brain_of_float(x))
UNARY(cvt_f32_bf16, uint32_t, uint16_t, (uint32_t)x << 16)
BINARY(cvt_f16x2_f32, uint32_t, float, float,
       (uint32_t)half_of_double((double)x) << 16 | half_of_double((double)y))
BINARY(cvt_bf16x2_f32, uint32_t, float, float,
       (uint32_t)brain_of_float(x) << 16 | brain_of_float(y))

#define RESIZE_ROW(R, T, Q)                                                                        \
    { "resize." #R "." #T "." #Q, #Q #R, resize_##R##T##Q, 0 }
#define RESIZE_ROWS_1(R, T) RESIZE_ROW(R, T, 2), RESIZE_ROW(R, T, 4), RESIZE_ROW(R, T, 8)
#define RESIZE_ROWS(R)                                                                             \
    RESIZE_ROWS_1(R, u8), RESIZE_ROWS_1(R, s8), RESIZE_ROWS_1(R, u16), RESIZE_ROWS_1(R, s16),      \
        RESIZE_ROWS_1(R, u32), RESIZE_ROWS_1(R, s32), RESIZE_ROWS_1(R, u64)
#define SATURATE_ROW(T)                                                                            \
    {"saturate.s." #T, "88", saturate_s_##T, 0}, {                                                 \
        "saturate.u." #T, "88", saturate_u_##T, 0                                                  \
    }
#define ROUND_ROWS(D, A, S)                                                                        \
    {"cvt.rni." #D "." #A, S, cvt_rni_##D##_##A, 0},                                               \
        {"cvt.rzi." #D "." #A, S, cvt_rzi_##D##_##A, 0},                                           \
        {"cvt.rmi." #D "." #A, S, cvt_rmi_##D##_##A, 0}, {                                         \
        "cvt.rpi." #D "." #A, S, cvt_rpi_##D##_##A, 0                                              \
    }
#define INTEGER_ROWS(A, S)                                                                         \
    ROUND_ROWS(u8, A, "2" S), ROUND_ROWS(s8, A, "2" S), ROUND_ROWS(u16, A, "2" S),                 \
        ROUND_ROWS(s16, A, "2" S), ROUND_ROWS(u32, A, "4" S), ROUND_ROWS(s32, A, "4" S),           \
        ROUND_ROWS(u64, A, "8" S), ROUND_ROWS(s64, A, "8" S), ROUND_ROWS(A, A, S S)
#define FLOAT_ROWS(A, S)                                                                           \
    {"cvt.f32." #A, "4" S, cvt_f32_##A, 0}, {"cvt.f64." #A, "8" S, cvt_f64_##A, 0}, {              \
        "cvt.f16." #A, "2" S, cvt_f16_##A, 0                                                       \
    }

const struct opcode_row FLAVOUR(convert_opcodes)[] = {
    RESIZE_ROWS(2),
    RESIZE_ROWS(4),
    RESIZE_ROWS(8),
    SATURATE_ROW(u8),
    SATURATE_ROW(s8),
    SATURATE_ROW(u16),
    SATURATE_ROW(s16),
    SATURATE_ROW(u32),
    SATURATE_ROW(s32),
    SATURATE_ROW(u64),
    SATURATE_ROW(s64),
    INTEGER_ROWS(f32, "4"),
    INTEGER_ROWS(f64, "8"),
    FLOAT_ROWS(u16, "2"),
    FLOAT_ROWS(s16, "2"),
    FLOAT_ROWS(u32, "4"),
    FLOAT_ROWS(s32, "4"),
    FLOAT_ROWS(u64, "8"),
    FLOAT_ROWS(s64, "8"),
    {"cvt.f64.f32", "84", cvt_f64_f32, 0},
    {"cvt.ftz.f64.f32", "84", cvt_ftz_f64_f32, 0}, /* the decoder sets the mode too */
    {"cvt.f32.f64", "48", cvt_f32_f64, 0},
    {"cvt.f32.f32", "44", cvt_f32_f32, 0},
    {"cvt.f64.f64", "88", cvt_f64_f64, 0},
    {"cvt.f32.f16", "42", cvt_f32_f16, 0},
    {"cvt.f64.f16", "82", cvt_f64_f16, 0},
    {"cvt.f16.f32", "24", cvt_f16_f32, 0},
    {"cvt.f16.f64", "28", cvt_f16_f64, 0},
    {"cvt.f16.f16", "22", cvt_f16_f16, 0},
    {"cvt.bf16.f32", "24", cvt_bf16_f32, 0},
    {"cvt.f32.bf16", "42", cvt_f32_bf16, 0},
    {"cvt.f16x2.f32", "444", cvt_f16x2_f32, 0},
    {"cvt.bf16x2.f32", "444", cvt_bf16x2_f32, 0},
    {NULL, NULL, NULL, 0},
};
