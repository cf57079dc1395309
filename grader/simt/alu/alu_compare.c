/* Comparisons, predicates, selection. A predicate row is one mask of 32 bits. */
#include "lanes.h"

#include <math.h>

static inline uint32_t logic(uint8_t op, uint32_t result, uint32_t predicate) {
    switch (op) {
    case 1:
        return result & predicate;
    case 2:
        return result | predicate;
    case 3:
        return result ^ predicate;
    default:
        return result;
    }
}

/*
 * setp: d = (x ? y) op c and, where there is a second destination, e = !(x ? y) op c. `op` is the
 * boolean operation (0: none), `width` not 0 says that c is negated, immediate that e is there.
 */
static inline int finish_compare(struct warp *warp, const struct instruction *i, uint32_t result) {
    uint32_t predicate = i->op != 0 ? *PREDICATE_ROW(i->c) : 0;
    predicate ^= i->width != 0 ? ALL_LANES : 0;
    if (i->immediate != 0) {
        set_predicate(warp, i->e, logic(i->op, ~result, predicate));
    }
    set_predicate(warp, i->d, logic(i->op, result, predicate));
    return STEP_NEXT;
}

#define VALUE(v)                     (v)
#define COMPARE(NAME, T, EXPRESSION) COMPARE_AS(NAME, T, T, VALUE, EXPRESSION)
#define COMPARE_AS(NAME, T, V, AS, EXPRESSION)                                                     \
    static int setp_##NAME(struct warp *warp, const struct instruction *i) {                       \
        const T *a = ROW(T, i->a), *b = ROW(T, i->b);                                              \
        uint8_t bytes[LANES] __attribute__((aligned(32)));                                         \
        EACH_LANE {                                                                                \
            V x = AS(a[l]), y = AS(b[l]);                                                          \
            bytes[l] = (EXPRESSION) ? 0xFF : 0;                                                    \
        }                                                                                          \
        return finish_compare(warp, i, mask_of_bytes(bytes));                                      \
    }                                                                                              \
    static int set_u32_##NAME(struct warp *warp, const struct instruction *i) {                    \
        uint32_t *d = ROW(uint32_t, i->d);                                                         \
        const T *a = ROW(T, i->a), *b = ROW(T, i->b);                                              \
        LANE_LOOPS(uint32_t, (EXPRESSION) ? UINT32_MAX : 0, V x = AS(a[l]); V y = AS(b[l]))        \
    }                                                                                              \
    static int set_f32_##NAME(struct warp *warp, const struct instruction *i) {                    \
        float *d = ROW(float, i->d);                                                               \
        const T *a = ROW(T, i->a), *b = ROW(T, i->b);                                              \
        LANE_LOOPS(float, (EXPRESSION) ? 1.0f : 0.0f, V x = AS(a[l]); V y = AS(b[l]))              \
    }

/* set to 1.0 in half precision */
#define SET_HALF(NAME, EXPRESSION)                                                                 \
    static int set_f16_##NAME(struct warp *warp, const struct instruction *i) {                    \
        uint16_t *d = ROW(uint16_t, i->d);                                                         \
        const uint16_t *a = ROW(uint16_t, i->a), *b = ROW(uint16_t, i->b);                         \
        LANE_LOOPS(uint16_t, (EXPRESSION) ? 0x3C00 : 0, float x = float_of_half(a[l]);             \
                   float y = float_of_half(b[l]))                                                  \
    }
