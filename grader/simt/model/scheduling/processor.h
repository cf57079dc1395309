/*
 * processor.h - one multiprocessor runs a trace, cycle by cycle where something happens.
 *
 * Warps sit on four schedulers. A scheduler issues, in order, the instruction of that warp which is
 * ready first; what an instruction needs (a pipe, the memory pipe, a share of L2 and of DRAM) is a
 * server that is busy for a while. THEORY.md has the terms.
 */
#pragma once

#include "../profiles/profile.h"
#include "resource.h"
#include "../trace/trace.h"

enum { PROCESSOR_BLOCKS = 64 }; /* resident at a time, at most */

/* How the launch surrounds this multiprocessor. */
struct surroundings {
    double active;        /* multiprocessors that have work */
    double blocks;        /* that this one runs in all */
    uint32_t resident;    /* of them at a time */
    bool meet;            /* they begin once more behind each barrier of the grid */
    double l1_bytes;      /* beside shared memory */
    double local_miss;    /* share of the threads' own memory that L1 has no room for */
    double read_share;    /* of the sectors that it asks for first, those that come from DRAM */
    double read_bytes;    /* that DRAM reads for each of these */
    double write_bytes;   /* that DRAM writes for each sector stored */
    double crowding;      /* of the slices of L2, by parts of lines that are stored: from 1 */
    double atomic_cycles; /* that L2 is busy with a sector of atomics, of all multiprocessors */
};

struct processor_result {
    double cycles;               /* for all blocks */
    double busy[RESOURCE_COUNT]; /* cycles, for all blocks */
    double handed_out;           /* cycles in which L2 does, for all blocks */
    double warps;                /* active, on average */
    double l1_sectors, l1_hits;
    double longest_instructions; /* of PTX: of the warp that executed most, and the cycles… */
    double longest;              /* …that it took from its block's start, */
    double late;                 /* …and each of its instructions in the later half */
};

/* Runs the trace's blocks, and takes the rest of `blocks` to be like them. False without memory. */
bool processor_run(const struct profile *profile, const struct trace *trace,
                   const struct surroundings *surroundings, struct processor_result *result);
