/* barrier_order.h - where threads meet, whole warps or parts of the block, and whom that orders. */
#pragma once

#include "../races/race_finding.h"

/* The block has met as a whole. */
void meetings_forget(struct detector *detector);
/* Time begins anew. */
void meetings_restart(struct detector *detector);

/* A barrier for some of the block's warps opens. False, and nothing done, if it is for all. */
bool meeting_of_warps(struct detector *detector, const struct simt_barrier_release *event);
/* __syncwarp, for all lanes of the warp or by parts. */
void meeting_of_lanes(struct detector *detector, const struct simt_syncwarp *event);

/* Do meetings of parts order what `other` tells of, of the same block, before the lane's access?
 * Where the cell hides somebody, it is enough that the lane, or its warp, has met anybody. */
bool meetings_order(const struct race_visit *visit, unsigned lane, shadow_cell other,
                    bool other_warp);
/* Does the lane's last meeting order all lanes of its warp that `other` may tell of before it? */
bool meetings_order_lanes(const struct race_visit *visit, unsigned lane, shadow_cell other);

/* Has one of the two met anybody since then? */
bool meetings_lie_between(const struct race_visit *visit, unsigned lane, shadow_cell other,
                          bool other_warp);
