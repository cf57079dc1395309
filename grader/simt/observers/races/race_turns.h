/*
 * race_turns.h - blocks that wait for each other, by reading memory again and again. They take
 * turns, and the shadow counts all of earlier turns as ordered, for it cannot know whose wait it
 * was that ended. What nothing can have ordered is found here: a load of what another block has
 * plainly written, where nobody in that block has fenced since.
 */
#pragma once

#include "race_finding.h"

/* A launch begins, or all its blocks have met: nothing of before is of interest. */
void race_turns_forget(struct detector *detector);
/* The next turn begins: before `detector` raises the launch's floor. */
void race_turns_next(struct detector *detector);
/* A thread of the running block fences for the device, or does what is a fence as well; after the
 * detector's time has gone on. */
void race_turns_fenced(struct detector *detector, enum simt_scope scope);

/* A plain load of global memory, in a launch whose blocks have taken turns. */
void race_turns_load(const struct race_visit *visit);

static inline bool race_turns_taken(const struct detector *detector) {
    return detector->turns.first_tick != 0;
}
