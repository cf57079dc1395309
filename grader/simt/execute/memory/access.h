/* access.h - what accesses of every kind share (access.c, resolve.c). */
#ifndef LOCKSTEP_SIMT_ACCESS_H
#define LOCKSTEP_SIMT_ACCESS_H

#include "../../machine.h"

/* Moves the active lanes' data; returns the lanes that stored. */
uint32_t access_move(struct warp *warp, const struct instruction *i, uintptr_t host,
                     const uint64_t *address, enum simt_pattern pattern);

/* An atomic operation of the active lanes, lowest first, or highest first in SIMT_REVERSE; returns
 * the lanes that stored. */
uint32_t access_update(struct warp *warp, const struct instruction *i, uintptr_t host,
                       const uint64_t *address);

/* Like access_move, for an access to a region of global memory; *wrote: the lanes that stored.
 * False: it is refused, beside other blocks. */
bool access_global(struct warp *warp, const struct instruction *i, uint32_t region, uintptr_t host,
                   const uint64_t *address, enum simt_pattern pattern, uint32_t *wrote);

/* Tells observers of an access by the active lanes. regions: each lane's, or NULL: `region`. */
void access_tell(struct warp *warp, const struct instruction *i, enum simt_space space,
                 const uint64_t *address, enum simt_pattern pattern, uint32_t region,
                 const uint32_t *regions, uint32_t wrote);

/* Looks at each active lane, carries the access out, and remembers an array in the instruction's
 * bounds where all lanes are in one. STEP_NEXT, or STEP_FAULT. */
int access_resolve(struct warp *warp, const struct instruction *i, const uint64_t *address);

#endif
