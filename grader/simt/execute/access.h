/* access.h - what accesses of every kind share (access.c). */
#ifndef LOCKSTEP_SIMT_ACCESS_H
#define LOCKSTEP_SIMT_ACCESS_H

#include "../machine.h"

/* Moves the active lanes' data; returns the lanes that stored. */
uint32_t access_move(struct warp *warp, const struct instruction *i, uintptr_t host,
                     const uint64_t *address, enum simt_pattern pattern);

#endif
