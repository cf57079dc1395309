/* predict.h - from the record of a launch to its time on a profile: no machine needed. */
#ifndef LOCKSTEP_SIMT_PREDICT_H
#define LOCKSTEP_SIMT_PREDICT_H

#include "footprint.h"
#include "model.h"
#include "trace.h"

struct launch_facts {
    uint64_t blocks;
    uint32_t threads;      /* a block */
    uint32_t registers;    /* a thread */
    uint32_t shared_bytes; /* a block */
};

/* Fills all of *launch but its number. Without memory the time stays 0. */
void predict(const struct profile *profile, const struct launch_facts *facts,
             const struct trace *trace, const struct footprint_sums *sums,
             struct model_launch *launch);

#endif
