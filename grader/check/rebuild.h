/* Builds what was built before, once the files in the box have changed. */
#ifndef LOCKSTEP_REBUILD_H
#define LOCKSTEP_REBUILD_H

#include "grading.h"

/* Builds these flavours (of FLAVOUR_COUNT) anew, at once where the grader need not share its cores;
 * what the builds before said stays the result's. Warnings are not kept: most are of what was taken
 * out, such as helpers that nobody uses any more. `native`, unless NULL, is that flavour, built of
 * the files as they are now and ok.
 * False when the grader failed. */
bool rebuild(struct grading *grading, const bool *which, const struct built *native);

#endif
