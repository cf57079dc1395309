/*
 * shares.h - how a launch's accesses to global memory are shared out: what its blocks and warps
 * load, and how many atomics its threads do. Blocks run one after the other; of one that stops and
 * goes on later the parts count apart, so nobody is blamed for it.
 *
 * Where blocks take pieces of the work from a queue, the first block finds no other and takes all.
 * On a GPU the blocks share the pieces. So the device lets a launch whose loads are uneven run once
 * more, with its blocks in turn (struct dealt), and what that shows counts in its place.
 */
#pragma once

#include "../../observe.h"

enum { SHARES_WARPS = 32, SHARES_PAGE = 4096, SHARES_PAGES = 512 };

struct shares {
    uint64_t most_reach;          /* bytes from the first to the last place that a block loads */
    uint64_t most_of_a_page;      /* bytes that a block loads from one page of SHARES_PAGE bytes */
    uint64_t conflict_free_loads; /* of warps, from several places of shared memory; one of a vector
                                     is as many as it has elements */
    uint64_t exchanges;           /* of values between a warp's lanes: shuffles, votes */
    uint64_t atomics;             /* a thread's is one */

    /* the launches before the last one: bytes that one block, one warp loads */
    uint64_t most_of_a_block, most_of_a_warp;

    /* the last launch */
    uint64_t block_of_last, warp_of_last, all_of_last;

    /* the block that runs */
    bool begun;
    uint64_t block, first, last, of_block, of_warp[SHARES_WARPS];
    uint32_t of_page[SHARES_PAGES]; /* by the last bits of the page's number */
};

/* A launch begins. */
void shares_begin(struct shares *shares);

/* An access to global memory. */
void shares_add(struct shares *shares, const struct simt_access *event);

/* Does a block of the last launch, or a warp, load more than twice its share? */
bool shares_uneven(const struct shares *shares, uint64_t blocks, uint32_t warps_a_block);

/* What counts of the last launch in the place of what was seen. */
void shares_deal(struct shares *shares, uint64_t of_a_block, uint64_t of_a_warp);

/* Bytes that the block, the warp of a launch loads that loads most. */
uint64_t shares_block(const struct shares *shares);
uint64_t shares_warp(const struct shares *shares);

/* What each block and each warp of a launch loads whose blocks take turns (simt_launch_in_turns),
 * so that their accesses come mixed. */
struct dealt {
    struct simt_observer observer;
    uint32_t warps_a_block;
    uint64_t *of_block, *of_warp; /* bytes of global memory */
    uint64_t most_of_a_block, most_of_a_warp, all;
};

/* False where there are too many warps, or no memory; dealt_clear releases what it made in any
 * case.
 */
bool dealt_begin(struct dealt *dealt, uint64_t blocks, uint32_t warps_a_block);
void dealt_clear(struct dealt *dealt);
