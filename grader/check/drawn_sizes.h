/*
 * Drawing the sizes of a check's cases. What a program can see of a call is its sizes: were they
 * the same in every grading, they would tell which check runs it, and a program could work where
 * answers are compared, and behave where it is watched. lab.yaml's `sizes` say which are drawn.
 */
#pragma once

#include "../lab/lab.h"

/* The case with its sizes drawn from the seed, within an eighth of what it says; `nominal` is the
 * call that the oracle shaped of it, for the names in `by`. Multiples of `by` stay multiples and
 * others stay none, odd numbers stay odd, and none leaves the case's `least` and `most`. The case
 * itself where nothing is drawn; NULL with an error when a size is no number or its `by` no bound.
 * The arena's. */
const struct oracle_case *draw_sizes(const struct lab *lab, const struct oracle_case *source,
                                     const struct oracle_call *nominal, uint64_t seed,
                                     struct arena *arena, struct error *error);
