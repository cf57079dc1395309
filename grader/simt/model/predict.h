/* predict.h - from the record of a launch to its time on a profile: no machine needed. */
#pragma once

#include "memory/footprint.h"
#include "atomics/atomic_contention.h"
#include "model.h"
#include "trace/trace.h"

struct launch_facts {
    uint64_t blocks;
    uint32_t threads;              /* a block */
    uint32_t registers;            /* a thread, without its arrays */
    uint32_t most_registers;       /* a thread may have */
    uint32_t shared_bytes;         /* a block */
    uint64_t instructions;         /* of PTX, of all blocks */
    uint64_t busiest;              /* of the multiprocessor that gets most, blocks dealt in turn */
    uint64_t own;                  /* of the one that was recorded */
    uint64_t longest;              /* of one warp, in all blocks */
    uint32_t barriers;             /* of the grid */
    struct meetings_sums meetings; /* of atomics on global memory */
    uint64_t atomics, float_atomics; /* warps' on global memory; of these, of floats and doubles */
    bool ran_before;                 /* its code is there, too */
};

/* Fills all of *launch but its number. Without memory the time stays 0. */
void predict(const struct profile *profile, const struct launch_facts *facts,
             const struct trace *trace, const struct footprint_sums *sums,
             struct model_launch *launch);
