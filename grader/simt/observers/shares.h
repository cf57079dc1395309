/*
 * shares.h - how a launch's accesses to global memory are shared out: what its blocks and warps
 * load, and how many atomics its threads do. Blocks run one after the other; of one that stops and
 * goes on later the parts count apart, so nobody is blamed for it.
 *
 * In a work queue the blocks take pieces of the work by an atomic whose result they use. Here the
 * first block finds no other and takes all; on a GPU the blocks share the pieces. So where many
 * blocks of a launch do such an atomic, what a block loads between two of them counts apart.
 */
#ifndef LOCKSTEP_SIMT_SHARES_H
#define LOCKSTEP_SIMT_SHARES_H

#include "../observe.h"

enum { SHARES_WARPS = 32 };

/* Bytes that blocks and their warps load. */
struct loads {
    uint64_t of_block, of_warp[SHARES_WARPS];
    uint64_t most_of_a_block, most_of_a_warp; /* of the launch */
};

struct shares {
    uint64_t most_reach; /* bytes from the first to the last place that a block loads of the array
                            that it loads first: the most of all blocks */
    uint64_t most_of_a_block, most_of_a_warp; /* bytes that one block, one warp loads */
    uint64_t atomics;                         /* a thread's is one */

    /* the launch that runs */
    struct loads whole, pieces; /* a block's from begin to end, and between two tickets */
    uint64_t queueing;          /* blocks that took a ticket */

    /* the block that runs */
    bool begun, has_ticket, has_region;
    uint64_t block, first, last;
    uint32_t region;
};

/* A launch begins. */
void shares_begin(struct shares *shares);

/* It has ended, and had so many blocks. */
void shares_end(struct shares *shares, uint64_t blocks);

/* An access to global memory. */
void shares_add(struct shares *shares, const struct simt_access *event);

#endif
