/*
 * atomic_contention.h - where the atomics of a launch meet: how many operations there are on each
 * word of global memory.
 */
#pragma once

#include "../../hash.h"

#include <stdbool.h>
#include <stdint.h>

struct meetings {
    struct hash words, swaps; /* the latter that stored */
    uint64_t operations;
};

/* Forgets everything: before a launch, and at the end. At first all is zero. */
void meetings_clear(struct meetings *meetings);

/* Atomic operations at the words of the lanes in `mask`; `together`: they are one there. */
void meetings_add(struct meetings *meetings, const uint64_t *address, uint32_t mask, bool together);

/* Compare-and-swaps of the lanes in `mask` have stored: one after the other, where words meet. */
void meetings_swap(struct meetings *meetings, const uint64_t *address, uint32_t mask);

struct meetings_sums {
    uint64_t operations;      /* lane by lane */
    uint64_t most_at_address; /* of these */
    uint64_t most_swaps;      /* that stored at one address */
    uint64_t most_in_chunk;   /* which one slice of L2 holds, … */
    uint64_t chunk_address;   /* … and the most at one of its addresses */
};
struct meetings_sums meetings_sum(const struct meetings *meetings);
