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
