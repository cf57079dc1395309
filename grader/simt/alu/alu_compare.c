/* Comparisons, predicates, selection: section COMPARES of instructions.def. A predicate row is one
 * mask of 32 bits. */
#include "half.h"
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
/* Part of each function that uses it: gcc leaves out vzeroupper before a jump to a function that it
 * knows, and old SSE code after it then takes a hundred times as long. */
static inline __attribute__((always_inline)) int
finish_compare(struct warp *warp, const struct instruction *i, uint32_t result) {
    uint32_t predicate = i->op != 0 ? *PREDICATE_ROW(i->c) : 0;
    predicate ^= i->width != 0 ? ALL_LANES : 0;
    if (i->immediate != 0) {
        set_predicate(warp, i->e, logic(i->op, ~result, predicate));
    }
    set_predicate(warp, i->d, logic(i->op, result, predicate));
    return STEP_NEXT;
}

#define SETP(NAME, T, V, AS, RESULT)                                                               \
    RUN(NAME, 'p', WIDTH(T), WIDTH(T)) {                                                           \
        const T *a = ROW(T, i->a), *b = ROW(T, i->b);                                              \
        TRUTH(V) truth[LANES] __attribute__((aligned(32)));                                        \
        EACH_LANE {                                                                                \
            V x = AS(a[l]), y = AS(b[l]);                                                          \
            truth[l] = (RESULT) ? -1 : 0;                                                          \
        }                                                                                          \
        return finish_compare(warp, i, mask_of(truth, sizeof *truth));                             \
    }
#define TEST(NAME, T, RESULT)                                                                      \
    RUN(NAME, 'p', WIDTH(T)) {                                                                     \
        const T *a = ROW(T, i->a);                                                                 \
        TRUTH(T) truth[LANES] __attribute__((aligned(32)));                                        \
        EACH_LANE {                                                                                \
            T x = a[l];                                                                            \
            truth[l] = (RESULT) ? -1 : 0;                                                          \
        }                                                                                          \
        set_predicate(warp, i->d, mask_of(truth, sizeof *truth));                                  \
        return STEP_NEXT;                                                                          \
    }
#define SELECT(NAME, T)                                                                            \
    RUN(NAME, WIDTH(T), WIDTH(T), WIDTH(T), 'p') {                                                 \
        T *d = ROW(T, i->d);                                                                       \
        const T *a = ROW(T, i->a), *b = ROW(T, i->b);                                              \
        const u32 p = *PREDICATE_ROW(i->c) ^ (i->immediate != 0 ? ALL_LANES : 0);                  \
        const s32 *on = warp->lane;                                                                \
        EACH_LANE {                                                                                \
            T r = p >> l & 1 ? a[l] : b[l];                                                        \
            d[l] = on[l] ? r : d[l];                                                               \
        }                                                                                          \
        return STEP_NEXT;                                                                          \
    }
/* Logic on predicates; instruction->immediate: bit 0 negates a, bit 1 negates b. */
#define LOGIC_1(NAME, RESULT)                                                                      \
    RUN(NAME, 'p', 'p') {                                                                          \
        u32 x = *PREDICATE_ROW(i->a) ^ (i->immediate & 1 ? ALL_LANES : 0);                         \
        set_predicate(warp, i->d, RESULT);                                                         \
        return STEP_NEXT;                                                                          \
    }
#define LOGIC_2(NAME, RESULT)                                                                      \
    RUN(NAME, 'p', 'p', 'p') {                                                                     \
        u32 x = *PREDICATE_ROW(i->a) ^ (i->immediate & 1 ? ALL_LANES : 0);                         \
        u32 y = *PREDICATE_ROW(i->b) ^ (i->immediate & 2 ? ALL_LANES : 0);                         \
        set_predicate(warp, i->d, RESULT);                                                         \
        return STEP_NEXT;                                                                          \
    }

#define COMPARES
#include "../instructions.def"
#include "alu_table.h"

const struct opcode_row FLAVOUR(compare_opcodes)[] = {
// NOLINTNEXTLINE(readability-duplicate-include): as a table now
#include "../instructions.def"
    {NULL, NULL, NULL},
};
