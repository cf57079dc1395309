/*
 * What one check comes upon and another is there to tell. Every check on the simulated GPU is
 * watched and every check compares answers, so that it does not matter by which one a program is
 * run; each fault still costs the points of its own check, and only those.
 */
#ifndef LOCKSTEP_RETELL_H
#define LOCKSTEP_RETELL_H

#include "grading.h"

/* The first finding that a check of races and bounds would tell, among those that the trial put
 * aside; or NULL. */
const struct finding *retell_aside(const struct trial *trial);

/* Do wrong answers of a check of this kind count only where no output check tells of them? */
bool retell_forgives(enum check_kind kind);

#endif
