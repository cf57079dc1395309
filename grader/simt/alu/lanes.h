/*
 * lanes.h - how an instruction is written: one expression per lane, over whole rows.
 *
 * Each macro makes a run function with two loops: over all 32 lanes when no other lane of the warp
 * is alive (nothing to preserve), and one that keeps the rows' old values in inactive lanes. Files
 * that include this are compiled once per instruction set (simt.mk): FLAVOUR(x) names the copy.
 */
#ifndef LOCKSTEP_SIMT_LANES_H
#define LOCKSTEP_SIMT_LANES_H

#include "half.h"
#include "../machine.h"
#include "opcodes.h"

#define ROW(T, offset) ((T *)__builtin_assume_aligned(warp->registers + (offset), ROW_ALIGN))
/* OpenMP's threads are warps with one lane: a copy of all of this works on lane 0 alone. */
#ifdef SINGLE_LANE
enum { RUN_LANES = 1 };
#else
enum { RUN_LANES = LANES };
#endif
#define EACH_LANE _Pragma("GCC ivdep") for (int l = 0; l < RUN_LANES; l++)

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
/* d = f(x), f(x, y), f(x, y, z); D, A, B, C are the rows' lane types. */
#define UNARY(NAME, D, A, EXPRESSION)                                                              \
    static int NAME(struct warp *warp, const struct instruction *i) {                              \
        D *d = ROW(D, i->d);                                                                       \
        const A *a = ROW(A, i->a);                                                                 \
        LANE_LOOPS(D, EXPRESSION, A x = a[l])                                                      \
    }
#define BINARY(NAME, D, A, B, EXPRESSION)                                                          \
    static int NAME(struct warp *warp, const struct instruction *i) {                              \
        D *d = ROW(D, i->d);                                                                       \
        const A *a = ROW(A, i->a);                                                                 \
        const B *b = ROW(B, i->b);                                                                 \
        LANE_LOOPS(D, EXPRESSION, A x = a[l]; B y = b[l])                                          \
    }
#define TERNARY(NAME, D, A, B, C, EXPRESSION)                                                      \
    static int NAME(struct warp *warp, const struct instruction *i) {                              \
        D *d = ROW(D, i->d);                                                                       \
        const A *a = ROW(A, i->a);                                                                 \
        const B *b = ROW(B, i->b);                                                                 \
        const C *c = ROW(C, i->c);                                                                 \
        LANE_LOOPS(D, EXPRESSION, A x = a[l]; B y = b[l]; C z = c[l])                              \
    }
/* NOLINTEND(bugprone-macro-parentheses) */

/* The bits l of a mask from 32 bytes that are 0 or 255. */
static inline uint32_t mask_of_bytes(const uint8_t *bytes) {
#ifdef SINGLE_LANE
    return bytes[0] & 1;
#elif defined __SSE2__
    typedef char vector16 __attribute__((vector_size(16)));
    const vector16 *halves = (const vector16 *)bytes;
    return (uint32_t)__builtin_ia32_pmovmskb128(halves[0]) |
           (uint32_t)__builtin_ia32_pmovmskb128(halves[1]) << 16;
#else
    uint32_t mask = 0;
    for (int l = 0; l < LANES; l++) {
        mask |= (uint32_t)(bytes[l] & 1) << l;
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

#endif
