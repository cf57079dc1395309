/* alu_groups.h - names for several rows of instructions.def at once, made of the plain ones. */
#pragma once

/* NOLINTBEGIN(bugprone-macro-parentheses): names and types cannot be in parentheses */
#define WIDTHS_1(NAME, KIND, RESULT)                                                               \
    UNARY(NAME##_##KIND##16, KIND##16, KIND##16, RESULT)                                           \
    UNARY(NAME##_##KIND##32, KIND##32, KIND##32, RESULT)                                           \
    UNARY(NAME##_##KIND##64, KIND##64, KIND##64, RESULT)
#define WIDTHS_2(NAME, KIND, RESULT)                                                               \
    BINARY(NAME##_##KIND##16, KIND##16, KIND##16, KIND##16, RESULT)                                \
    BINARY(NAME##_##KIND##32, KIND##32, KIND##32, KIND##32, RESULT)                                \
    BINARY(NAME##_##KIND##64, KIND##64, KIND##64, KIND##64, RESULT)
#define WIDTHS_3(NAME, KIND, RESULT)                                                               \
    TERNARY(NAME##_##KIND##16, KIND##16, KIND##16, KIND##16, KIND##16, RESULT)                     \
    TERNARY(NAME##_##KIND##32, KIND##32, KIND##32, KIND##32, KIND##32, RESULT)                     \
    TERNARY(NAME##_##KIND##64, KIND##64, KIND##64, KIND##64, KIND##64, RESULT)
#define UNSIGNED_1(NAME, RESULT) WIDTHS_1(NAME, u, RESULT)
#define UNSIGNED_2(NAME, RESULT) WIDTHS_2(NAME, u, RESULT)
#define UNSIGNED_3(NAME, RESULT) WIDTHS_3(NAME, u, RESULT)
#define SIGNED_1(NAME, RESULT)   WIDTHS_1(NAME, s, RESULT)
#define SIGNED_2(NAME, RESULT)   WIDTHS_2(NAME, s, RESULT)
#define SIGNED_3(NAME, RESULT)   WIDTHS_3(NAME, s, RESULT)
#define BITWISE_1(NAME, RESULT)  WIDTHS_1(NAME, b, RESULT)
#define BITWISE_2(NAME, RESULT)  WIDTHS_2(NAME, b, RESULT)
/* The same bits come out, signed or not. */
#define SAME_SIGNED(NAME)                                                                          \
    ALIAS(NAME##_s16, NAME##_u16)                                                                  \
    ALIAS(NAME##_s32, NAME##_u32)                                                                  \
    ALIAS(NAME##_s64, NAME##_u64)
#define BOTH_1(NAME, RESULT) UNSIGNED_1(NAME, RESULT) SAME_SIGNED(NAME)
#define BOTH_2(NAME, RESULT) UNSIGNED_2(NAME, RESULT) SAME_SIGNED(NAME)
#define BOTH_3(NAME, RESULT) UNSIGNED_3(NAME, RESULT) SAME_SIGNED(NAME)
#define CARRIES_2(NAME, IN, OUT, RESULT)                                                           \
    CARRY_2(NAME##_u32, u32, u64, IN, OUT, RESULT)                                                 \
    CARRY_2(NAME##_u64, u64, u128, IN, OUT, RESULT)                                                \
    ALIAS(NAME##_s32, NAME##_u32)                                                                  \
    ALIAS(NAME##_s64, NAME##_u64)

/* add_f16 from add16(x, y), add_f16x2 of both halves; add_bf16 and add_bf16x2 from addb(x, y). */
#define LOW(v)       ((u16)(v))
#define HIGH(v)      ((u16)((v) >> 16))
#define PAIR(lo, hi) ((b32)(lo) | (b32)(hi) << 16)
#define HALF_1(NAME, TYPE, FUNCTION)                                                               \
    UNARY(NAME##_##TYPE, f16, f16, FUNCTION(x))                                                    \
    UNARY(NAME##_##TYPE##x2, b32, b32, PAIR(FUNCTION(LOW(x)), FUNCTION(HIGH(x))))
#define HALF_2(NAME, TYPE, FUNCTION)                                                               \
    BINARY(NAME##_##TYPE, f16, f16, f16, FUNCTION(x, y))                                           \
    BINARY(NAME##_##TYPE##x2, b32, b32, b32,                                                       \
           PAIR(FUNCTION(LOW(x), LOW(y)), FUNCTION(HIGH(x), HIGH(y))))
#define HALF_3(NAME, TYPE, FUNCTION)                                                               \
    TERNARY(NAME##_##TYPE, f16, f16, f16, f16, FUNCTION(x, y, z))                                  \
    TERNARY(NAME##_##TYPE##x2, b32, b32, b32, b32,                                                 \
            PAIR(FUNCTION(LOW(x), LOW(y), LOW(z)), FUNCTION(HIGH(x), HIGH(y), HIGH(z))))
#define HALVES_1(NAME) HALF_1(NAME, f16, NAME##16) HALF_1(NAME, bf16, NAME##b)
#define HALVES_2(NAME) HALF_2(NAME, f16, NAME##16) HALF_2(NAME, bf16, NAME##b)
#define HALVES_3(NAME) HALF_3(NAME, f16, NAME##16) HALF_3(NAME, bf16, NAME##b)

/* setp to a predicate, set to all ones or 1.0; a second name compares the same. */
#define SAME_VALUE(v) (v)
#define COMPARE_AS(C, N, T, V, AS, RESULT)                                                         \
    SETP(setp_##C##_##N, T, V, AS, RESULT)                                                         \
    BINARY_AS(set_##C##_u32_##N, u32, T, V, AS, (RESULT) ? UINT32_MAX : 0)                         \
    BINARY_AS(set_##C##_f32_##N, f32, T, V, AS, (RESULT) ? 1.0f : 0.0f)                            \
    ALIAS(set_##C##_s32_##N, set_##C##_u32_##N)
#define COMPARE(C, T, RESULT) COMPARE_AS(C, T, T, T, SAME_VALUE, RESULT)
#define COMPARE_ALIAS(C, N, C2, N2)                                                                \
    ALIAS(setp_##C##_##N, setp_##C2##_##N2)                                                        \
    ALIAS(set_##C##_u32_##N, set_##C2##_u32_##N2)                                                  \
    ALIAS(set_##C##_s32_##N, set_##C2##_u32_##N2)                                                  \
    ALIAS(set_##C##_f32_##N, set_##C2##_f32_##N2)
/* lt, and lo: its name for unsigned integers */
#define ORDERED_OF(C, C2, W, RESULT)                                                               \
    COMPARE(C, u##W, RESULT)                                                                       \
    COMPARE(C, s##W, RESULT)                                                                       \
    COMPARE_ALIAS(C2, u##W, C, u##W)
#define ORDERED(C, C2, RESULT)                                                                     \
    ORDERED_OF(C, C2, 16, RESULT)                                                                  \
    ORDERED_OF(C, C2, 32, RESULT)                                                                  \
    ORDERED_OF(C, C2, 64, RESULT)
#define EQUAL_OF(C, W, RESULT)                                                                     \
    COMPARE(C, b##W, RESULT)                                                                       \
    COMPARE_ALIAS(C, u##W, C, b##W)                                                                \
    COMPARE_ALIAS(C, s##W, C, b##W)
#define EQUAL(C, RESULT) EQUAL_OF(C, 16, RESULT) EQUAL_OF(C, 32, RESULT) EQUAL_OF(C, 64, RESULT)
#define FLOATING(C, RESULT)                                                                        \
    COMPARE(C, f32, RESULT)                                                                        \
    COMPARE(C, f64, RESULT)                                                                        \
    COMPARE_AS(C, f16, f16, f32, float_of_half, RESULT)                                            \
    BINARY_AS(set_##C##_f16_f16, f16, f16, f32, float_of_half, (RESULT) ? 0x3C00 : 0)

#define SELECTS_TOO(T, W)                                                                          \
    ALIAS(selp_##T##W, selp_b##W)                                                                  \
    ALIAS(slct_##T##W##_s32, slct_b##W##_s32)                                                      \
    ALIAS(slct_##T##W##_f32, slct_b##W##_f32)
#define SELECTS(W)                                                                                 \
    SELECT(selp_b##W, b##W)                                                                        \
    TERNARY(slct_b##W##_s32, b##W, b##W, b##W, s32, z >= 0 ? x : y)                                \
    TERNARY(slct_b##W##_f32, b##W, b##W, b##W, f32, z >= 0 ? x : y)                                \
    SELECTS_TOO(u, W)                                                                              \
    SELECTS_TOO(s, W)                                                                              \
    SELECTS_TOO(f, W)

/* Conversions */
#define RESIZES_AS(R, FROM, AS)                                                                    \
    UNARY(resize_##R##_##AS##_2, u16, FROM, (u16)(AS)x)                                            \
    UNARY(resize_##R##_##AS##_4, u32, FROM, (u32)(AS)x)                                            \
    UNARY(resize_##R##_##AS##_8, u64, FROM, (u64)(AS)x)
#define RESIZES(R, FROM)                                                                           \
    RESIZES_AS(R, FROM, u8)                                                                        \
    RESIZES_AS(R, FROM, s8)                                                                        \
    RESIZES_AS(R, FROM, u16)                                                                       \
    RESIZES_AS(R, FROM, s16)                                                                       \
    RESIZES_AS(R, FROM, u32)                                                                       \
    RESIZES_AS(R, FROM, s32)                                                                       \
    RESIZES_AS(R, FROM, u64)
#define SATURATES(T, LEAST, MOST)                                                                  \
    UNARY(saturate_s_##T, u64, s64, x<(LEAST) ? (s64)(LEAST) : x>(s64)(MOST) ? (s64)(MOST) : x)    \
    UNARY(saturate_u_##T, u64, u64, x > (u64)(MOST) ? (u64)(MOST) : x)
#define ROUNDED_FROM(D, LANE, A, LEAST, END, MOST)                                                 \
    UNARY(cvt_rni_##D##_##A, LANE, A, TO_INTEGER(LANE, A, rni, LEAST, END, MOST))                  \
    UNARY(cvt_rzi_##D##_##A, LANE, A, TO_INTEGER(LANE, A, rzi, LEAST, END, MOST))                  \
    UNARY(cvt_rmi_##D##_##A, LANE, A, TO_INTEGER(LANE, A, rmi, LEAST, END, MOST))                  \
    UNARY(cvt_rpi_##D##_##A, LANE, A, TO_INTEGER(LANE, A, rpi, LEAST, END, MOST))
#define ROUNDED(D, LANE, LEAST, END, MOST)                                                         \
    ROUNDED_FROM(D, LANE, f32, LEAST, END, MOST)                                                   \
    ROUNDED_FROM(D, LANE, f64, LEAST, END, MOST)
#define FROM_INTEGER(A)                                                                            \
    UNARY(cvt_f32_##A, f32, A, (f32)x)                                                             \
    UNARY(cvt_f64_##A, f64, A, (f64)x)                                                             \
    UNARY(cvt_f16_##A, f16, A, half_of_double((f64)x))
/* NOLINTEND(bugprone-macro-parentheses) */
