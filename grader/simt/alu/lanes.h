/*
 * lanes.h - how an instruction runs: one expression per lane, over whole rows.
 *
 * Each macro makes a run function of a row of instructions.def, with two loops: over all 32 lanes
 * when no other lane of the warp is alive (nothing to preserve), and one that keeps the rows' old
 * values in inactive lanes. A section's file, alu_*.c, includes this, defines what its rows'
 * results need, includes its section for the functions, then alu_table.h and its section again for
 * the table. Those files are compiled once per instruction set of the host (simt.mk).
 */
#pragma once

#include "flavour.h"
#include "alu_groups.h"
#include "../machine.h"

#include <string.h>

/* The types of the rows: PTX's, b and f16 as the bits they are. */
typedef uint8_t u8;
typedef int8_t s8;
typedef uint16_t u16, b16, f16;
typedef int16_t s16;
typedef uint32_t u32, b32;
typedef int32_t s32;
typedef uint64_t u64, b64;
typedef int64_t s64;
typedef float f32;
typedef double f64;
__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 s128;

/* A product with this is flushed when subnormals are; a plain 1 would be optimised away. */
extern const float simt_one;

#define ROW(T, offset) ((T *)__builtin_assume_aligned(warp->registers + (offset), ROW_ALIGN))
#define EACH_LANE      _Pragma("GCC ivdep") for (int l = 0; l < RUN_LANES; l++)

#define LANE_LOOPS(D, EXPRESSION, ...)                                                             \
    if (RUN_LANES == 1 || warp->whole) {                                                           \
        EACH_LANE {                                                                                \
            __VA_ARGS__;                                                                           \
            d[l] = (D)(EXPRESSION);                                                                \
        }                                                                                          \
    } else {                                                                                       \
        const int32_t *on = warp->lane;                                                            \
        EACH_LANE {                                                                                \
            __VA_ARGS__;                                                                           \
            D r = (D)(EXPRESSION);                                                                 \
            d[l] = on[l] ? r : d[l];                                                               \
        }                                                                                          \
    }                                                                                              \
    return STEP_NEXT;

/* NOLINTBEGIN(bugprone-macro-parentheses): types cannot be in parentheses */
/* A run function, and the widths of its operands as struct opcode_row has them. */
#define WIDTH(T) ((char)('0' + sizeof(T)))
#define RUN(NAME, ...)                                                                             \
    static const char shape_##NAME[] = {__VA_ARGS__, '\0'};                                        \
    static int run_##NAME(struct warp *warp, const struct instruction *i)

/* d = f(x), f(x, y), …; D, A, B, C, E are the rows' lane types. */
#define UNARY(NAME, D, A, RESULT)                                                                  \
    RUN(NAME, WIDTH(D), WIDTH(A)) {                                                                \
        D *d = ROW(D, i->d);                                                                       \
        const A *a = ROW(A, i->a);                                                                 \
        LANE_LOOPS(D, RESULT, A x = a[l])                                                          \
    }
#define BINARY(NAME, D, A, B, RESULT)                                                              \
    RUN(NAME, WIDTH(D), WIDTH(A), WIDTH(B)) {                                                      \
        D *d = ROW(D, i->d);                                                                       \
        const A *a = ROW(A, i->a);                                                                 \
        const B *b = ROW(B, i->b);                                                                 \
        LANE_LOOPS(D, RESULT, A x = a[l]; B y = b[l])                                              \
    }
#define TERNARY_OF(D, A, B, C, RESULT)                                                             \
    D *d = ROW(D, i->d);                                                                           \
    const A *a = ROW(A, i->a);                                                                     \
    const B *b = ROW(B, i->b);                                                                     \
    const C *c = ROW(C, i->c);                                                                     \
    LANE_LOOPS(D, RESULT, A x = a[l]; B y = b[l]; C z = c[l])
#define TERNARY(NAME, D, A, B, C, RESULT)                                                          \
    RUN(NAME, WIDTH(D), WIDTH(A), WIDTH(B), WIDTH(C)) {                                            \
        TERNARY_OF(D, A, B, C, RESULT)                                                             \
    }
