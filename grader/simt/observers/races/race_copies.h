/*
 * race_copies.h - asynchronous copies under way. Their stores are reported as late as they may run,
 * but they may run at once: what the thread had passed when it asked for the copy is all that is
 * ordered before them.
 */
#pragma once

#include "../detectors/detector.h"

/* A new launch; a new block, or a barrier of the grid: no copy is under way. */
void race_copies_launch(struct detector *detector, const struct simt_launch_event *launch);
void race_copies_forget(struct detector *detector);

/* Is the site an asynchronous copy? */
bool race_copies_at(const struct detector *detector, uint32_t site);

/* An asynchronous copy's load, where it is asked for, and its store, which gets floors. */
void race_copies_begin(struct detector *detector, const struct simt_access *load);
void race_copies_arrive(struct detector *detector, const struct simt_access *store,
                        struct shadow_floors *floors);