#define NAN_EITHER (x != x || y != y)
#define ORDERINGS(N, T)                                                                            \
    COMPARE(lt_##N, T, x < y)                                                                      \
    COMPARE(le_##N, T, x <= y)                                                                     \
    COMPARE(gt_##N, T, x > y)                                                                      \
    COMPARE(ge_##N, T, x >= y)
#define EQUALITIES(N, T)                                                                           \
    COMPARE(eq_##N, T, x == y)                                                                     \
    COMPARE(ne_##N, T, x != y)
#define FLOATS(N, T, V, AS)                                                                        \
    COMPARE_AS(lt_##N, T, V, AS, x < y)                                                            \
    COMPARE_AS(le_##N, T, V, AS, x <= y)                                                           \
    COMPARE_AS(gt_##N, T, V, AS, x > y)                                                            \
    COMPARE_AS(ge_##N, T, V, AS, x >= y)                                                           \
    COMPARE_AS(eq_##N, T, V, AS, x == y)                                                           \
    COMPARE_AS(ne_##N, T, V, AS, x<y || x> y)                                                      \
    COMPARE_AS(ltu_##N, T, V, AS, !(x >= y))                                                       \
    COMPARE_AS(leu_##N, T, V, AS, !(x > y))                                                        \
    COMPARE_AS(gtu_##N, T, V, AS, !(x <= y))                                                       \
    COMPARE_AS(geu_##N, T, V, AS, !(x < y))                                                        \
    COMPARE_AS(equ_##N, T, V, AS, x == y || NAN_EITHER)                                            \
    COMPARE_AS(neu_##N, T, V, AS, x != y)                                                          \
    COMPARE_AS(num_##N, T, V, AS, !NAN_EITHER)                                                     \
    COMPARE_AS(nan_##N, T, V, AS, NAN_EITHER)

ORDERINGS(u16, uint16_t)
ORDERINGS(s16, int16_t)
ORDERINGS(u32, uint32_t)
ORDERINGS(s32, int32_t)
ORDERINGS(u64, uint64_t)
ORDERINGS(s64, int64_t)
EQUALITIES(b16, uint16_t)
EQUALITIES(b32, uint32_t)
EQUALITIES(b64, uint64_t)
FLOATS(f32, float, float, VALUE)
FLOATS(f64, double, double, VALUE)
FLOATS(f16, uint16_t, float, float_of_half)
SET_HALF(lt, x < y)
SET_HALF(le, x <= y)
SET_HALF(gt, x > y)
SET_HALF(ge, x >= y)
SET_HALF(eq, x == y)
SET_HALF(ne, x<y || x> y)
SET_HALF(ltu, !(x >= y))
SET_HALF(leu, !(x > y))
SET_HALF(gtu, !(x <= y))
SET_HALF(geu, !(x < y))
SET_HALF(equ, x == y || NAN_EITHER)
SET_HALF(neu, x != y)
SET_HALF(num, !NAN_EITHER)
SET_HALF(nan, NAN_EITHER)

/* testp */
#define TEST(NAME, T, EXPRESSION)                                                                  \
    static int testp_##NAME(struct warp *warp, const struct instruction *i) {                      \
        const T *a = ROW(T, i->a);                                                                 \
        uint8_t bytes[LANES] __attribute__((aligned(32)));                                         \
        EACH_LANE {                                                                                \
            T x = a[l];                                                                            \
            bytes[l] = (EXPRESSION) ? 0xFF : 0;                                                    \
        }                                                                                          \
        set_predicate(warp, i->d, mask_of_bytes(bytes));                                           \
        return STEP_NEXT;                                                                          \
    }
#define TESTS(N, T)                                                                                \
    TEST(finite_##N, T, isfinite(x))                                                               \
    TEST(infinite_##N, T, isinf(x))                                                                \
    TEST(number_##N, T, x == x)                                                                    \
    TEST(notanumber_##N, T, x != x)                                                                \
    TEST(normal_##N, T, isfinite(x) && fpclassify(x) != FP_SUBNORMAL) /* zero as well */           \
    TEST(subnormal_##N, T, fpclassify(x) == FP_SUBNORMAL)
TESTS(f32, float)
TESTS(f64, double)

/* selp d, x, y, p; slct d, x, y, z: x where z >= 0 */
#define SELECT(N, T)                                                                               \
    static int selp_##N(struct warp *warp, const struct instruction *i) {                          \
        T *d = ROW(T, i->d);                                                                       \
        const T *a = ROW(T, i->a), *b = ROW(T, i->b);                                              \
        const uint32_t p = *PREDICATE_ROW(i->c) ^ (i->immediate != 0 ? ALL_LANES : 0);             \
        const int32_t *on = warp->lane;                                                            \
        EACH_LANE {                                                                                \
            T r = p >> l & 1 ? a[l] : b[l];                                                        \
            d[l] = on[l] ? r : d[l];                                                               \
        }                                                                                          \
        return STEP_NEXT;                                                                          \
    }                                                                                              \
    TERNARY(slct_s32_##N, T, T, T, int32_t, z >= 0 ? x : y)                                        \
    TERNARY(slct_f32_##N, T, T, T, float, z >= 0 ? x : y)
SELECT(16, uint16_t)
SELECT(32, uint32_t)
SELECT(64, uint64_t)

/* Logic on predicates; instruction->immediate: bit 0 negates a, bit 1 negates b. */
#define PREDICATE(NAME, EXPRESSION)                                                                \
    static int NAME##_pred(struct warp *warp, const struct instruction *i) {                       \
        uint32_t x = *PREDICATE_ROW(i->a) ^ (i->immediate & 1 ? ALL_LANES : 0);                    \
        uint32_t y = *PREDICATE_ROW(i->b) ^ (i->immediate & 2 ? ALL_LANES : 0);                    \
        (void)y;                                                                                   \
        set_predicate(warp, i->d, EXPRESSION);                                                     \
        return STEP_NEXT;                                                                          \
    }
PREDICATE(and, x &y)
PREDICATE(or, x | y)
PREDICATE(xor, x ^ y)
PREDICATE(not, ~x)
PREDICATE(mov, x)

#define ROWS(C, T, S)                                                                              \
    {"setp." #C "." #T, "p" S, setp_##C##_##T, 0},                                                 \
        {"set." #C ".u32." #T, "4" S, set_u32_##C##_##T, 0},                                       \
        {"set." #C ".s32." #T, "4" S, set_u32_##C##_##T, 0}, {                                     \
        "set." #C ".f32." #T, "4" S, set_f32_##C##_##T, 0                                          \
    }
#define ALIAS(C, ALIASED, T, TYPE, S)                                                              \
    {"setp." #ALIASED "." TYPE, "p" S, setp_##C##_##T, 0},                                         \
        {"set." #ALIASED ".u32." TYPE, "4" S, set_u32_##C##_##T, 0},                               \
        {"set." #ALIASED ".s32." TYPE, "4" S, set_u32_##C##_##T, 0}, {                             \
        "set." #ALIASED ".f32." TYPE, "4" S, set_f32_##C##_##T, 0                                  \
    }
#define ORDER_ROWS(W, S)                                                                           \
    ROWS(lt, u##W, S), ROWS(le, u##W, S), ROWS(gt, u##W, S), ROWS(ge, u##W, S), ROWS(lt, s##W, S), \
        ROWS(le, s##W, S), ROWS(gt, s##W, S), ROWS(ge, s##W, S), ALIAS(lt, lo, u##W, "u" #W, S),   \
        ALIAS(le, ls, u##W, "u" #W, S), ALIAS(gt, hi, u##W, "u" #W, S),                            \
        ALIAS(ge, hs, u##W, "u" #W, S), ALIAS(eq, eq, b##W, "u" #W, S),                            \
        ALIAS(ne, ne, b##W, "u" #W, S), ALIAS(eq, eq, b##W, "s" #W, S),                            \
        ALIAS(ne, ne, b##W, "s" #W, S), ALIAS(eq, eq, b##W, "b" #W, S),                            \
        ALIAS(ne, ne, b##W, "b" #W, S)
#define FLOAT_ROWS(T, S)                                                                           \
    ROWS(lt, T, S), ROWS(le, T, S), ROWS(gt, T, S), ROWS(ge, T, S), ROWS(eq, T, S),                \
        ROWS(ne, T, S), ROWS(ltu, T, S), ROWS(leu, T, S), ROWS(gtu, T, S), ROWS(geu, T, S),        \
        ROWS(equ, T, S), ROWS(neu, T, S), ROWS(num, T, S), ROWS(nan, T, S)
#define HALF_ROW(C)                                                                                \
    { "set." #C ".f16.f16", "222", set_f16_##C, 0 }
#define TEST_ROWS(T, S)                                                                            \
    {"testp.finite." #T, "p" S, testp_finite_##T, 0},                                              \
        {"testp.infinite." #T, "p" S, testp_infinite_##T, 0},                                      \
        {"testp.number." #T, "p" S, testp_number_##T, 0},                                          \
        {"testp.notanumber." #T, "p" S, testp_notanumber_##T, 0},                                  \
        {"testp.normal." #T, "p" S, testp_normal_##T, 0}, {                                        \
        "testp.subnormal." #T, "p" S, testp_subnormal_##T, 0                                       \
    }
#define SELECT_ROWS(T, W, S)                                                                       \
    {"selp." T #W, S "p", selp_##W, 0}, {"slct." T #W ".s32", S "4", slct_s32_##W, 0}, {           \
        "slct." T #W ".f32", S "4", slct_f32_##W, 0                                                \
    }

const struct opcode_row FLAVOUR(compare_opcodes)[] = {
    ORDER_ROWS(16, "22"),
    ORDER_ROWS(32, "44"),
    ORDER_ROWS(64, "88"),
    FLOAT_ROWS(f32, "44"),
    FLOAT_ROWS(f64, "88"),
    FLOAT_ROWS(f16, "22"),
    HALF_ROW(lt),
    HALF_ROW(le),
    HALF_ROW(gt),
    HALF_ROW(ge),
    HALF_ROW(eq),
    HALF_ROW(ne),
    HALF_ROW(ltu),
    HALF_ROW(leu),
    HALF_ROW(gtu),
    HALF_ROW(geu),
    HALF_ROW(equ),
    HALF_ROW(neu),
    HALF_ROW(num),
    HALF_ROW(nan),
    TEST_ROWS(f32, "4"),
    TEST_ROWS(f64, "8"),
    SELECT_ROWS("b", 16, "222"),
    SELECT_ROWS("u", 16, "222"),
    SELECT_ROWS("s", 16, "222"),
    SELECT_ROWS("f", 16, "222"),
    SELECT_ROWS("b", 32, "444"),
    SELECT_ROWS("u", 32, "444"),
    SELECT_ROWS("s", 32, "444"),
    SELECT_ROWS("f", 32, "444"),
    SELECT_ROWS("b", 64, "888"),
    SELECT_ROWS("u", 64, "888"),
    SELECT_ROWS("s", 64, "888"),
    SELECT_ROWS("f", 64, "888"),
    {"and.pred", "ppp", and_pred, 0},
    {"or.pred", "ppp", or_pred, 0},
    {"xor.pred", "ppp", xor_pred, 0},
    {"not.pred", "pp", not_pred, 0},
    {"mov.pred", "pp", mov_pred, 0},
    {NULL, NULL, NULL, 0},
};
