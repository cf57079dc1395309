/*
 * What a compiler misses may stand in a file beside those that are handed in: a header of one's
 * own, or one's copy of the contract header, which the kit's replaces. Then the report says so.
 */
#ifndef LOCKSTEP_BESIDE_H
#define LOCKSTEP_BESIDE_H

#include "../grade.h"

/* Gives such build errors their advice. Nothing else of the result changes. */
void beside_advise(const struct grade_options *options, struct result *result);

#endif