/* The same with a constant as the last operand: i->immediate. */
#define TERNARY_IMMEDIATE(NAME, D, A, B, C, RESULT)                                                \
    RUN(NAME, WIDTH(D), WIDTH(A), WIDTH(B), WIDTH(C), 'i') {                                       \
        TERNARY_OF(D, A, B, C, RESULT)                                                             \
    }
/* The fourth source is row e. */
#define QUATERNARY(NAME, D, A, B, C, E, RESULT)                                                    \
    RUN(NAME, WIDTH(D), WIDTH(A), WIDTH(B), WIDTH(C), WIDTH(E)) {                                  \
        D *d = ROW(D, i->d);                                                                       \
        const A *a = ROW(A, i->a);                                                                 \
        const B *b = ROW(B, i->b);                                                                 \
        const C *c = ROW(C, i->c);                                                                 \
        const E *e = ROW(E, i->e);                                                                 \
        LANE_LOOPS(D, RESULT, A x = a[l]; B y = b[l]; C z = c[l]; E w = e[l])                      \
    }
/* BINARY of rows of T whose lanes are read AS something else, of type V. */
#define BINARY_AS(NAME, D, T, V, AS, RESULT)                                                       \
    RUN(NAME, WIDTH(D), WIDTH(T), WIDTH(T)) {                                                      \
        D *d = ROW(D, i->d);                                                                       \
        const T *a = ROW(T, i->a), *b = ROW(T, i->b);                                              \
        LANE_LOOPS(D, RESULT, V x = AS(a[l]); V y = AS(b[l]))                                      \
    }
#define ALIAS(NAME, OTHER)
/* NOLINTEND(bugprone-macro-parentheses) */

/* The lanes' truth, -1 or 0, as integers as wide as what is compared: no lane changes its place. */
#define TRUTH(T)                                                                                   \
    __typeof__(_Generic((T)0, u64                                                                  \
                        : (s64)0, s64                                                              \
                        : (s64)0, f64                                                              \
                        : (s64)0, u32                                                              \
                        : (s32)0, s32                                                              \
                        : (s32)0, f32                                                              \
                        : (s32)0, u16                                                              \
                        : (s16)0, s16                                                              \
                        : (s16)0))

/* A mask of the lanes whose truth is -1: its bits are their top bits. */
static inline uint32_t mask_of(const void *truth, size_t width) {
    uint32_t mask = 0;
#ifdef SINGLE_LANE
    memcpy(&mask, truth, width < sizeof mask ? width : sizeof mask);
    return mask & 1;
#elif defined __AVX2__
    typedef char bytes __attribute__((vector_size(32)));
    typedef short shorts __attribute__((vector_size(32)));
    typedef long long longs __attribute__((vector_size(32)));
    typedef float floats __attribute__((vector_size(32)));
    typedef double doubles __attribute__((vector_size(32)));
    const floats *words = truth;
    const doubles *wide = truth;
    const shorts *narrow = truth;
    if (width == 8) {
        for (int v = 0; v < 8; v++) {
            mask |= (uint32_t)__builtin_ia32_movmskpd256(wide[v]) << 4 * v;
        }
        return mask;
    }
    if (width == 4) {
        for (int v = 0; v < 4; v++) {
            mask |= (uint32_t)__builtin_ia32_movmskps256(words[v]) << 8 * v;
        }
        return mask;
    }
    longs packed = (longs)__builtin_ia32_packsswb256(narrow[0], narrow[1]);
    return (uint32_t)__builtin_ia32_pmovmskb256(
        (bytes)__builtin_shuffle(packed, (longs){0, 2, 1, 3}));
#else
    const unsigned char *bytes = truth;
    for (size_t l = 0; l < LANES; l++) {
        mask |= (uint32_t)(bytes[l * width] & 1) << l;
    }
    return mask;
#endif
}

/* A predicate is 4 bytes: packed closer than other rows. */
#define PREDICATE_ROW(offset) ((uint32_t *)(void *)(warp->registers + (offset)))

/* Writes a predicate row: inactive lanes keep their bit. */
static inline void set_predicate(struct warp *warp, uint32_t row, uint32_t value) {
    uint32_t *d = PREDICATE_ROW(row);
    *d = (value & warp->mask) | (*d & ~warp->mask);
}
