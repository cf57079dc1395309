/* Integer arithmetic and logic. */
#include "lanes.h"

#define SAME_2(NAME, T, EXPRESSION) BINARY(NAME, T, T, T, EXPRESSION)
#define SAME_3(NAME, T, EXPRESSION) TERNARY(NAME, T, T, T, T, EXPRESSION)

/* For each width: W names it, U and S are the types, U2 and S2 twice as wide. */
#define ARITHMETIC(W, U, S, U2, S2)                                                                \
    SAME_2(add_##W, U, x + y)                                                                      \
    SAME_2(sub_##W, U, x - y)                                                                      \
    SAME_2(mul_lo_##W, U, (U2)x *(U2)y)                                                            \
    SAME_2(mul_hi_u##W, U, ((U2)x * (U2)y) >> (sizeof(U) * 8))                                     \
    SAME_2(mul_hi_s##W, S, ((S2)x * (S2)y) >> (sizeof(U) * 8))                                     \
    SAME_3(mad_lo_##W, U, (U2)x *(U2)y + z)                                                        \
    SAME_3(mad_hi_u##W, U, (U)(((U2)x * (U2)y) >> (sizeof(U) * 8)) + z)                            \
    SAME_3(mad_hi_s##W, S, (U)(((S2)x * (S2)y) >> (sizeof(U) * 8)) + (U)z)                         \
    SAME_2(min_u##W, U, x < y ? x : y)                                                             \
    SAME_2(min_s##W, S, x < y ? x : y)                                                             \
    SAME_2(max_u##W, U, x > y ? x : y)                                                             \
    SAME_2(max_s##W, S, x > y ? x : y)                                                             \
    UNARY(neg_##W, U, U, 0 - x)                                                                    \
    UNARY(abs_##W, U, S, x < 0 ? 0 - (U)x : (U)x)                                                  \
    SAME_3(sad_u##W, U, z + (x > y ? x - y : y - x))                                               \
    TERNARY(sad_s##W, U, S, S, U, z + (x > y ? (U)x - (U)y : (U)y - (U)x))                         \
    SAME_2(and_##W, U, x &y)                                                                       \
    SAME_2(or_##W, U, x | y)                                                                       \
    SAME_2(xor_##W, U, x ^ y)                                                                      \
    UNARY(not_##W, U, U, ~x)                                                                       \
    UNARY(cnot_##W, U, U, x == 0)                                                                  \
    /* shifts by the register's width or more give 0, or the sign */                               \
    BINARY(shl_##W, U, U, uint32_t, y < sizeof(U) * 8 ? (U)(x << (y & (sizeof(U) * 8 - 1))) : 0)   \
    BINARY(shr_u##W, U, U, uint32_t, y < sizeof(U) * 8 ? x >> (y & (sizeof(U) * 8 - 1)) : 0)       \
    BINARY(shr_s##W, S, S, uint32_t,                                                               \
           x >> (y < sizeof(U) * 8 ? (y & (sizeof(U) * 8 - 1)) : sizeof(U) * 8 - 1))

__extension__ typedef unsigned __int128 uint128;
__extension__ typedef __int128 int128;

ARITHMETIC(16, uint16_t, int16_t, uint32_t, int32_t)
ARITHMETIC(32, uint32_t, int32_t, uint64_t, int64_t)
ARITHMETIC(64, uint64_t, int64_t, uint128, int128)

#define WIDE(W, U, S, U2, S2)                                                                      \
    BINARY(mul_wide_u##W, U2, U, U, (U2)x *(U2)y)                                                  \
    BINARY(mul_wide_s##W, U2, S, S, (S2)x *(S2)y)                                                  \
    TERNARY(mad_wide_u##W, U2, U, U, U2, (U2)x *(U2)y + z)                                         \
    TERNARY(mad_wide_s##W, U2, S, S, U2, (U2)((S2)x * (S2)y) + z)
WIDE(16, uint16_t, int16_t, uint32_t, int32_t)
WIDE(32, uint32_t, int32_t, uint64_t, int64_t)

/*
 * Division by zero gives all ones (the remainder too), as the hardware does; INT_MIN / -1 wraps.
 * Unsigned division by the same number in all lanes, the usual case, is a multiplication by 2^32 /
 * y, which is at most one too small, and for powers of two a shift or a mask.
 */
static inline bool uniform(const uint32_t *row) {
    uint32_t differs = 0;
    for (int l = 0; l < RUN_LANES; l++) {
        differs |= row[l] ^ row[0];
    }
    return differs == 0;
}
#define QUOTIENT(x, y) ((uint32_t)(int64_t)((double)(x) / (double)((y) | ((y) == 0))))
#define UNIFORM_DIVISION(NAME, POWER, RESULT, GENERAL)                                             \
    static int NAME(struct warp *warp, const struct instruction *i) {                              \
        uint32_t *d = ROW(uint32_t, i->d);                                                         \
        const uint32_t *a = ROW(uint32_t, i->a), *b = ROW(uint32_t, i->b);                         \
        const uint32_t first = b[0];                                                               \
        if (first > 1 && (first & (first - 1)) == 0 && uniform(b)) {                               \
            const int shift = __builtin_ctz(first);                                                \
            const uint32_t low = first - 1;                                                        \
            (void)shift, (void)low;                                                                \
            LANE_LOOPS(uint32_t, POWER, uint32_t x = a[l])                                         \
        }                                                                                          \
        if (first > 1 && uniform(b)) {                                                             \
            const uint32_t y = first;                                                              \
            const uint64_t reciprocal = (UINT64_C(1) << 32) / y;                                   \
            LANE_LOOPS(uint32_t, RESULT, uint32_t x = a[l];                                        \
                       uint32_t q = (uint32_t)(x * reciprocal >> 32); uint32_t rest = x - q * y)   \
        }                                                                                          \
        LANE_LOOPS(uint32_t, GENERAL, uint32_t x = a[l]; uint32_t y = b[l])                        \
    }
UNIFORM_DIVISION(div_u32, x >> shift, rest >= y ? q + 1 : q, y == 0 ? UINT32_MAX : QUOTIENT(x, y))
UNIFORM_DIVISION(rem_u32, x &low, rest >= y ? rest - y : rest,
                 y == 0 ? UINT32_MAX : x - QUOTIENT(x, y) * y)
SAME_2(div_u16, uint16_t, y == 0 ? 0xFFFF : x / (y | (y == 0)))
SAME_2(div_s16, int16_t, y == 0 ? -1 : x / (y | (y == 0)))
SAME_2(rem_u16, uint16_t, y == 0 ? 0xFFFF : x % (y | (y == 0)))
SAME_2(rem_s16, int16_t, y == 0 ? -1 : x % (y | (y == 0)))
SAME_2(div_s32, int32_t, y == 0 ? UINT32_MAX : QUOTIENT(x, y))
SAME_2(rem_s32, int32_t, y == 0 ? UINT32_MAX : (uint32_t)x - QUOTIENT(x, y) * (uint32_t)y)
SAME_2(div_u64, uint64_t, y == 0 ? UINT64_MAX : x / (y | (y == 0)))
SAME_2(div_s64, int64_t, y == 0 ? -1 : y == -1 ? (int64_t)(0 - (uint64_t)x) : x / (y | (y == 0)))
SAME_2(rem_u64, uint64_t, y == 0 ? UINT64_MAX : x % (y | (y == 0)))
SAME_2(rem_s64, int64_t, y == 0 ? -1 : y == -1 ? 0 : x % (y | (y == 0)))

/* 24-bit products and saturating sums */
#define S24(v) ((int64_t)((int32_t)((uint32_t)(v) << 8) >> 8))
#define U24(v) ((uint64_t)((v)&0xFFFFFF))
SAME_2(mul24_lo_u32, uint32_t, U24(x) * U24(y))
SAME_2(mul24_lo_s32, int32_t, S24(x) * S24(y))
SAME_2(mul24_hi_u32, uint32_t, (U24(x) * U24(y)) >> 16)
SAME_2(mul24_hi_s32, int32_t, (S24(x) * S24(y)) >> 16)
SAME_3(mad24_lo_u32, uint32_t, U24(x) * U24(y) + z)
SAME_3(mad24_lo_s32, int32_t, (uint64_t)(S24(x) * S24(y)) + (uint32_t)z)
SAME_3(mad24_hi_u32, uint32_t, ((U24(x) * U24(y)) >> 16) + z)
SAME_3(mad24_hi_s32, int32_t, (uint32_t)((S24(x) * S24(y)) >> 16) + (uint32_t)z)
#define CLAMP32(v) ((v) > INT32_MAX ? INT32_MAX : (v) < INT32_MIN ? INT32_MIN : (v))
SAME_2(add_sat_s32, int32_t, CLAMP32((int64_t)x + y))
SAME_2(sub_sat_s32, int32_t, CLAMP32((int64_t)x - y))
SAME_3(mad_hi_sat_s32, int32_t, CLAMP32((((int64_t)x * y) >> 32) + z))

/* Sums with carry: the carry of each lane is a bit of warp->carry. */
#define CARRY(NAME, T, T2, IN, OUT, EXPRESSION)                                                    \
    static int NAME(struct warp *warp, const struct instruction *i) {                              \
        T *d = ROW(T, i->d);                                                                       \
        const T *a = ROW(T, i->a), *b = ROW(T, i->b);                                              \
        for (int l = 0; l < RUN_LANES; l++) {                                                          \
            if (!(warp->mask >> l & 1)) {                                                          \
                continue;                                                                          \
            }                                                                                      \
            T2 x = a[l], y = b[l], carry = IN ? warp->carry >> l & 1 : 0;                          \
            T2 r = EXPRESSION;                                                                     \
            d[l] = (T)r;                                                                           \
            if (OUT) {                                                                             \
                warp->carry = (warp->carry & ~(1u << l)) | (uint32_t)((r >> (sizeof(T) * 8)) & 1)  \
                                                               << l;                               \
            }                                                                                      \
        }                                                                                          \
        return STEP_NEXT;                                                                          \
    }
#define CARRIES(W, T, T2)                                                                          \
    CARRY(add_cc_##W, T, T2, false, true, x + y + carry)                                           \
    CARRY(addc_##W, T, T2, true, false, x + y + carry)                                             \
    CARRY(addc_cc_##W, T, T2, true, true, x + y + carry)                                           \
    CARRY(sub_cc_##W, T, T2, false, true, x - y - carry)                                           \
    CARRY(subc_##W, T, T2, true, false, x - y - carry)                                             \
    CARRY(subc_cc_##W, T, T2, true, true, x - y - carry)
CARRIES(32, uint32_t, uint64_t)
CARRIES(64, uint64_t, uint128)

#define MAD_CARRY(NAME, T, T2, PART, IN, OUT)                                                      \
    static int NAME(struct warp *warp, const struct instruction *i) {                              \
        T *d = ROW(T, i->d);                                                                       \
        const T *a = ROW(T, i->a), *b = ROW(T, i->b), *c = ROW(T, i->c);                           \
        for (int l = 0; l < RUN_LANES; l++) {                                                          \
            if (!(warp->mask >> l & 1)) {                                                          \
                continue;                                                                          \
            }                                                                                      \
            T2 product = (T2)a[l] * b[l];                                                          \
            T2 r = (T2)(T)(PART) + c[l] + (IN ? warp->carry >> l & 1 : 0);                         \
            d[l] = (T)r;                                                                           \
            if (OUT) {                                                                             \
                warp->carry = (warp->carry & ~(1u << l)) | (uint32_t)((r >> (sizeof(T) * 8)) & 1)  \
                                                               << l;                               \
            }                                                                                      \
        }                                                                                          \
        return STEP_NEXT;                                                                          \
    }
#define MAD_CARRIES(W, T, T2)                                                                      \
    MAD_CARRY(mad_lo_cc_##W, T, T2, product, false, true)                                          \
    MAD_CARRY(mad_hi_cc_##W, T, T2, product >> (sizeof(T) * 8), false, true)                       \
    MAD_CARRY(madc_lo_##W, T, T2, product, true, false)                                            \
    MAD_CARRY(madc_hi_##W, T, T2, product >> (sizeof(T) * 8), true, false)                         \
    MAD_CARRY(madc_lo_cc_##W, T, T2, product, true, true)                                          \
    MAD_CARRY(madc_hi_cc_##W, T, T2, product >> (sizeof(T) * 8), true, true)
MAD_CARRIES(32, uint32_t, uint64_t)
MAD_CARRIES(64, uint64_t, uint128)

/* Dot products of bytes: dp4a, and dp2a of 16-bit by 8-bit values. */
#define BYTE_OF(T, v, n) ((int32_t)(T)((uint32_t)(v) >> (8 * (n))))
#define HALF_OF(T, v, n) ((int32_t)(T)((uint32_t)(v) >> (16 * (n))))
#define DOT4(A, B)                                                                                 \
    (uint32_t)(BYTE_OF(A, x, 0) * BYTE_OF(B, y, 0) + BYTE_OF(A, x, 1) * BYTE_OF(B, y, 1) +         \
               BYTE_OF(A, x, 2) * BYTE_OF(B, y, 2) + BYTE_OF(A, x, 3) * BYTE_OF(B, y, 3)) +        \
        z
#define DOT2(A, B, N)                                                                              \
    (uint32_t)(HALF_OF(A, x, 0) * BYTE_OF(B, y, N)) +                                              \
        (uint32_t)(HALF_OF(A, x, 1) * BYTE_OF(B, y, (N) + 1)) + z
SAME_3(dp4a_uu, uint32_t, DOT4(uint8_t, uint8_t))
SAME_3(dp4a_us, uint32_t, DOT4(uint8_t, int8_t))
SAME_3(dp4a_su, uint32_t, DOT4(int8_t, uint8_t))
SAME_3(dp4a_ss, uint32_t, DOT4(int8_t, int8_t))
SAME_3(dp2a_lo_uu, uint32_t, DOT2(uint16_t, uint8_t, 0))
SAME_3(dp2a_lo_ss, uint32_t, DOT2(int16_t, int8_t, 0))
SAME_3(dp2a_hi_uu, uint32_t, DOT2(uint16_t, uint8_t, 2))
SAME_3(dp2a_hi_ss, uint32_t, DOT2(int16_t, int8_t, 2))

/* vabsdiff4: differences of unsigned bytes, side by side or added up */
static inline uint32_t byte_difference(uint32_t x, uint32_t y, int n) {
    uint32_t a = x >> (8 * n) & 255, b = y >> (8 * n) & 255;
    return a > b ? a - b : b - a;
}
#define DIFFERENCE(n) byte_difference(x, y, n)
TERNARY(vabsdiff4, uint32_t, uint32_t, uint32_t, uint32_t,
        ((void)z, DIFFERENCE(0) | DIFFERENCE(1) << 8 | DIFFERENCE(2) << 16 | DIFFERENCE(3) << 24))
SAME_3(vabsdiff4_add, uint32_t, z + DIFFERENCE(0) + DIFFERENCE(1) + DIFFERENCE(2) + DIFFERENCE(3))

/* Two halves of 16 bits at once */
#define HALVES(NAME, T, EXPRESSION)                                                                \
    static inline uint16_t NAME##_half(T x, T y) {                                                 \
        return (uint16_t)(EXPRESSION);                                                             \
    }                                                                                              \
    SAME_2(NAME, uint32_t,                                                                         \
           NAME##_half((T)x, (T)y) | (uint32_t)NAME##_half((T)(x >> 16), (T)(y >> 16)) << 16)
HALVES(add_u16x2, uint16_t, x + y)
HALVES(min_u16x2, uint16_t, x < y ? x : y)
HALVES(max_u16x2, uint16_t, x > y ? x : y)
HALVES(min_s16x2, int16_t, x < y ? x : y)
HALVES(max_s16x2, int16_t, x > y ? x : y)

#define BOTH(NAME, W, C, SIG, RUN)                                                                 \
    {NAME ".u" W, SIG, RUN, 0}, {                                                                  \
        NAME ".s" W, SIG, RUN, 0                                                                   \
    }
#define SPLIT(NAME, W, SIG, RUN_U, RUN_S)                                                          \
    {NAME ".u" W, SIG, RUN_U, 0}, {                                                                \
        NAME ".s" W, SIG, RUN_S, 0                                                                 \
    }
#define TABLE(W, C, S2, S3, SU, SH)                                                                \
    BOTH("add", #W, C, S2, add_##W), BOTH("sub", #W, C, S2, sub_##W),                              \
        BOTH("mul.lo", #W, C, S2, mul_lo_##W), SPLIT("mul.hi", #W, S2, mul_hi_u##W, mul_hi_s##W),  \
        BOTH("mad.lo", #W, C, S3, mad_lo_##W), SPLIT("mad.hi", #W, S3, mad_hi_u##W, mad_hi_s##W),  \
        SPLIT("min", #W, S2, min_u##W, min_s##W), SPLIT("max", #W, S2, max_u##W, max_s##W),        \
        SPLIT("div", #W, S2, div_u##W, div_s##W), SPLIT("rem", #W, S2, rem_u##W, rem_s##W),        \
        SPLIT("sad", #W, S3, sad_u##W, sad_s##W), BOTH("neg", #W, C, SU, neg_##W),                 \
        {"abs.s" #W, SU, abs_##W, 0}, {"and.b" #W, S2, and_##W, 0}, {"or.b" #W, S2, or_##W, 0},    \
        {"xor.b" #W, S2, xor_##W, 0}, {"not.b" #W, SU, not_##W, 0},                                \
        {"cnot.b" #W, SU, cnot_##W, 0}, {"shl.b" #W, SH, shl_##W, 0},                              \
        {"shr.b" #W, SH, shr_u##W, 0}, {"shr.u" #W, SH, shr_u##W, 0}, {                            \
        "shr.s" #W, SH, shr_s##W, 0                                                                \
    }
#define CARRY_TABLE(W, S2, S3)                                                                     \
    BOTH("add.cc", #W, C, S2, add_cc_##W), BOTH("addc", #W, C, S2, addc_##W),                      \
        BOTH("addc.cc", #W, C, S2, addc_cc_##W), BOTH("sub.cc", #W, C, S2, sub_cc_##W),            \
        BOTH("subc", #W, C, S2, subc_##W), BOTH("subc.cc", #W, C, S2, subc_cc_##W),                \
        {"mad.lo.cc.u" #W, S3, mad_lo_cc_##W, 0}, {"mad.hi.cc.u" #W, S3, mad_hi_cc_##W, 0},        \
        {"mad.lo.cc.s" #W, S3, mad_lo_cc_##W, 0}, {"madc.lo.u" #W, S3, madc_lo_##W, 0},            \
        {"madc.hi.u" #W, S3, madc_hi_##W, 0}, {"madc.lo.s" #W, S3, madc_lo_##W, 0},                \
        {"madc.lo.cc.u" #W, S3, madc_lo_cc_##W, 0}, {"madc.hi.cc.u" #W, S3, madc_hi_cc_##W, 0}, {  \
        "madc.lo.cc.s" #W, S3, madc_lo_cc_##W, 0                                                   \
    }

const struct opcode_row FLAVOUR(integer_opcodes)[] = {
    TABLE(16, 2, "222", "2222", "22", "224"),
    TABLE(32, 4, "444", "4444", "44", "444"),
    TABLE(64, 8, "888", "8888", "88", "884"),
    CARRY_TABLE(32, "444", "4444"),
    CARRY_TABLE(64, "888", "8888"),
    {"mul.wide.u16", "422", mul_wide_u16, 0},
    {"mul.wide.s16", "422", mul_wide_s16, 0},
    {"mul.wide.u32", "844", mul_wide_u32, 0},
    {"mul.wide.s32", "844", mul_wide_s32, 0},
    {"mad.wide.u16", "4224", mad_wide_u16, 0},
    {"mad.wide.s16", "4224", mad_wide_s16, 0},
    {"mad.wide.u32", "8448", mad_wide_u32, 0},
    {"mad.wide.s32", "8448", mad_wide_s32, 0},
    {"mul24.lo.u32", "444", mul24_lo_u32, 0},
    {"mul24.lo.s32", "444", mul24_lo_s32, 0},
    {"mul24.hi.u32", "444", mul24_hi_u32, 0},
    {"mul24.hi.s32", "444", mul24_hi_s32, 0},
    {"mad24.lo.u32", "4444", mad24_lo_u32, 0},
    {"mad24.lo.s32", "4444", mad24_lo_s32, 0},
    {"mad24.hi.u32", "4444", mad24_hi_u32, 0},
    {"mad24.hi.s32", "4444", mad24_hi_s32, 0},
    {"add.sat.s32", "444", add_sat_s32, 0},
    {"sub.sat.s32", "444", sub_sat_s32, 0},
    {"mad.hi.sat.s32", "4444", mad_hi_sat_s32, 0},
    {"add.u16x2", "444", add_u16x2, 0},
    {"add.s16x2", "444", add_u16x2, 0},
    {"min.u16x2", "444", min_u16x2, 0},
    {"max.u16x2", "444", max_u16x2, 0},
    {"min.s16x2", "444", min_s16x2, 0},
    {"max.s16x2", "444", max_s16x2, 0},
    {"vabsdiff4.u32.u32.u32", "4444", vabsdiff4, 0},
    {"vabsdiff4.u32.u32.u32.add", "4444", vabsdiff4_add, 0},
    {"dp4a.u32.u32", "4444", dp4a_uu, 0},
    {"dp4a.u32.s32", "4444", dp4a_us, 0},
    {"dp4a.s32.u32", "4444", dp4a_su, 0},
    {"dp4a.s32.s32", "4444", dp4a_ss, 0},
    {"dp2a.lo.u32.u32", "4444", dp2a_lo_uu, 0},
    {"dp2a.lo.s32.s32", "4444", dp2a_lo_ss, 0},
    {"dp2a.hi.u32.u32", "4444", dp2a_hi_uu, 0},
    {"dp2a.hi.s32.s32", "4444", dp2a_hi_ss, 0},
    {NULL, NULL, NULL, 0},
};
