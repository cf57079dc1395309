/* Conversions: section CONVERSIONS of instructions.def. */
#include "half.h"
#include "lanes.h"

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

/* Rounded, clamped to the type's range; END is 2^bits, exact. What a NaN becomes is as the hardware
 * has it: the sign bit alone from a double or to 64 bits, else 0. */
#define rni(x) __builtin_choose_expr(sizeof(x) == 4, __builtin_rintf(x), __builtin_rint(x))
#define rzi(x) __builtin_choose_expr(sizeof(x) == 4, __builtin_truncf(x), __builtin_trunc(x))
#define rmi(x) __builtin_choose_expr(sizeof(x) == 4, __builtin_floorf(x), __builtin_floor(x))
#define rpi(x) __builtin_choose_expr(sizeof(x) == 4, __builtin_ceilf(x), __builtin_ceil(x))
#define NAN_INTEGER(D, A)                                                                          \
    (sizeof(A) == 8 || sizeof(D) == 8 ? (D)(UINT64_C(1) << (sizeof(D) * 8 - 1)) : (D)0)
#define TO_INTEGER(D, A, ROUND, LEAST, END, MOST)                                                  \
    x != x                         ? NAN_INTEGER(D, A)                                             \
    : (x = ROUND(x)) <= (A)(LEAST) ? (D)(LEAST)                                                    \
    : x >= (A)(END)                ? (D)(MOST)                                                     \
                                   : (D)x

#define CONVERSIONS
#include "../instructions.def"
#include "alu_table.h"

const struct opcode_row FLAVOUR(conversion_opcodes)[] = {
// NOLINTNEXTLINE(readability-duplicate-include): as a table now
#include "../instructions.def"
    {NULL, NULL, NULL},
};
