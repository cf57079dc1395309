/* moves.h - how the data of a warp's loads and stores move between rows and memory, for each
 * instruction set of the host (alu_moves.c).
 */
#pragma once

#include "../machine.h"

/* The active lanes' addresses, and what is known of them. */
struct placement {
    const uint64_t *address; /* [32] */
    enum simt_pattern pattern;
    bool inside; /* all lie in the bounds and are aligned */
};

struct move_tables {
    /* [log2 of bytes in memory][log2 of bytes of a register][sign extended] */
    move_function load[4][4][2];
    move_function store[4][4];
    /* [log2 of bytes of a register]: lanes as 64 bits each, of which `keep` stay */
    void (*widen[4])(const void *row, uint64_t keep, uint64_t *value);
    /* The addresses of a load, store or atomic: its row of them as it is, or `buffer` filled with
     * the row widened and displaced. */
    struct placement (*place)(const struct warp *warp, const struct instruction *i,
                              const struct bounds *bounds, uint64_t *buffer);
};
/* The copy that suits this processor best, or the one that any processor runs. */
const struct move_tables *move_tables(bool portable);
const struct move_tables *single_move_tables(void);
