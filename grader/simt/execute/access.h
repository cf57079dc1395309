/* access.h - between the fast path of memory accesses (access.c) and the careful one
 * (access_resolve.c).
 */
#ifndef LOCKSTEP_SIMT_ACCESS_H
#define LOCKSTEP_SIMT_ACCESS_H

#include "execute.h"

extern const struct move_tables *access_moves;

/* Moves the active lanes' data; returns the lanes that stored. */
uint32_t access_move(struct warp *warp, const struct instruction *i, uintptr_t host,
                     const uint64_t *address);
/* Tells observers of an access by the active lanes. */
void access_tell(struct warp *warp, const struct instruction *i, enum simt_space space,
                 const uint64_t *address, uint32_t region, const uint32_t *regions, uint32_t wrote);
/* Looks at every lane: several arrays, several spaces, or a fault. */
int access_resolve(struct warp *warp, const struct instruction *i, const uint64_t *address);

#endif
