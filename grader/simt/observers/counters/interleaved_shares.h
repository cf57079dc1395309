/*
 * interleaved_shares.h - what each block and each warp of a launch loads whose blocks take turns
 * (simt_launch_in_turns), so that their accesses come mixed.
 */
#ifndef LOCKSTEP_SIMT_DEALT_H
#define LOCKSTEP_SIMT_DEALT_H

#include "../../observe.h"

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

#endif
