/* The SIMD-in-a-word functions: four bytes or two halves of a word, each by itself. */
#include "libdevice.h"

/* Lane `at` of `bits` bits, with and without its sign. */
HELPER int signed_lane(u32 word, int at, int bits) { return (int)(word << (32 - bits - at)) >> (32 - bits); }
HELPER int unsigned_lane(u32 word, int at, int bits) { return (int)(word << (32 - bits - at) >> (32 - bits)); }
HELPER int within(int value, int low, int high) { return value < low ? low : value > high ? high : value; }
HELPER int distance(int a, int b) { return a > b ? a - b : b - a; }

/* LANE is signed_lane or unsigned_lane; HOW an expression of x, y and BITS. */
#define WORD_FUNCTION(NAME, BITS, LANE, HOW)                                                                           \
    DEVICE int __nv_##NAME(int a, int b) {                                                                             \
        u32 word = 0;                                                                                                  \
        for (int at = 0; at < 32; at += BITS) {                                                                        \
            int x = LANE((u32)a, at, BITS), y = LANE((u32)b, at, BITS);                                                \
            (void)y;                                                                                                   \
            word |= ((u32)(HOW) & ((1u << BITS) - 1)) << at;                                                           \
        }                                                                                                              \
        return (int)word;                                                                                              \
    }
#define WORD_SUM(NAME, BITS, LANE)                                                                                     \
    DEVICE int __nv_##NAME(int a, int b) {                                                                             \
        int sum = 0;                                                                                                   \
        for (int at = 0; at < 32; at += BITS)                                                                          \
            sum += distance(LANE((u32)a, at, BITS), LANE((u32)b, at, BITS));                                           \
        return sum;                                                                                                    \
    }
#define OF_ONE(NAME, INNER)                                                                                            \
    DEVICE int __nv_##NAME(int a) { return INNER(a, 0); }

#define COMPARISON(COUNT, BITS, NAME, LANE, OPERATOR)                                                                  \
    WORD_FUNCTION(vset##NAME##COUNT, BITS, LANE, x OPERATOR y ? 1 : 0)                                                 \
    WORD_FUNCTION(vcmp##NAME##COUNT, BITS, LANE, x OPERATOR y ? -1 : 0)

#define LANES(COUNT, BITS)                                                                                             \
    WORD_FUNCTION(vadd##COUNT, BITS, unsigned_lane, x + y)                                                             \
    WORD_FUNCTION(vsub##COUNT, BITS, unsigned_lane, x - y)                                                             \
    WORD_FUNCTION(vaddss##COUNT, BITS, signed_lane, within(x + y, -(1 << (BITS - 1)), (1 << (BITS - 1)) - 1))          \
    WORD_FUNCTION(vsubss##COUNT, BITS, signed_lane, within(x - y, -(1 << (BITS - 1)), (1 << (BITS - 1)) - 1))          \
    WORD_FUNCTION(vaddus##COUNT, BITS, unsigned_lane, within(x + y, 0, (1 << BITS) - 1))                               \
    WORD_FUNCTION(vsubus##COUNT, BITS, unsigned_lane, within(x - y, 0, (1 << BITS) - 1))                               \
    WORD_FUNCTION(vavgs##COUNT, BITS, signed_lane, (x + y + (x + y >= 0)) >> 1)                                        \
    WORD_FUNCTION(vavgu##COUNT, BITS, unsigned_lane, (x + y + 1) >> 1)                                                 \
    WORD_FUNCTION(vhaddu##COUNT, BITS, unsigned_lane, (x + y) >> 1)                                                    \
    WORD_FUNCTION(vmins##COUNT, BITS, signed_lane, x < y ? x : y)                                                      \
    WORD_FUNCTION(vmaxs##COUNT, BITS, signed_lane, x > y ? x : y)                                                      \
    WORD_FUNCTION(vminu##COUNT, BITS, unsigned_lane, x < y ? x : y)                                                    \
    WORD_FUNCTION(vmaxu##COUNT, BITS, unsigned_lane, x > y ? x : y)                                                    \
    WORD_FUNCTION(vabsdiffs##COUNT, BITS, signed_lane, distance(x, y))                                                 \
    WORD_FUNCTION(vabsdiffu##COUNT, BITS, unsigned_lane, distance(x, y))                                               \
    WORD_FUNCTION(lane_abs##COUNT, BITS, signed_lane, distance(x, 0))                                                  \
    WORD_FUNCTION(lane_absss##COUNT, BITS, signed_lane, within(distance(x, 0), 0, (1 << (BITS - 1)) - 1))              \
    WORD_FUNCTION(lane_neg##COUNT, BITS, signed_lane, -x)                                                              \
    WORD_FUNCTION(lane_negss##COUNT, BITS, signed_lane, within(-x, -(1 << (BITS - 1)), (1 << (BITS - 1)) - 1))         \
    OF_ONE(vabs##COUNT, __nv_lane_abs##COUNT)                                                                          \
    OF_ONE(vabsss##COUNT, __nv_lane_absss##COUNT)                                                                      \
    OF_ONE(vneg##COUNT, __nv_lane_neg##COUNT)                                                                          \
    OF_ONE(vnegss##COUNT, __nv_lane_negss##COUNT)                                                                      \
    WORD_SUM(vsads##COUNT, BITS, signed_lane)                                                                          \
    WORD_SUM(vsadu##COUNT, BITS, unsigned_lane)                                                                        \
    COMPARISON(COUNT, BITS, eq, unsigned_lane, ==)                                                                     \
    COMPARISON(COUNT, BITS, ne, unsigned_lane, !=)                                                                     \
    COMPARISON(COUNT, BITS, ges, signed_lane, >=)                                                                      \
    COMPARISON(COUNT, BITS, geu, unsigned_lane, >=)                                                                    \
    COMPARISON(COUNT, BITS, gts, signed_lane, >)                                                                       \
    COMPARISON(COUNT, BITS, gtu, unsigned_lane, >)                                                                     \
    COMPARISON(COUNT, BITS, les, signed_lane, <=)                                                                      \
    COMPARISON(COUNT, BITS, leu, unsigned_lane, <=)                                                                    \
    COMPARISON(COUNT, BITS, lts, signed_lane, <)                                                                       \
    COMPARISON(COUNT, BITS, ltu, unsigned_lane, <)
LANES(2, 16)
LANES(4, 8)
