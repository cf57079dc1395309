/*
 * shares.h - how a launch's accesses to global memory are shared out: what its blocks and warps
 * load, and how many atomics its threads do. Blocks run one after the other; of one that stops and
 * goes on later the parts count apart, so nobody is blamed for it.
 */
#ifndef LOCKSTEP_SIMT_SHARES_H
#define LOCKSTEP_SIMT_SHARES_H

#include "../observe.h"

enum { SHARES_WARPS = 32 };

struct shares {
    uint64_t most_reach; /* bytes from the first to the last place that a block loads of the array
                            that it loads first: the most of all blocks */
    uint64_t most_of_a_block, most_of_a_warp; /* bytes that one block, one warp loads */
    uint64_t atomics;                         /* a thread's is one */

    /* the block that runs */
    bool begun;
    uint64_t block, first, last, of_block, of_warp[SHARES_WARPS];
    uint32_t region;
};

/* A launch begins. */
void shares_begin(struct shares *shares);

/* An access to global memory. */
void shares_add(struct shares *shares, const struct simt_access *event);

#endif
