/*
 * speculate.h - blocks of a launch on several cores of the host.
 *
 * A batch of blocks runs on all cores at the same time, on the hope that no block loads or stores
 * what another one stores (claims.h). Each block keeps its events. If the hope holds, the
 * observers hear of them in the order of the blocks, while the next batch runs; so they find and
 * count what they do on one core, bit for bit. If it does not, the batch leaves nothing behind, and
 * its blocks run one after the other. A launch in which this happens again and again goes on so.
 */
#pragma once

#include "../machine.h"

/* Runs blocks from the first one of the launch on, as far as it is worth it, and returns how many
 * of them have ended. Others, or all, are left to the caller. Sets machine->faulted, and the
 * launch's result, if one of them was at fault, or if the launch was given up. */
uint64_t speculate_run(struct machine *machine, uint64_t blocks);
