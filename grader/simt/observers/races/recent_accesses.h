/*
 * recent_accesses.h - the last reads and atomics of warps, to name who was hidden.
 *
 * A cell of the shadow (shadow.h) names one reader and says by flags that there were more. Where
 * that one is the writer itself, or is ordered before the write, the race is with a reader that the
 * cell no longer names. It is looked for here, among the last RECENT_ACCESSES warp accesses.
 * Whether there is a finding depends on it only where a part of a warp has met.
 */
#pragma once

#include "race_finding.h"

/* Keeps a load or an atomic. A store replaces what its cell told, so it is never hidden. */
void recent_accesses_keep(struct detector *detector, const struct simt_access *event);

/* Is one of the last accesses that of a lane of the same warp, whom nothing orders before the lane?
 * After many questions: no. */
bool recent_accesses_hide(const struct race_visit *visit, unsigned lane, bool in_write_plane);

/* The mark of the access that conflicts with the lane's where the cell `other` names an innocent
 * one, or none of the scope that its flags tell of; *scope, which these flags gave, becomes that of
 * the mark. `other` itself where it is the one, or where nobody better is kept. */
shadow_cell recent_accesses_partner(const struct race_visit *visit, unsigned lane,
                                    shadow_cell other, bool in_write_plane, enum race_scope *scope);
