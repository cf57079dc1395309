/* sector_set.h - sectors that were seen: bits of a hash, so that now and then one is taken for seen
 * that was not. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct sector_set {
    uint8_t *bits;
    uint32_t shift; /* of a 32-bit hash, to the number of a bit */
};

/* Room for about `sectors` of them: 256 bits for each, 2^most bits at most. False without memory;
 * sector_set_close frees it in every case. */
static inline bool sector_set_open(struct sector_set *set, double sectors, uint32_t most) {
    uint32_t bits = 12;
    while (bits < most && (double)(UINT64_C(1) << bits) < 256 * sectors) {
        bits++;
    }
    set->shift = 32 - bits;
    set->bits = calloc((size_t)1 << (bits - 3), 1);
    return set->bits != NULL;
}

static inline void sector_set_close(struct sector_set *set) {
    free(set->bits);
}

/* True if it was not there. */
static inline bool sector_set_add(struct sector_set *set, uint32_t sector) {
    const uint32_t bit = (sector * UINT32_C(0x9E3779B1)) >> set->shift;
    const bool first = !(set->bits[bit / 8] >> bit % 8 & 1);
    set->bits[bit / 8] |= (uint8_t)(1u << bit % 8);
    return first;
}
