/* race_run.h - neighbouring cells laid against the accesses of neighbouring lanes. */
#ifndef LOCKSTEP_SIMT_RACE_RUN_H
#define LOCKSTEP_SIMT_RACE_RUN_H

#include "race_finding.h"

enum { MOST_CELLS = SIMT_WARP_SIZE * 16 };

/* The lanes of `stretch`, each with as many cells from `cell` on, in a page that is prepared. */
void visit_run(const struct visit *visit, const struct stretch *stretch, size_t cell,
               unsigned cells_a_lane);

#endif
