/*
 * Floating-point arithmetic, section FLOATS of instructions.def, in round-to-nearest; other modes
 * are set around these (run_in_mode).
 *
 * NaNs are the hardware's: single precision gives 0x7FFFFFFF whatever came in; double precision
 * hands on a NaN's payload, that of the last operand first, and does not change its sign. The
 * .approx functions, whose last bits CUDA leaves open, are computed in double and rounded once.
 */
#include "half.h"
#include "lanes.h"

#include <math.h>

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

#define NAN_OF(v) ((v) + (v)) /* made quiet */

/* Minimum and maximum: a NaN loses against a number, -0 is below +0. */
#define EXTREME(NAME, T, LESS, OF, BITS, SIGNS, QUIET)                                             \
    static inline T NAME(T x, T y) {                                                               \
        T zero = OF(BITS(x) SIGNS BITS(y));                                                        \
        T number = x LESS y ? x : y LESS x ? y : zero;                                             \
        return x != x || y != y ? QUIET(x != x ? y : x) : number;                                  \
    }
EXTREME(min32, float, <, float_of, bits_of, |, quiet)
EXTREME(max32, float, >, float_of, bits_of, &, quiet)
EXTREME(min64, double, <, double_of, bits_of_double, |, )
EXTREME(max64, double, >, double_of, bits_of_double, &, )

/* Half precision, and bfloat16 over conversions of its own: sums and products are exact in float,
 * sums of products in double. */
#define HALF_OF(x) half_of_double((double)(x))
#define SHORT_FLOATS(S, WIDE, SHORT, OF_DOUBLE, INFINITE)                                          \
    static inline uint16_t add##S(uint16_t x, uint16_t y) {                                        \
        return SHORT(WIDE(x) + WIDE(y));                                                           \
    }                                                                                              \
    static inline uint16_t sub##S(uint16_t x, uint16_t y) {                                        \
        return SHORT(WIDE(x) - WIDE(y));                                                           \
    }                                                                                              \
    static inline uint16_t mul##S(uint16_t x, uint16_t y) {                                        \
        return SHORT(WIDE(x) * WIDE(y));                                                           \
    }                                                                                              \
    static inline uint16_t fma##S(uint16_t x, uint16_t y, uint16_t z) {                            \
        return OF_DOUBLE(sum_to_odd((double)WIDE(x) * (double)WIDE(y), (double)WIDE(z)));          \
    }                                                                                              \
    static inline uint16_t min##S(uint16_t x, uint16_t y) {                                        \
        return SHORT(min32(WIDE(x), WIDE(y)));                                                     \
    }                                                                                              \
    static inline uint16_t max##S(uint16_t x, uint16_t y) {                                        \
        return SHORT(max32(WIDE(x), WIDE(y)));                                                     \
    }                                                                                              \
    static inline uint16_t neg##S(uint16_t x) {                                                    \
        return (x & 0x7FFF) > (INFINITE) ? 0x7FFF : x ^ 0x8000;                                    \
    }                                                                                              \
    static inline uint16_t abs##S(uint16_t x) {                                                    \
        return (x & 0x7FFF) > (INFINITE) ? 0x7FFF : x & 0x7FFF;                                    \
    }
SHORT_FLOATS(16, float_of_half, HALF_OF, half_of_double, 0x7C00)
SHORT_FLOATS(b, float_of_brain, brain_of_float, brain_of_double, 0x7F80)

/* .sat: to [0, 1], NaN to 0 (instruction->clamped) */
#define CLAMP(NAME, T)                                                                             \
    RUN(NAME, WIDTH(T)) {                                                                          \
        i->clamped(warp, i);                                                                       \
        T *d = ROW(T, i->d);                                                                       \
        const s32 *on = warp->lane;                                                                \
        EACH_LANE {                                                                                \
            T r = d[l] > 0 ? (d[l] < 1 ? d[l] : 1) : 0;                                            \
            d[l] = on[l] ? r : d[l];                                                               \
        }                                                                                          \
        return STEP_NEXT;                                                                          \
    }

#define FLOATS
#include "../instructions.def"
#include "alu_table.h"

const struct opcode_row FLAVOUR(float_opcodes)[] = {
// NOLINTNEXTLINE(readability-duplicate-include): as a table now
#include "../instructions.def"
    {NULL, NULL, NULL},
};
