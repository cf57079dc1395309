/* moves.h - how the data of a warp's loads and stores move between rows and memory, for each
 * instruction set of the host (moves.c).
 */
#ifndef LOCKSTEP_SIMT_MOVES_H
#define LOCKSTEP_SIMT_MOVES_H

#include "../machine.h"

/* What is known of the active lanes' addresses. */
struct placement {
    bool inside; /* all lie in the bounds and are aligned */
    enum simt_pattern pattern;
};

struct move_tables {
    /* [log2 of bytes in memory][log2 of bytes of a register][sign extended] */
    move_function load[4][4][2];
    move_function store[4][4];
    /* [log2 of bytes of a register]: lanes as 64 bits each, of which `keep` stay */
    void (*widen[4])(const void *row, uint64_t keep, uint64_t *value);
    /* The lanes' addresses: the row itself, or `buffer` filled with the row widened and displaced.
     * They are to be aligned to `bytes`. */
    const uint64_t *(*place)(const struct warp *warp, const void *row, bool narrow,
                             int64_t displacement, const struct bounds *bounds, uint32_t bytes,
                             uint64_t *buffer, struct placement *placement);
};
/* The copy that suits this processor best, or the one that any processor runs. */
const struct move_tables *move_tables(bool portable);
const struct move_tables *single_move_tables(void);

#endif
