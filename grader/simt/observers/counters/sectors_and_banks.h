/*
 * sectors_and_banks.h - how much memory traffic one warp instruction makes: sectors of global
 * memory and wavefronts of shared memory. Pure functions of addresses.
 */
#pragma once

#include "../../observe.h"

/* The access of the lanes in `mask`, `size` bytes each (1, 2, 4, 8 or 16). */
struct traffic {
    const uint64_t *address; /* [32] */
    uint32_t mask;
    unsigned size;
    enum simt_pattern pattern;
    bool store; /* else a load */
};

static inline struct traffic traffic_of(const struct simt_access *access) {
    return (struct traffic){access->address, access->mask, access->size, access->pattern,
                            access->kind == SIMT_STORE};
}

/* Distinct 32-byte sectors. */
unsigned traffic_sectors(const struct traffic *traffic);

/* The sectors that an atomic in global memory costs: nearly the sum over sectors of the most lanes
 * that meet on one address; *serialised gets the lanes beyond the first on each address. */
unsigned traffic_atomic_sectors(const struct traffic *traffic, unsigned *serialised);

/* The same, for lanes anywhere, pass by pass as the hardware goes. */
unsigned traffic_atomic_passes(const struct traffic *traffic);

/* Wavefronts of a shared load or store; *ideal gets what it would cost without bank conflicts. */
unsigned traffic_wavefronts(const struct traffic *traffic, unsigned *ideal);

/* Different words that the lanes in `mask` ask of one bank, at most. */
unsigned traffic_deepest(const struct traffic *traffic, uint32_t mask);

/* Wavefronts of a shared atomic; with `increment` (every lane adds 1) lanes on one word are
 * counted together by the hardware. */
unsigned traffic_atomic_wavefronts(const struct traffic *traffic, bool increment,
                                   unsigned *serialised);
