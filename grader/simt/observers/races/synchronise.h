/* synchronise.h - what fences and atomics order, and how a loop of compare-and-swap begins. */
#pragma once

#include "race_finding.h"

/* An atomic, or an ordered access: its lanes receive what was published there, and publish. */
void synchronise(const struct race_visit *visit);

/* A compare-and-swap: the plain read just before by the same warp is marked as its loop's start. */
void synchronise_loop_start(const struct race_visit *visit);

/* The cell that an atomic leaves over a plain write that is ordered before it. */
shadow_cell synchronise_cover(const struct race_visit *visit, unsigned lane, shadow_cell plain);
/* The cell that an atomic leaves over atomics that cover a plain write: races with it are found. */
shadow_cell synchronise_covered(const struct race_visit *visit, const struct stretch *stretch,
                                unsigned lane, shadow_cell cell);
