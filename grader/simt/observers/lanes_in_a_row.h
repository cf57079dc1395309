/* Lanes side by side: the usual access, told apart because it needs no search. */
#pragma once

#include "../observe.h"

/* Without an instruction for it a count is a call: most often all lanes are there. */
static inline unsigned count_lanes(uint32_t mask) {
    return mask == UINT32_MAX ? 32 : (unsigned)__builtin_popcount(mask);
}

/* How many lanes there are, if those of `mask` are neighbours and so are their addresses, `size`
 * bytes apart; else 0. A single lane is a row of 1. */
static inline unsigned lanes_in_a_row(const uint64_t address[32], uint32_t mask, unsigned size) {
    unsigned first = (unsigned)__builtin_ctz(mask);
    uint32_t shifted = mask >> first;
    if (shifted & (shifted + 1)) {
        return 0;
    }
    unsigned lanes = shifted == UINT32_MAX ? 32 : (unsigned)__builtin_ctz(~shifted);
    uint64_t expected = address[first], strayed = 0;
    for (unsigned i = 0; i < lanes; i++, expected += size) {
        strayed |= address[first + i] ^ expected;
    }
    return strayed ? 0 : lanes;
}

/* The same, where the pattern may be known. */
static inline unsigned lanes_in_a_known_row(enum simt_pattern pattern, const uint64_t address[32],
                                            uint32_t mask, unsigned size) {
    return pattern == SIMT_UNKNOWN ? lanes_in_a_row(address, mask, size)
           : pattern == SIMT_ROW   ? count_lanes(mask)
                                   : 0;
}

/* From the lowest to the highest of a whole warp's addresses, and how far apart they are, where the
 * pattern is SIMT_STEPS. */
struct reach {
    uint64_t first, last, step;
};

static inline struct reach reach_of_steps(const uint64_t address[32]) {
    const uint64_t start = address[0], end = address[31];
    return start < end ? (struct reach){start, end, address[1] - start}
                       : (struct reach){end, start, start - address[1]};
}

/* gcc before 12 cannot choose between processors by "arch=". */
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && __GNUC__ >= 12
#define VECTORS __attribute__((target_clones("default", "avx2", "arch=x86-64-v4")))
#else
#define VECTORS
#endif
