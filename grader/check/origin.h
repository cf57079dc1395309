/*
 * Where an answer comes from. In a check of kind `origin` the simulated GPU holds other data than
 * the host: a second input of the same shape, which nobody outside of the grader has seen, takes
 * the place of the first on its way into device memory (simt/device/substitution.h).
 */
#ifndef LOCKSTEP_ORIGIN_H
#define LOCKSTEP_ORIGIN_H

#include "grading.h"

struct substitution;

/* The data for the call and its replacement; the caller's. NULL when the grader failed, or when no
 * other input of the case has another answer: then the case is no use, and the error says so. */
struct substitution *origin_substitution(struct grading *grading, const struct oracle_call *call);

/* What a check of this kind found out makes the answer of the check that it stands behind worth
 * nothing: its verdict is for both. */
static inline bool origin_takes_points(const struct lab_check *check, const struct trial *trial) {
    return check->kind == CHECK_ORIGIN && trial->verdict != VERDICT_PASS &&
           trial->verdict != VERDICT_UNAVAILABLE && trial->verdict != VERDICT_SKIPPED;
}

#endif
