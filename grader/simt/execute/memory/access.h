/* access.h - what accesses of every kind share (access.c, run_access.c, resolve.c). */
#pragma once

#include "../claims.h"

/* Moves the active lanes' data; returns the lanes that stored. */
uint32_t access_move(struct warp *warp, const struct instruction *i, uintptr_t host,
                     const uint64_t *address, enum simt_pattern pattern);

/* An atomic operation of the active lanes, lowest first, or highest first in SIMT_REVERSE; returns
 * the lanes that stored. */
uint32_t access_update(struct warp *warp, const struct instruction *i, uintptr_t host,
                       const uint64_t *address);

/* access_move, inlined: `kind` is memory->kind, where it is known beforehand the compiler leaves
 * out what is not asked. */
static inline __attribute__((always_inline)) uint32_t
access_move_lanes(struct warp *warp, const struct instruction *i, uintptr_t host,
                  const uint64_t *address, enum simt_pattern pattern, enum simt_access_kind kind) {
    const struct memory_details *memory = i->memory;
    if (kind != SIMT_LOAD && kind != SIMT_STORE) {
        warp->turns += (uint64_t)__builtin_popcount(warp->mask & (warp->mask - 1));
        return access_update(warp, i, host, address);
    }
    if (kind == SIMT_STORE) {
        warp->progressed = true;
        warp->clock_reads = 0;
    } else {
        warp->waits += memory->order != SIMT_WEAK;
    }
    if (memory->elements == 1) { /* the usual one */
        memory->move(warp, warp->registers + memory->rows[0], host, address, pattern);
        return warp->mask;
    }
    for (uint32_t e = 0; e < memory->elements; e++) {
        memory->move(warp, warp->registers + memory->rows[e], host + e * memory->size, address,
                     pattern == SIMT_ROW ? SIMT_SCATTERED : pattern);
    }
    return warp->mask;
}

/* Like access_move, for an access to a region of global memory; *wrote: the lanes that stored.
 * False: it is refused, beside other blocks. */
bool access_global(struct warp *warp, const struct instruction *i, uint32_t region, uintptr_t host,
                   const uint64_t *address, enum simt_pattern pattern, uint32_t *wrote);

static inline __attribute__((always_inline)) bool
access_move_global(struct warp *warp, const struct instruction *i, uint32_t region, uintptr_t host,
                   const uint64_t *address, enum simt_pattern pattern, enum simt_access_kind kind,
                   uint32_t *wrote) {
    if (__builtin_expect(warp->machine->claimer != NULL, 0)) {
        const enum claim claim = claim_access(warp, i, region, host, address, pattern);
        if (claim != CLAIM_GRANTED) {
            warp->turns += (uint64_t)__builtin_popcount(warp->mask & (warp->mask - 1));
            *wrote = warp->mask;
            return claim == CLAIM_PUT_OFF;
        }
    }
    *wrote = access_move_lanes(warp, i, host, address, pattern, kind);
    return true;
}

/* Tells observers of an access by the active lanes. regions: each lane's, or NULL: `region`. */
void access_tell(struct warp *warp, const struct instruction *i, enum simt_space space,
                 const uint64_t *address, enum simt_pattern pattern, uint32_t region,
                 const uint32_t *regions, uint32_t wrote);

/* Looks at each active lane, carries the access out, and remembers an array in the instruction's
 * bounds where all lanes are in one. STEP_NEXT, or STEP_FAULT. */
int access_resolve(struct warp *warp, const struct instruction *i, const uint64_t *address);
